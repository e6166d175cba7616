// Thoughts on their way to the service and back: exactly once, in order, whenever the process or the network ends.

import { expect, it } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { drainOutbox } from '../../../src/app/sync/outbox.ts';
import { pullThoughts } from '../../../src/app/sync/pull.ts';
import type { Transport } from '../../../src/app/transport.ts';
import type { Database } from '../../../src/db/database.ts';
import type { ThoughtRow } from '../../../src/db/marks/thoughts.ts';
import { newEventId, recordEvent } from '../../../src/db/outbox/record-event.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { createServiceModel, type ServiceModel } from '../service-model.ts';

const written = (content: string, more: Partial<ThoughtRow> = {}): ThoughtRow => ({
  thoughtId: newEventId(),
  bookId: 'b',
  bookVersion: 1,
  chapterUid: 2,
  start: 10,
  end: 20,
  content,
  visibility: 'public',
  abstract: 'ten letters',
  createTime: 100,
  editTimes: { content: 100, visibility: 100 },
  ...more,
});

/** `fails`: after the service has done it, the reply is lost. */
function wire(model: ServiceModel, fails: () => boolean = () => false): Transport {
  return {
    async call(route, params) {
      const reply = model.call(route, params as never);
      if (fails()) throw new AppError('timeout');
      return reply;
    },
  };
}

async function sync(database: Database, model: ServiceModel): Promise<void> {
  const transport = wire(model);
  await drainOutbox({ database, transport, deviceId: 'd' });
  await pullThoughts(database, transport);
}

const contents = async (database: Database) => (await database.thoughts.toArray()).map(({ content }) => content).sort();
const atService = (model: ServiceModel) =>
  [...model.reviews().values()]
    .filter((row) => !row.removedAt)
    .map(({ value }) => value.content)
    .sort();

it('arrives once although the reply was lost, and its later edits find it', async () => {
  const model = createServiceModel(() => 1000);
  const database = await temporaryDatabase();
  const thought = written('first');
  await recordEvent(database, { kind: 'thought.add', thought }, 100);
  await recordEvent(
    database,
    { kind: 'thought.change', thought, change: { content: 'second', visibility: 'friends' } },
    101,
  );
  let lost = true;
  const flaky = wire(model, () => {
    const now = lost;
    lost = false;
    return now;
  });
  await expect(drainOutbox({ database, transport: flaky, deviceId: 'd' })).rejects.toMatchObject({ code: 'timeout' });
  // The add may have arrived: reading now would bring it back as another thought.
  await pullThoughts(database, wire(model));
  expect(await contents(database)).toEqual(['second']);
  await sync(database, model);
  expect(atService(model)).toEqual(['second']);
  expect([...model.reviews().values()][0]?.value).toMatchObject({
    type: 1,
    range: '10-20',
    isPrivate: 0,
    friendship: 1,
  });
  expect(await database.thoughts.toArray()).toMatchObject([{ thoughtId: thought.thoughtId, visibility: 'friends' }]);
  expect(await database.events.count()).toBe(0);
  expect(await database.bases.count()).toBe(0);
  await recordEvent(database, { kind: 'thought.remove', bookId: 'b', thoughtId: thought.thoughtId }, 102);
  await sync(database, model);
  expect([atService(model), await contents(database)]).toEqual([[], []]);
});

it('comes to another device, which edits it; newer edits win field by field, a deletion only over older ones', async () => {
  const model = createServiceModel(() => 1000);
  const [one, two] = [await temporaryDatabase(), await temporaryDatabase()];
  const thought = written('mine');
  await recordEvent(one, { kind: 'thought.add', thought }, 100);
  await sync(one, model);
  await sync(two, model);
  const [there] = await two.thoughts.toArray();
  if (!there) throw new Error('The thought did not come.');
  await recordEvent(two, { kind: 'thought.change', thought: there, change: { content: 'edited there' } }, 300);
  await recordEvent(one, { kind: 'thought.change', thought, change: { visibility: 'private' } }, 200);
  await recordEvent(one, { kind: 'thought.remove', bookId: 'b', thoughtId: thought.thoughtId }, 250);
  await sync(two, model);
  await sync(one, model);
  await sync(two, model);
  for (const database of [one, two]) {
    expect(await database.thoughts.toArray()).toMatchObject([{ content: 'edited there', visibility: 'private' }]);
  }
});

it('is told again to a service that was restored from before it, and those that it still has are not doubled', async () => {
  const model = createServiceModel(() => 1000);
  const database = await temporaryDatabase();
  await recordEvent(database, { kind: 'thought.add', thought: written('kept') }, 100);
  await sync(database, model);
  const restore = model.backup();
  await recordEvent(database, { kind: 'thought.add', thought: written('lost') }, 101);
  await sync(database, model);
  restore();
  await sync(database, model);
  await sync(database, model);
  expect(atService(model)).toEqual(['kept', 'lost']);
  expect(await contents(database)).toEqual(['kept', 'lost']);
  expect(await database.events.count()).toBe(0);
});
