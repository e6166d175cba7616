// What readers did about a page of reviews: who likes them, what the viewer did, and how much of the counts comes from
// people whom the viewer may not meet, which is taken off.

import { sql } from 'kysely';
import type { Db } from '../reading.ts';
import { mayMeet } from '../social/visibility.ts';

/** Places among likes and comments are kept in four bytes, and no question may be beyond that. */
export const withinNumbers = (place: number) => Math.min(place, 2_147_483_647);

/** Likes among which the shown ones are looked for. */
const lastLikes = 16;
const shownLikes = 5;

/** vids of the newest likes of each review, newest first. */
export async function firstLikes(db: Db, viewer: string, reviewIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('review_likes')
    .innerJoin('reviews', 'reviews.review_id', 'review_likes.review_id')
    .select(['review_likes.review_id', 'review_likes.vid'])
    .where('review_likes.review_id', 'in', reviewIds)
    .where(sql<boolean>`review_likes.number > reviews.likes_made - ${lastLikes}`)
    .where(mayMeet(viewer, 'review_likes.vid'))
    .orderBy('review_likes.number', 'desc')
    .execute();
  const byReview = Map.groupBy(rows, (row) => row.review_id);
  return new Map([...byReview].map(([id, likes]) => [id, likes.slice(0, shownLikes).map((like) => like.vid)]));
}

export interface OwnReactions {
  liked: Set<string>;
  reposted: Set<string>;
}

export async function ownReactions(db: Db, viewer: string, reviewIds: readonly string[]): Promise<OwnReactions> {
  const likes = db.selectFrom('review_likes').select('review_id').where('review_id', 'in', reviewIds);
  const reposts = db.selectFrom('reposts').select('review_id').where('review_id', 'in', reviewIds);
  return {
    liked: idSet(await likes.where('vid', '=', viewer).execute()),
    reposted: idSet(await reposts.where('vid', '=', viewer).where('removed_at', '=', 0).execute()),
  };
}

const idSet = (rows: { review_id: string }[]) => new Set(rows.map((row) => row.review_id));

export interface Hidden {
  likes: number;
  comments: number;
  reposts: number;
}

export const noHidden: Hidden = { likes: 0, comments: 0, reposts: 0 };

/** By review: what of its counts comes from the blocked people. */
export async function hiddenCounts(
  db: Db,
  blocked: readonly string[],
  reviewIds: readonly string[],
): Promise<Map<string, Hidden>> {
  const hidden = new Map<string, Hidden>();
  if (blocked.length === 0) return hidden;
  const total = sql<number>`count(*)`.as('total');
  const [likes, reposts, comments] = await Promise.all([
    db
      .selectFrom('review_likes')
      .select(['review_id as id', total])
      .where('review_id', 'in', reviewIds)
      .where('vid', 'in', blocked)
      .groupBy('review_id')
      .execute(),
    db
      .selectFrom('reposts')
      .select(['review_id as id', total])
      .where('review_id', 'in', reviewIds)
      .where('vid', 'in', blocked)
      .where('removed_at', '=', 0)
      .groupBy('review_id')
      .execute(),
    db
      .selectFrom('comments')
      .select(['subject_id as id', total])
      .where('subject_kind', '=', 'review')
      .where('subject_id', 'in', reviewIds)
      .where((where) => where.or([where('vid', 'in', blocked), where('thread_vid', 'in', blocked)]))
      .where('removed_at', '=', 0)
      .groupBy('subject_id')
      .execute(),
  ]);
  const put = (rows: { id: string; total: number }[], name: keyof Hidden) => {
    for (const { id, total: count } of rows) hidden.set(id, { ...(hidden.get(id) ?? noHidden), [name]: Number(count) });
  };
  put(likes, 'likes');
  put(reposts, 'reposts');
  put(comments, 'comments');
  return hidden;
}
