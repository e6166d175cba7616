// Any interleaving of two clients, with kills between any two transactions, lost requests and lost replies, ends with
// both clients equal to the service, and with the last that a reader did to each thing.

import type { DBCore } from 'dexie';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { drainOutbox } from '../../../src/app/sync/outbox.ts';
import { pullMarks, pullShelf } from '../../../src/app/sync/pull.ts';
import type { Transport } from '../../../src/app/transport.ts';
import { type Database, deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { bookmarkIdOf, type MarkRow } from '../../../src/db/marks/marks.ts';
import type { EventBody } from '../../../src/db/outbox/events.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { createServiceModel, type ServiceModel } from '../service-model.ts';

const bookIds = ['b_1', 'b_2', 'b_3'];
const folderIds = ['a_1', 'a_2'];

/** The process ended here. */
class Killed extends Error {}

interface Client {
  database: Database;
  deviceId: string;
  /** Transactions that may still begin; then the process is gone. */
  left: number;
  /** What happens to the next requests. */
  faults: ('none' | 'request' | 'reply')[];
}

async function openClient(name: string): Promise<Client> {
  const client: Client = { database: await openDatabase(name), deviceId: name, left: Infinity, faults: [] };
  client.database.close();
  client.database.use({
    stack: 'dbcore',
    create: (core: DBCore): DBCore => ({
      ...core,
      transaction: (stores, mode, options) => {
        if (mode === 'readwrite' && client.left-- <= 0) throw new Killed();
        return core.transaction(stores, mode, options);
      },
    }),
  });
  await client.database.open();
  return client;
}

function transportOf(client: Client, service: ServiceModel): Transport {
  return {
    async call(route, params) {
      const fault = client.faults.shift() ?? 'none';
      if (fault === 'request') throw new AppError('offline');
      const reply = service.call(route, JSON.parse(JSON.stringify(params)));
      if (fault === 'reply') throw new AppError('timeout');
      return reply;
    },
  };
}

/** A whole sync as the loop does it; what was cut off is simply gone. */
async function sync(client: Client, service: ServiceModel): Promise<void> {
  const transport = transportOf(client, service);
  try {
    await drainOutbox({ database: client.database, transport, deviceId: client.deviceId });
    await pullShelf(client.database, transport);
    for (const bookId of bookIds) await pullMarks(client.database, transport, bookId);
  } catch (error) {
    if (!(error instanceof AppError) && !wasKilled(error)) throw error;
  } finally {
    client.left = Infinity;
    client.faults = [];
  }
}

function wasKilled(error: unknown): boolean {
  return error instanceof Killed || (error as { inner?: unknown }).inner instanceof Killed;
}

const book = fc.constantFrom(...bookIds);
const books = fc.subarray(bookIds, { minLength: 1 });
const folder = fc.constantFrom(...folderIds);
const flag = fc.constantFrom(0 as const, 1 as const);
const style = fc.constantFrom(0 as const, 1 as const, 2 as const);
const start = fc.integer({ min: 0, max: 2 });

/** What a reader does, as data, so that a counterexample can be read. */
type Action =
  | { kind: 'mark.add' | 'mark.change'; bookId: string; start: number; style: 0 | 1 | 2 }
  | { kind: 'mark.remove'; bookId: string; start: number }
  | { kind: 'position'; bookId: string; progress: number }
  | { kind: 'shelf.top' | 'book.secret'; bookIds: string[]; flag: 0 | 1 }
  | { kind: 'shelf.add' | 'shelf.delete'; bookIds: string[] }
  | { kind: 'shelf.archive'; archiveId: string; name: string; bookIds: string[] }
  | { kind: 'shelf.deleteArchive'; archiveId: string; removeBooks: 0 | 1 };

function mark(bookId: string, from: number, markStyle: 0 | 1 | 2, now: number): MarkRow {
  const place = { bookId, chapterUid: 1, start: from, end: from + 5 };
  return {
    ...place,
    bookmarkId: bookmarkIdOf(place),
    bookVersion: 1,
    type: 1,
    style: markStyle,
    colorStyle: 0,
    markText: 'words',
    createTime: now,
    editTimes: { style: now, colorStyle: now },
  };
}

const is = <K extends string>(...kinds: K[]) => fc.constantFrom(...kinds);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: is('mark.add', 'mark.add', 'mark.change'), bookId: book, start, style }) },
  { weight: 2, arbitrary: fc.record({ kind: is('mark.remove'), bookId: book, start }) },
  fc.record({ kind: is('position'), bookId: book, progress: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ kind: is('shelf.top', 'book.secret'), bookIds: books, flag }),
  fc.record({ kind: is('shelf.add', 'shelf.delete'), bookIds: books }),
  fc.record({ kind: is('shelf.archive'), archiveId: folder, name: fc.constantFrom('New', 'Old'), bookIds: books }),
  fc.record({ kind: is('shelf.archive'), archiveId: fc.constant(''), name: fc.constant(''), bookIds: books }),
  fc.record({ kind: is('shelf.deleteArchive'), archiveId: folder, removeBooks: flag }),
);

/** `undefined` where the client has nothing to do it to. */
async function bodyOf(action: Action, now: number, { database, deviceId }: Client): Promise<EventBody | undefined> {
  switch (action.kind) {
    case 'mark.add':
      return { kind: 'mark.add', mark: mark(action.bookId, action.start, action.style, now) };
    case 'mark.change': {
      const known = await database.marks.get(mark(action.bookId, action.start, 0, now).bookmarkId);
      return known && { kind: 'mark.change', mark: known, change: { style: action.style } };
    }
    case 'mark.remove': {
      const { bookId } = action;
      const { bookmarkId } = mark(bookId, action.start, 0, now);
      return (await database.marks.get(bookmarkId)) && { kind: 'mark.remove', bookId, bookmarkId };
    }
    case 'position': {
      const { bookId, progress } = action;
      const position = { chapterUid: 1, chapterIdx: 1, chapterOffset: progress, progress, updateTime: now, deviceId };
      return { kind: 'position', bookId, bookVersion: 1, position, readingTime: 0 };
    }
    case 'shelf.top':
      return { kind: 'shelf.top', bookIds: action.bookIds, isTop: action.flag };
    case 'book.secret':
      return { kind: 'book.secret', bookIds: action.bookIds, secret: action.flag };
    case 'shelf.deleteArchive': {
      const { archiveId } = action;
      if (!(await database.archives.get(archiveId))) return undefined;
      const inside = await database.books.filter((row) => row.folder === archiveId).primaryKeys();
      return { ...action, bookIds: inside };
    }
    default:
      return action;
  }
}

type Step =
  | { do: 'act'; client: 0 | 1; action: Action; kill: boolean }
  | { do: 'sync'; client: 0 | 1; left: number; faults: Client['faults'] }
  | { do: 'rebirth' }
  | { do: 'wait' };

const client = fc.constantFrom(0 as const, 1 as const);
const faults = fc.array(fc.constantFrom<Client['faults'][number]>('none', 'none', 'request', 'reply'), {
  maxLength: 6,
});
const kill = fc.constantFrom(false, false, false, true);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('act' as const), client, action, kill }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      client,
      left: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 12 })),
      faults,
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'rebirth' as const }) },
);

/** Opened once: making and deleting two databases took longer than most of the runs. */
const clients: Client[] = [];
beforeAll(async () => {
  for (const n of [1, 2]) clients.push(await openClient(`p-${n}-${crypto.randomUUID()}`));
});
afterAll(async () => {
  for (const { database, deviceId } of clients) {
    database.close();
    await deleteDatabase(deviceId);
  }
});

/** As it was when it was made, whatever the run before did. */
async function makeEmpty({ database }: Client): Promise<void> {
  await database.transaction('rw', database.tables, () => Promise.all(database.tables.map((table) => table.clear())));
}

/** What was done last to one thing; of two things done in the same second, and of what depends on others, nothing is known. */
type LastDone = Map<string, { at: number; outcome: string | undefined }>;

function learn(lastDone: LastDone, action: Action, now: number, deviceId: string): void {
  const done = doneBy(action, deviceId);
  if (!done) return;
  const before = lastDone.get(done.thing);
  lastDone.set(done.thing, { at: now, outcome: before?.at === now ? undefined : done.outcome });
}

function doneBy(action: Action, deviceId: string): { thing: string; outcome: string | undefined } | undefined {
  switch (action.kind) {
    case 'mark.add':
      return { thing: markThing(action), outcome: `style ${action.style}` };
    case 'mark.change':
      // Another client may have removed it.
      return { thing: markThing(action), outcome: undefined };
    case 'mark.remove':
      return { thing: markThing(action), outcome: 'none' };
    case 'position':
      return { thing: `position ${action.bookId}`, outcome: `${action.progress} ${deviceId}` };
    default:
      return undefined;
  }
}

function markThing({ bookId, start }: { bookId: string; start: number }): string {
  return `mark ${mark(bookId, start, 0, 0).bookmarkId}`;
}

function expectNothingLost(lastDone: LastDone, service: ServiceModel): void {
  const outcomeOf = (thing: string) => {
    const [kind, id = ''] = thing.split(' ');
    if (kind === 'position') {
      const place = service.places().get(id)?.latest;
      return `${place?.progress} ${place?.deviceId}`;
    }
    const row = service.marks().get(id);
    return !row || row.removedAt ? 'none' : `style ${row.value.style}`;
  };
  const known = [...lastDone].filter(([, { outcome }]) => outcome !== undefined);
  const wanted = known.map(([thing, { outcome }]) => `${thing}: ${outcome}`);
  expect(known.map(([thing]) => `${thing}: ${outcomeOf(thing)}`)).toEqual(wanted);
}

async function run(steps: readonly Step[]): Promise<void> {
  let now = 1_000;
  const service = createServiceModel(() => now);
  for (const bookId of bookIds) service.addBook({ bookId, title: bookId });
  for (const one of clients) await makeEmpty(one);
  for (const one of clients) await sync(one, service);
  const lastDone: LastDone = new Map();
  for (const next of steps) {
    if (next.do === 'wait') now += 1;
    else if (next.do === 'rebirth') service.rebirth();
    else {
      const one = clients[next.client] as Client;
      if (next.do === 'act') {
        if (await act(one, next.action, now, next.kill)) learn(lastDone, next.action, now, one.deviceId);
      } else {
        one.left = next.left;
        one.faults = [...next.faults];
        await sync(one, service);
      }
    }
  }
  // The first hears that the service was restored, the second tells what it may have lost, the third hears of the other.
  for (const one of [...clients, ...clients, ...clients]) await sync(one, service);
  for (const one of clients) await expectEqual(one, service);
  expectNothingLost(lastDone, service);
}

/** Answers whether it was done: an action that was killed is there whole or not at all. */
async function act(one: Client, action: Action, now: number, kill: boolean): Promise<boolean> {
  const body = await bodyOf(action, now, one);
  if (!body) return false;
  one.left = kill ? 0 : Infinity;
  const before = await one.database.events.count();
  try {
    await recordEvent(one.database, body, now);
    return true;
  } catch (error) {
    if (!wasKilled(error)) throw error;
    expect(await one.database.events.count()).toBe(before);
    return false;
  } finally {
    one.left = Infinity;
  }
}

async function expectEqual({ database }: Client, service: ServiceModel): Promise<void> {
  expect(await database.events.toArray()).toEqual([]);
  expect(await database.bases.toArray()).toEqual([]);
  const shelf = await database.books.filter((row) => row.onShelf === 1).toArray();
  const expected = [...service.books().values()].filter((row) => !row.removedAt);
  const facts = ({
    bookId,
    folder,
    isTop,
    secret,
  }: {
    bookId: string;
    folder: string;
    isTop: number;
    secret: number;
  }) => `${bookId} in=${folder} top=${isTop} private=${secret}`;
  expect(shelf.map(facts).sort()).toEqual(expected.map(({ value }) => facts(value as never)).sort());
  const folders = [...service.folders()]
    .filter(([, row]) => !row.removedAt)
    .map(([id, row]) => `${id} ${row.value.name}`);
  expect((await database.archives.toArray()).map((row) => `${row.archiveId} ${row.name}`).sort()).toEqual(
    folders.sort(),
  );
  const marks = [...service.marks()].filter(([, row]) => !row.removedAt).map(([id, row]) => `${id} ${row.value.style}`);
  expect((await database.marks.toArray()).map((row) => `${row.bookmarkId} ${row.style}`).sort()).toEqual(marks.sort());
  const places = [...service.places()].map(([id, row]) => `${id} ${row.latest.progress} ${row.latest.deviceId}`);
  const stored = (await database.positions.toArray()).map(
    (row) => `${row.bookId} ${row.latest?.progress} ${row.latest?.deviceId}`,
  );
  expect(stored.sort()).toEqual(places.sort());
}

it('two clients and the service end equal, whatever is killed and lost', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), run), {
    // An event that counts as sent before it is was found by the 1st to the 21st (5 tries).
    numRuns: 40,
    interruptAfterTimeLimit: 100_000,
    markInterruptAsFailure: false,
  });
}, 180_000);
