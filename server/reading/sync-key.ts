// The number that a client keeps of an incremental list, and what a list answers to it. Beside the counter it carries
// which server's life it is from, and whether the client is still loading its first copy.

import { sql, type Transaction } from 'kysely';
import { nextSyncKey } from '../base/database/counters.ts';

/** 16 bits of life, 33 of counter, 4 of tag: together the 53 of a safe integer. */
const tags = 16;
const counters = 2 ** 33;
export const lives = 2 ** 16;

export interface ListState {
  /** The collection's counter now. */
  counter: number;
  /** Tombstones up to this key were deleted. */
  floor: number;
  /** How often tombstones were deleted. */
  purges: number;
}

export interface Asked {
  /** Changes after this counter are asked for. */
  from: number;
  /** The first copy is being loaded page by page. */
  loading: boolean;
  /** The client's copy cannot be brought up to date by changes. */
  clearAll: 0 | 1;
  /** The client knows more than this database: it is a copy from before. */
  restored: 0 | 1;
}

/** Reads a client's synckey; one of another life, from the future or older than the tombstones starts over. */
export function readSyncKey(synckey: number | undefined, life: number, state: ListState): Asked {
  const startOver: Asked = { from: 0, loading: true, clearAll: 1, restored: 0 };
  if (!synckey) return startOver;
  const tag = synckey % tags;
  const counter = Math.floor(synckey / tags) % counters;
  const ofOtherLife = Math.floor(synckey / tags / counters) !== life;
  if (ofOtherLife || counter > state.counter) return { ...startOver, restored: 1 };
  if (tag === 0) return counter < state.floor ? startOver : { from: counter, loading: false, clearAll: 0, restored: 0 };
  // A copy that is being loaded holds old rows with small keys, so the floor says nothing about it; a deletion of
  // tombstones in between does.
  return tag === loadingTag(state) ? { from: counter, loading: true, clearAll: 0, restored: 0 } : startOver;
}

/** The synckey of a reply: `upTo` is included, and so is everything before it. */
export function writeSyncKey(upTo: number, life: number, loading?: ListState): number {
  return (life * counters + upTo) * tags + (loading ? loadingTag(loading) : 0);
}

function loadingTag(state: ListState): number {
  return 1 + (state.purges % (tags - 1));
}

export interface Page<P> {
  parts: P;
  upTo: number;
  hasMore: 0 | 1;
}

/**
 * Cuts several lists, each ordered by key and read up to `limit + 1` rows, at one key, so that everything up to that
 * key is included. Keys are unique within the collection.
 */
export function cutPage<P extends Record<string, { sync_key: number }[]>>(
  parts: P,
  limit: number,
  counter: number,
): Page<P> {
  const ends = Object.values(parts)
    .filter((rows) => rows.length > limit)
    .map((rows) => (rows[limit - 1] as { sync_key: number }).sync_key);
  const upTo = Math.min(counter, ...ends);
  const kept = Object.fromEntries(
    Object.entries(parts).map(([name, rows]) => [name, rows.filter((row) => row.sync_key <= upTo)]),
  ) as P;
  return { parts: kept, upTo, hasMore: ends.length > 0 ? 1 : 0 };
}

/**
 * Runs a write that hands out keys one by one: every changed row gets a key of its own, which is what lets a page end
 * anywhere. The counter's row is locked before `work` reads anything, and until the transaction ends.
 * Answers the counter as it is afterwards; a write that changed nothing leaves it as it was.
 */
export async function withSyncKeys<T, R>(
  trx: Transaction<T>,
  owner: string,
  collection: string,
  work: (takeKey: () => number) => Promise<R>,
): Promise<{ counter: number; result: R }> {
  const first = await nextSyncKey(trx, owner, collection);
  let next = first;
  const result = await work(() => next++);
  const counter = next - 1;
  if (counter !== first) {
    await sql`update sync_counters set value = ${counter}
      where owner = ${owner} and collection = ${collection}`.execute(trx);
  }
  return { counter, result };
}
