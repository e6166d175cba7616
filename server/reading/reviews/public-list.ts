// One page, or the changes, of a list of reviews that others may read. Pages go by a key that only grows smaller, so that
// new reviews shift nothing; changes go by the counter that every public change raises, and start over when the viewer's
// own standing to others changed.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, listStates, noState, type Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { lifeOfSight, sightCollection } from '../social/visibility.ts';
import { type ListState, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { isVisible } from './review-access.ts';
import { type Entry, reviewEntries } from './review-entries.ts';
import { everyone, reviewCollection } from './store-review.ts';

export interface PublicList {
  /** What never changes about a review, such as its book: what the list's copy could ever have held. */
  within: RawBuilder<SqlBool>;
  /** What else a review needs to stand in the list, beside that the viewer may see it. */
  wanted: RawBuilder<SqlBool>;
  order: 'rank' | 'number';
}

export interface Asked {
  count?: number;
  maxIdx?: number;
  synckey?: number;
}

export interface ReviewPage {
  synckey: number;
  clearAll: 0 | 1;
  /** In one's own list only: others' copies have nothing to tell. */
  restored?: 0 | 1;
  totalCount: number;
  hasMore: 0 | 1;
  maxIdx: number;
  reviews: Entry[];
  removed: string[];
}

/** In someone's lists of others' reviews, private ones have no place, not even their own. */
export function standsIn(list: PublicList, viewer: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(reviews.is_private = 0 and ${isVisible(viewer)} and ${list.wanted})`;
}

/** Of the counter that every public change raises, and the life of this viewer's synckeys of it; in one query. */
export async function publicState(reading: Reading, viewer: string): Promise<{ state: ListState; life: number }> {
  const [state = noState, sight = noState] = await listStates(reading.database.kysely, [
    [everyone, reviewCollection],
    [viewer, sightCollection],
  ]);
  return { state, life: lifeOfSight(reading.life, sight.counter) };
}

export async function readPublicList(
  reading: Reading,
  viewer: string,
  list: PublicList,
  { count = 20, maxIdx = 0, synckey = 0, ...known }: Asked & { totalCount?: number },
): Promise<ReviewPage> {
  const db = reading.database.kysely;
  const { state, life } = await publicState(reading, viewer);
  const asked = readSyncKey(synckey, life, state);
  const [totalCount = 0] = known.totalCount === undefined ? await countList(db, viewer, list) : [known.totalCount];
  if (maxIdx === 0 && asked.from > 0) {
    const changes = await readChanges(db, viewer, list, { after: asked.from, upTo: state.counter, count });
    return { ...changes, synckey: writeSyncKey(changes.upTo, life), clearAll: 0, totalCount, maxIdx: 0 };
  }
  const page = await readPage(db, viewer, list, count, maxIdx);
  // A later page is no base for changes: what came before it may have changed since.
  const base = maxIdx === 0 ? writeSyncKey(state.counter, life) : synckey;
  return { ...page, synckey: base, clearAll: maxIdx === 0 ? 1 : 0, totalCount, removed: [] };
}

/** How many there are, and how many of them each further condition holds for: one way through the list for all. */
export async function countList(
  db: Db,
  viewer: string,
  list: PublicList,
  also: readonly RawBuilder<SqlBool>[] = [],
): Promise<number[]> {
  const counts = also.map((condition, index) =>
    sql<number | null>`sum(case when ${condition} then 1 else 0 end)`.as(`also_${index}`),
  );
  const row = await db
    .selectFrom('reviews')
    .select(sql<number>`count(*)`.as('total'))
    .select(counts)
    .where(list.within)
    .where(standsIn(list, viewer))
    .executeTakeFirstOrThrow();
  const named = row as unknown as Record<string, number | null>;
  return [row.total, ...also.map((_, index) => named[`also_${index}`] ?? 0)].map(Number);
}

async function readPage(db: Db, viewer: string, list: PublicList, count: number, maxIdx: number) {
  const key = list.order;
  let query = db.selectFrom('reviews').selectAll('reviews').where(list.within).where(standsIn(list, viewer));
  if (maxIdx > 0) query = query.where(`reviews.${key}`, '<', maxIdx);
  const rows = await query
    .orderBy(`reviews.${key}`, 'desc')
    .limit(count + 1)
    .execute();
  const shown = rows.slice(0, count);
  return {
    reviews: await withIdx(db, viewer, shown, key),
    hasMore: rows.length > count ? (1 as const) : (0 as const),
    maxIdx: shown.at(-1)?.[key] ?? 0,
  };
}

/** Each entry with its own place, which is the next `maxIdx` after it. */
export async function withIdx(db: Db, viewer: string, rows: readonly ReviewRow[], key: 'rank' | 'number') {
  const entries = await reviewEntries(db, viewer, rows);
  const places = new Map(rows.map((row) => [row.review_id, row[key]]));
  return entries.map((entry) => ({ ...entry, idx: places.get(entry.reviewId) ?? 0 }));
}

interface Changes {
  reviews: Entry[];
  removed: string[];
  hasMore: 0 | 1;
  upTo: number;
}

async function readChanges(
  db: Db,
  viewer: string,
  list: PublicList,
  window: { after: number; upTo: number; count: number },
): Promise<Changes> {
  if (window.after >= window.upTo) return { reviews: [], removed: [], hasMore: 0, upTo: window.upTo };
  const stands = sql<number>`case when ${standsIn(list, viewer)} then 1 else 0 end`.as('stands');
  const rows = await db
    .selectFrom('reviews')
    .selectAll('reviews')
    .select(stands)
    .where(list.within)
    .where('was_shared', '=', 1)
    .where('public_key', '>', window.after)
    .where('public_key', '<=', window.upTo)
    .orderBy('public_key')
    .limit(window.count + 1)
    .execute();
  const shown = rows.slice(0, window.count);
  const more = rows.length > window.count;
  const present = shown.filter((row) => Number(row.stands) === 1);
  return {
    reviews: await withIdx(db, viewer, present, list.order),
    removed: shown.filter((row) => Number(row.stands) === 0).map((row) => row.review_id),
    hasMore: more ? 1 : 0,
    upTo: more ? (shown.at(-1)?.public_key ?? window.upTo) : window.upTo,
  };
}
