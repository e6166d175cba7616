// The one way in which the reader's actions enter the store: the event and its effect in one transaction.
// When the promise resolves, the action is done and survives anything; the service hears of it afterwards.

import type { Database } from '../database.ts';
import { applyEvent } from './apply-event.ts';
import { type EventBody, eventsIn, mergedPosition, topicOf } from './events.ts';
import { editedTables, keepBases, rebase } from './rebase.ts';
import { clockOffset, unixSeconds } from './service-time.ts';

/** Records what the reader did. `now`: Unix seconds by the service's clock as far as it is known. */
export async function recordEvent(database: Database, body: EventBody, now = unixSeconds()): Promise<void> {
  const { events } = database;
  const topic = topicOf(body);
  const offset = clockOffset();
  await database.transaction('rw', editedTables(database), async () => {
    await keepBases(database, body, topic);
    await applyEvent(database, body, now);
    const last = body.kind === 'position' ? await eventsIn(database, 'waiting').last() : undefined;
    const merged = mergedPosition(last, body);
    if (last && merged) await events.update(last.seq, { body: merged, at: now, offset });
    else await events.add({ id: newEventId(), at: now, offset, topic, state: 'waiting', body });
  });
}

/** All of them, or none where the store does not take one. */
export async function recordEvents(
  database: Database,
  bodies: readonly EventBody[],
  now = unixSeconds(),
): Promise<void> {
  await database.transaction('rw', editedTables(database), async () => {
    for (const body of bodies) await recordEvent(database, body, now);
  });
}

/** Gives up a change that the service refused; the rows go back to what the service says. */
export async function discardRefused(database: Database, seq: number): Promise<void> {
  await database.transaction('rw', editedTables(database), async () => {
    const event = await database.events.get(seq);
    if (event?.state !== 'refused') return;
    await database.events.delete(seq);
    await rebase(database, event.topic);
  });
}

/** 32 hex digits; also the `random` by which the service knows a reading record. */
export function newEventId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
