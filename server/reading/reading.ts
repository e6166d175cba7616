// What every domain of the reading service works with: the database, the clock, this database's life, and work for after
// the answer.
// Knows no HTTP; made once at start, or by a test with a clock of its own.

import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { CounterTable } from '../base/database/counters.ts';
import type { Database } from '../base/database/database.ts';
import type { Jobs } from '../base/jobs/jobs.ts';
import { keepFact } from './facts.ts';
import type { ReadingSchema } from './schema.ts';
import { type ListState, lives } from './sync-key.ts';

export type Tables = ReadingSchema & CounterTable;
export type Trx = Transaction<Tables>;
export type Db = Kysely<Tables>;

export interface Reading {
  database: Database<Tables>;
  /** Unix seconds. */
  now(): number;
  /** A random number made with the database, by which synckeys of another server's life are known. */
  life: number;
  /** Asks for work that is done after the answer; `define-jobs.ts` says which kinds there are. */
  jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
  /** Bytes that a reader may keep unless told otherwise; 0 without limit. */
  quota: number;
}

/** Whoever is signed in, as a handler sees them. */
export interface Caller {
  vid: string;
  sessionId: string;
  deviceId: string;
}

/** `now` in Unix seconds; `quota` in bytes, 0 without limit. */
export async function openReading(
  database: Database<Tables>,
  jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>,
  now = unixNow,
  quota = 0,
): Promise<Reading> {
  const life = await keepFact(database, 'life', () => String(randomInt(1, lives)));
  return { database, now, life: Number(life), jobs, quota };
}

/** Ends the synckeys of clients that knew this database before it was restored from a copy. */
// biome-ignore lint/suspicious/noExplicitAny: the tables may be those of an earlier version.
export async function newLife(db: Kysely<any>, random: (from: number, until: number) => number): Promise<void> {
  const former = await db.selectFrom('facts').select('value').where('name', '=', 'life').executeTakeFirst();
  let life = random(1, lives);
  while (String(life) === former?.value) life = random(1, lives);
  await db
    .updateTable('facts')
    .set({ value: String(life) })
    .where('name', '=', 'life')
    .execute();
}

/** Seconds. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}

export const noState: ListState = { counter: 0, floor: 0, purges: 0 };

/** Counter and floor of a list in one indexed query. */
export async function listState(db: Db | Trx, owner: string, collection: string): Promise<ListState> {
  const [state = noState] = await listStates(db, [[owner, collection]]);
  return state;
}

/** The same of several lists, in their order. */
export async function listStates(
  db: Db | Trx,
  lists: readonly (readonly [owner: string, collection: string])[],
): Promise<ListState[]> {
  const rows = await db
    .selectFrom('sync_counters as c')
    .leftJoin('sync_floors as f', (join) =>
      join.onRef('f.owner', '=', 'c.owner').onRef('f.collection', '=', 'c.collection'),
    )
    .select(['c.owner', 'c.collection', 'c.value', 'f.floor', 'f.purges'])
    .where((where) =>
      where.or(lists.map(([owner, collection]) => where('c.owner', '=', owner).and('c.collection', '=', collection))),
    )
    .execute();
  return lists.map(([owner, collection]) => {
    const row = rows.find((each) => each.owner === owner && each.collection === collection);
    return { counter: row?.value ?? 0, floor: row?.floor ?? 0, purges: row?.purges ?? 0 };
  });
}
