// Brings a reply of the incremental list of the account's own thoughts into the store, in one transaction with its
// synckey. Where the reader changed a thought that the service has not settled, the reply goes into its base.

import type { Database } from '../database.ts';
import type { ThoughtRow } from '../marks/thoughts.ts';
import { unchanged } from '../outbox/bases.ts';
import { thoughtsTopic } from '../outbox/events.ts';
import { editedTables, rebase } from '../outbox/rebase.ts';
import { tellThoughtsAgain } from '../outbox/tell-again.ts';

export interface ThoughtsReply {
  synckey: number;
  clearAll: 0 | 1;
  /** The service was restored from a copy; what only this device knows is told again. */
  restored: 0 | 1;
  /** With the service's ids. */
  updated: ThoughtRow[];
  removed: string[];
}

/** Thoughts that a reply in several pages has not named yet: they are gone at its end, or told again. */
const unnamed = 'thoughts:unnamed';

interface Unnamed {
  ids: string[];
  restored: 0 | 1;
}

/** `settled`: events whose effect this reply (with those before it) is known to contain. `last`: of its pages. */
export async function absorbThoughts(
  database: Database,
  reply: ThoughtsReply,
  { settled, last }: { settled: readonly number[]; last: boolean },
): Promise<void> {
  const { synckeys, settings, thoughtIds } = database;
  await database.transaction('rw', [...editedTables(database), synckeys, settings, thoughtIds], async () => {
    if (reply.clearAll) await settings.put({ name: unnamed, value: await everyThought(database, reply.restored) });
    const row = await settings.get(unnamed);
    const left = row && new Set((row.value as Unnamed).ids);
    for (const thought of reply.updated) {
      const thoughtId = await ownId(database, thought.thoughtId);
      left?.delete(thoughtId);
      await absorb(database, thoughtId, { ...thought, thoughtId });
    }
    for (const reviewId of reply.removed) await absorb(database, await ownId(database, reviewId), undefined);
    const restored = row ? (row.value as Unnamed).restored : 0;
    if (left && !last) await settings.put({ name: unnamed, value: { ids: [...left], restored } satisfies Unnamed });
    if (left && last) await finish(database, [...left], restored);
    // What was confirmed by a service that has forgotten it is sent again under its old id.
    const confirmed = database.events.where('topic').equals(thoughtsTopic);
    if (restored) await confirmed.filter(({ state }) => state === 'sent').modify({ state: 'waiting' });
    else await database.events.bulkDelete([...settled]);
    await rebase(database, thoughtsTopic);
    await synckeys.put({ name: thoughtsTopic, synckey: reply.synckey });
  });
}

async function everyThought(database: Database, restored: 0 | 1): Promise<Unnamed> {
  const edited = (await database.bases.where('topic').equals(thoughtsTopic).toArray()).map(({ id }) => id);
  const known = await database.thoughts.toCollection().primaryKeys();
  return { ids: [...new Set([...known, ...edited])], restored };
}

async function finish(database: Database, ids: string[], restored: 0 | 1): Promise<void> {
  const rows = (await database.thoughts.bulkGet(ids)).filter((row) => row !== undefined);
  if (restored) {
    const lost: ThoughtRow[] = [];
    for (const row of rows) if (await unchanged(database, 'thought', row.thoughtId)) lost.push(row);
    await tellThoughtsAgain(database, lost);
  } else for (const id of ids) await absorb(database, id, undefined);
  await database.settings.delete(unnamed);
}

/** The id under which this device knows a review. */
async function ownId(database: Database, reviewId: string): Promise<string> {
  return (await database.thoughtIds.where('reviewId').equals(reviewId).first())?.thoughtId ?? reviewId;
}

async function absorb(database: Database, id: string, row: ThoughtRow | undefined): Promise<void> {
  if (await database.bases.get(['thought', id])) {
    const base = { kind: 'thought', id, topic: thoughtsTopic } as const;
    await database.bases.put(row ? { ...base, row } : base);
  } else if (row) await database.thoughts.put(row);
  else await database.thoughts.delete(id);
}
