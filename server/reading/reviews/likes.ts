// Likes and reposts of reviews, and likes of what stands on someone's shelf. Each person counts once, however often and
// from however many devices they tap.

import type { Static } from 'typebox';
import { AppError } from '../../../api/errors.ts';
import type { UserBrief } from '../../../api/nouns/user.ts';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import { nextSyncKey } from '../../base/database/counters.ts';
import { readBook } from '../books/book-access.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import { userBriefs } from '../social/user-briefs.ts';
import { blockedVids, mayMeet, maySeeReadingOfBook } from '../social/visibility.ts';
import { hiddenCounts, noHidden } from './reactions.ts';
import { readReview } from './review-access.ts';
import { changeReview, everyone, type ReviewChange, reviewCollection } from './store-review.ts';

type Routes = (typeof reviews)['routes'];
type ShelfItem = Params<Routes['GET /like/get']>;
const shownShelfLikes = 100;

export function likeRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'POST /review/like': async ({ vid }: Caller, { reviewId, isUnlike }: Params<Routes['POST /review/like']>) => {
      const review = await readReview(db, vid, reviewId);
      const isLike = isUnlike ? (0 as const) : (1 as const);
      const { result } = await changeReview(reading, review, (change) =>
        isLike ? likeReview(change, vid) : unlikeReview(change, vid),
      );
      return { reviewId, isLike, likesCount: result.likes_count - (await hiddenOf(db, vid, reviewId)).likes };
    },

    'POST /review/repost': async ({ vid }: Caller, { reviewId, repost }: Params<Routes['POST /review/repost']>) => {
      const review = await readReview(db, vid, reviewId);
      const isOpen = !review.is_private && !review.friends_only && !review.hidden_from_friends;
      if (repost && !isOpen) throw new AppError('no_permission', 'Only a review for everyone can be passed on.');
      const { result } = await changeReview(reading, review, (change) => repostReview(change, vid, repost));
      const hidden = await hiddenOf(db, vid, reviewId);
      return { reviewId, isReposted: repost, repostCount: result.reposts_count - hidden.reposts };
    },

    'GET /like/add': async ({ vid }: Caller, params: Params<Routes['GET /like/add']>) => {
      const type = params.type ?? 0;
      await checkShelfItem(db, vid, params);
      const key = { owner_vid: params.userVid, book_id: params.bookId, type, vid };
      if (params.isUnlike) await unlikeShelfItem(db, key);
      else await likeShelfItem(db, key, reading.now());
      const { isLike, likesCount } = await shelfLikes(db, vid, params);
      return { bookId: params.bookId, userVid: params.userVid, isLike, likesCount };
    },

    'GET /like/get': async ({ vid }: Caller, params: ShelfItem) => {
      await checkShelfItem(db, vid, params);
      return { bookId: params.bookId, userVid: params.userVid, ...(await shelfLikes(db, vid, params)) };
    },
  };
}

async function hiddenOf(db: Db, viewer: string, reviewId: string) {
  const hidden = await hiddenCounts(db, await blockedVids(db, viewer), [reviewId]);
  return hidden.get(reviewId) ?? noHidden;
}

async function likeReview({ trx, stored, store, now }: ReviewChange, vid: string) {
  if (stored?.removed_at !== 0) throw new AppError('gone', 'That review was deleted.');
  const number = stored.likes_made + 1;
  const added = await trx
    .insertInto('review_likes')
    .values({ review_id: stored.review_id, vid, number, liked_at: now })
    .onConflict((conflict) => conflict.columns(['review_id', 'vid']).doNothing())
    .executeTakeFirst();
  if (!added.numInsertedOrUpdatedRows) return stored;
  return store({ ...stored, likes_made: number, likes_count: stored.likes_count + 1 });
}

async function unlikeReview({ trx, stored, store }: ReviewChange, vid: string) {
  if (stored?.removed_at !== 0) throw new AppError('gone', 'That review was deleted.');
  const removed = await trx
    .deleteFrom('review_likes')
    .where('review_id', '=', stored.review_id)
    .where('vid', '=', vid)
    .executeTakeFirst();
  if (!removed.numDeletedRows) return stored;
  return store({ ...stored, likes_count: stored.likes_count - 1 });
}

async function repostReview({ trx, stored, store, now }: ReviewChange, vid: string, repost: 0 | 1) {
  if (stored?.removed_at !== 0) throw new AppError('gone', 'That review was deleted.');
  const known = await trx
    .selectFrom('reposts')
    .selectAll()
    .where('vid', '=', vid)
    .where('review_id', '=', stored.review_id)
    .executeTakeFirst();
  const stands = known !== undefined && known.removed_at === 0;
  if (stands === (repost === 1)) return stored;
  const kept = await store({ ...stored, reposts_count: stored.reposts_count + (repost ? 1 : -1) });
  await storeRepost(trx, { vid, review_id: stored.review_id }, repost ? 0 : now, now);
  return kept;
}

async function storeRepost(trx: Trx, key: { vid: string; review_id: string }, removedAt: number, now: number) {
  const public_key = await nextSyncKey(trx, everyone, reviewCollection);
  const state = { public_key, removed_at: removedAt, ...(removedAt ? {} : { number: public_key, reposted_at: now }) };
  await trx
    .insertInto('reposts')
    .values({ number: public_key, reposted_at: now, ...key, ...state })
    .onConflict((conflict) => conflict.columns(['vid', 'review_id']).doUpdateSet(state))
    .execute();
}

/** `not_found` unless the book is in that state on the owner's shelf and the caller may know it. */
async function checkShelfItem(db: Db, viewer: string, { bookId, userVid, type = 0 }: ShelfItem): Promise<void> {
  await readBook(db, viewer, bookId);
  const entry = await db
    .selectFrom('shelf_entries as e')
    .leftJoin('book_states as s', (join) => join.onRef('s.vid', '=', 'e.vid').onRef('s.book_id', '=', 'e.item_id'))
    .leftJoin('progress as p', (join) => join.onRef('p.vid', '=', 'e.vid').onRef('p.book_id', '=', 'e.item_id'))
    .select(['s.status', 'p.started_at'])
    .where('e.vid', '=', userVid)
    .where('e.kind', '=', 'book')
    .where('e.item_id', '=', bookId)
    .where('e.removed_at', '=', 0)
    .where(maySeeReadingOfBook(viewer, 'e.vid', 'e.item_id'))
    .executeTakeFirst();
  const isFinished = entry?.status === 'finished';
  const isRead = !isFinished && (entry?.status === 'reading' || (entry?.started_at ?? 0) > 0);
  const fits = entry && (type === 0 || (type === 1 ? isRead : isFinished));
  if (!fits) throw new AppError('not_found', 'There is no such book on that shelf.', { bookId, userVid });
}

type ShelfLikeKey = { owner_vid: string; book_id: string; type: number; vid: string };

async function likeShelfItem(db: Db, key: ShelfLikeKey, now: number): Promise<void> {
  await db
    .insertInto('shelf_likes')
    .values({ ...key, liked_at: now })
    .onConflict((conflict) => conflict.columns(['owner_vid', 'book_id', 'type', 'vid']).doNothing())
    .execute();
}

async function unlikeShelfItem(db: Db, key: ShelfLikeKey): Promise<void> {
  await db
    .deleteFrom('shelf_likes')
    .where('owner_vid', '=', key.owner_vid)
    .where('book_id', '=', key.book_id)
    .where('type', '=', key.type)
    .where('vid', '=', key.vid)
    .execute();
}

/** The newest likes, and how many there are, of people whom the viewer may meet. */
async function shelfLikes(db: Db, viewer: string, { bookId, userVid, type = 0 }: ShelfItem) {
  const likes = db
    .selectFrom('shelf_likes')
    .where('owner_vid', '=', userVid)
    .where('book_id', '=', bookId)
    .where('type', '=', type)
    .where(mayMeet(viewer, 'shelf_likes.vid'));
  const counted = await likes
    .select((row) => [
      row.fn.countAll<number>().as('total'),
      row.fn.sum<number>(row.case().when('vid', '=', viewer).then(1).else(0).end()).as('own'),
    ])
    .executeTakeFirstOrThrow();
  const newest = await likes.select('vid').orderBy('liked_at', 'desc').orderBy('vid').limit(shownShelfLikes).execute();
  const people = await userBriefs(
    db,
    viewer,
    newest.map((row) => row.vid),
  );
  const shown: Static<typeof UserBrief>[] = newest.flatMap((row) => people.get(row.vid) ?? []);
  return {
    isLike: Number(counted.own ?? 0) > 0 ? (1 as const) : (0 as const),
    likesCount: Number(counted.total),
    likes: shown,
  };
}
