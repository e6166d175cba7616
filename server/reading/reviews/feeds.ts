// What the people whom the caller follows wrote or passed on, newest first, or what changed of it.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { userBriefs } from '../social/user-briefs.ts';
import { cutPage, readSyncKey, writeSyncKey } from '../sync-key.ts';
import {
  countFeed,
  type Follower,
  glanceAtFeed,
  isPassedOn,
  isWritten,
  readFollower,
  stands,
} from './feed-conditions.ts';
import { recommendedPeople, recommendedReviews } from './feed-recommendations.ts';
import { publicState } from './public-list.ts';
import { modeCondition } from './review-conditions.ts';
import { type Entry, reviewEntries } from './review-entries.ts';

type Asked = Params<(typeof reviews)['routes']['GET /review/feeds']>;

export function feedRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /review/feeds': async ({ vid }: Caller, params: Asked) => {
      const { totalCount, ...page } =
        (await nothingNew(reading, vid, params)) ?? (await feedPage(reading, vid, params));
      return {
        ...page,
        totalCount,
        recmReviews: params.getrecmreviews ? await recommendedReviews(db, vid, params.listMode) : [],
        recmUsers: params.getrecmusers ? await recommendedPeople(db, vid) : [],
      };
    },
  };
}

/** A device that has everything is told so by one query; undefined when there is more to say. */
async function nothingNew(reading: Reading, vid: string, { maxIdx = 0, synckey = 0, listMode }: Asked) {
  if (maxIdx > 0 || synckey === 0) return undefined;
  const { state, life, totalCount } = await glanceAtFeed(reading, vid, listMode);
  const asked = readSyncKey(synckey, life, state);
  if (asked.clearAll || asked.from < state.counter) return undefined;
  const page = { clearAll: 0 as const, hasMore: 0 as const, maxIdx: 0, reviews: [], removed: [] };
  return { ...page, synckey: writeSyncKey(state.counter, life), totalCount };
}

async function feedPage(reading: Reading, vid: string, { count = 20, maxIdx = 0, synckey = 0, listMode }: Asked) {
  const db = reading.database.kysely;
  const follower = await readFollower(db, vid);
  const totalCount = await countFeed(db, follower, listMode);
  const { state, life } = await publicState(reading, vid);
  const asked = readSyncKey(synckey, life, state);
  const mode = modeCondition(listMode);
  if (maxIdx === 0 && asked.from > 0) {
    const changes = await feedChanges(db, follower, mode, { after: asked.from, upTo: state.counter, count });
    const { rows, removed, hasMore, upTo } = changes;
    const entries = await feedEntries(db, vid, rows);
    const base = { synckey: writeSyncKey(upTo, life), clearAll: 0 as const, totalCount };
    return { ...base, hasMore, maxIdx: 0, reviews: entries, removed };
  }
  const rows = await feedRows(db, follower, mode, count + 1, maxIdx);
  const shown = rows.slice(0, count);
  return {
    synckey: maxIdx === 0 ? writeSyncKey(state.counter, life) : synckey,
    clearAll: maxIdx === 0 ? (1 as const) : (0 as const),
    hasMore: rows.length > count ? (1 as const) : (0 as const),
    maxIdx: shown.at(-1)?.place ?? 0,
    reviews: await feedEntries(db, vid, shown),
    removed: [],
    totalCount,
  };
}

/** A review at its place in the feed, and who passed it on ('' for one by someone whom the caller follows). */
type FeedRow = ReviewRow & { place: number; via: string };

async function feedRows(db: Db, follower: Follower, mode: RawBuilder<SqlBool>, limit: number, before: number) {
  const { vid } = follower;
  let written = db.selectFrom('reviews').selectAll('reviews').where(isWritten(follower)).where(stands(vid, mode));
  let passed = selectPassed(db).where(isPassedOn(follower)).where(stands(vid, mode));
  if (before > 0) {
    written = written.where('reviews.number', '<', before);
    passed = passed.where('reposts.number', '<', before);
  }
  const rows: FeedRow[] = [
    ...(await written.orderBy('reviews.number', 'desc').limit(limit).execute()).map((row) => ({
      ...row,
      place: row.number,
      via: '',
    })),
    ...(await passed.orderBy('reposts.number', 'desc').limit(limit).execute()),
  ];
  return rows.sort((a, b) => b.place - a.place).slice(0, limit);
}

function selectPassed(db: Db) {
  return db
    .selectFrom('reposts')
    .innerJoin('reviews', 'reviews.review_id', 'reposts.review_id')
    .selectAll('reviews')
    .select(['reposts.number as place', 'reposts.vid as via', 'reposts.public_key as passed_key']);
}

/** One that several passed on, or whose author is followed too, stands once on a page: where it came first. */
async function feedEntries(db: Db, viewer: string, rows: readonly FeedRow[]): Promise<Entry[]> {
  const first = new Map<string, FeedRow>();
  for (const row of rows) if (!first.has(row.review_id)) first.set(row.review_id, row);
  const entries = await reviewEntries(db, viewer, [...first.values()]);
  const people = await userBriefs(
    db,
    viewer,
    [...first.values()].map((row) => row.via),
  );
  return entries.map((entry) => {
    const { place = 0, via = '' } = first.get(entry.reviewId) ?? {};
    const repostedBy = people.get(via);
    return { ...entry, idx: place, ...(repostedBy ? { repostedBy } : {}) };
  });
}

/** Reviews that changed, or were passed on or not any more: those in the feed now, and those that are not. */
async function feedChanges(
  db: Db,
  follower: Follower,
  mode: RawBuilder<SqlBool>,
  window: { after: number; upTo: number; count: number },
) {
  const { followed } = follower;
  const { after, upTo, count } = window;
  if (after >= upTo) return { rows: [], removed: [], hasMore: 0 as const, upTo };
  const isNew = sql<SqlBool>`(reviews.public_key > ${after} and reviews.public_key <= ${upTo}
    and reviews.was_shared = 1)`;
  const written = db
    .selectFrom('reviews')
    .select(['reviews.review_id', 'reviews.public_key as sync_key'])
    .where(sql<SqlBool>`reviews.vid in ${followed}`)
    .where(isNew);
  const ofPassed = db
    .selectFrom('reposts')
    .innerJoin('reviews', 'reviews.review_id', 'reposts.review_id')
    .select(['reviews.review_id', 'reviews.public_key as sync_key'])
    .where(sql<SqlBool>`reposts.vid in ${followed}`)
    .where(isNew);
  const changed = await written
    .union(ofPassed)
    .orderBy('sync_key')
    .limit(count + 1)
    .execute();
  const passed = await db
    .selectFrom('reposts')
    .select(['review_id', 'public_key as sync_key'])
    .where('public_key', '>', after)
    .where('public_key', '<=', upTo)
    .where(sql<SqlBool>`reposts.vid in ${followed}`)
    .orderBy('public_key')
    .limit(count + 1)
    .execute();
  const { parts, upTo: reached, hasMore } = cutPage({ changed, passed }, count, upTo);
  const ids = [...new Set([...parts.changed, ...parts.passed].map((row) => row.review_id))].slice(0, 1000);
  const rows = ids.length === 0 ? [] : await feedRowsOf(db, follower, mode, ids);
  const there = new Set(rows.map((row) => row.review_id));
  return { rows: rows.slice(0, 100), removed: ids.filter((id) => !there.has(id)), hasMore, upTo: reached };
}

async function feedRowsOf(db: Db, follower: Follower, mode: RawBuilder<SqlBool>, ids: string[]): Promise<FeedRow[]> {
  const { vid } = follower;
  const written = await db
    .selectFrom('reviews')
    .selectAll('reviews')
    .where('reviews.review_id', 'in', ids)
    .where(isWritten(follower))
    .where(stands(vid, mode))
    .execute();
  const passed = await selectPassed(db)
    .where('reviews.review_id', 'in', ids)
    .where(isPassedOn(follower))
    .where(stands(vid, mode))
    .execute();
  const rows = [...written.map((row) => ({ ...row, place: row.number, via: '' })), ...passed];
  const newest = new Map<string, FeedRow>();
  for (const row of rows.sort((a, b) => b.place - a.place)) {
    if (!newest.has(row.review_id)) newest.set(row.review_id, row);
  }
  return [...newest.values()];
}
