// The caller's own reviews: what changed since a synckey, tombstones included, or newest first by pages.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reading } from '../reading.ts';
import { cutPage, type ListState, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { type Asked, type ReviewPage, withIdx } from './public-list.ts';
import { reviewEntries } from './review-entries.ts';
import { reviewCollection } from './store-review.ts';

/** `wanted` is about rows of `reviews`; `bookId` narrows the list to one book. */
export async function readOwnList(
  reading: Reading,
  vid: string,
  wanted: RawBuilder<SqlBool>,
  bookId: string | undefined,
  asked: Asked,
): Promise<ReviewPage> {
  const db = reading.database.kysely;
  let own = db.selectFrom('reviews').where('reviews.vid', '=', vid);
  if (bookId !== undefined) own = own.where('reviews.book_id', '=', bookId);
  const standing = sql<SqlBool>`(reviews.removed_at = 0 and ${wanted})`;
  const counted = own.select((row) => row.fn.countAll<number>().as('total')).where(standing);
  const { state, totalCount } = await readState(reading, vid, counted);
  const { count = 20, maxIdx } = asked;
  if (maxIdx !== undefined) {
    const page = own.selectAll('reviews').where(standing).orderBy('number', 'desc');
    const rows = await (maxIdx > 0 ? page.where('number', '<', maxIdx) : page).limit(count + 1).execute();
    const shown = rows.slice(0, count);
    return {
      synckey: asked.synckey ?? 0,
      clearAll: 0,
      totalCount,
      hasMore: rows.length > count ? 1 : 0,
      maxIdx: shown.at(-1)?.number ?? 0,
      reviews: await withIdx(db, vid, shown, 'number'),
      removed: [],
    };
  }
  const from = readSyncKey(asked.synckey, reading.life, state);
  const changed = own
    .selectAll('reviews')
    .select(sql<number>`case when ${standing} then 1 else 0 end`.as('stands'))
    .where('sync_key', '>', from.from)
    .where('sync_key', '<=', state.counter)
    .orderBy('sync_key')
    .limit(count + 1);
  const rows = from.from < state.counter ? await changed.execute() : [];
  const { parts, upTo, hasMore } = cutPage({ rows }, count, state.counter);
  const present = parts.rows.filter((row) => Number(row.stands) === 1);
  return {
    synckey: writeSyncKey(upTo, reading.life, from.loading && hasMore ? state : undefined),
    clearAll: from.clearAll,
    restored: from.restored,
    totalCount,
    hasMore,
    maxIdx: 0,
    reviews: await reviewEntries(db, vid, present),
    // A copy that starts from nothing has nothing to remove.
    removed: parts.rows.filter((row) => Number(row.stands) === 0 && from.from !== 0).map((row) => row.review_id),
  };
}

/** The counter and how many there are, in one query: a device with nothing new costs no more. */
async function readState(reading: Reading, vid: string, counted: Expression<{ total: number }>) {
  const row = await reading.database.kysely
    .selectFrom('users as u')
    .leftJoin('sync_counters as c', (join) =>
      join.onRef('c.owner', '=', 'u.vid').on('c.collection', '=', reviewCollection),
    )
    .leftJoin('sync_floors as f', (join) =>
      join.onRef('f.owner', '=', 'u.vid').on('f.collection', '=', reviewCollection),
    )
    .select(['c.value', 'f.floor', 'f.purges', sql<number>`(${counted})`.as('total')])
    .where('u.vid', '=', vid)
    .executeTakeFirstOrThrow();
  const state: ListState = { counter: row.value ?? 0, floor: row.floor ?? 0, purges: row.purges ?? 0 };
  return { state, totalCount: Number(row.total) };
}
