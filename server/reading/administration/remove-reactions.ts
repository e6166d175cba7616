// Takes back what a reader did under the writing of others: likes, reposts and comments, with the counts kept right. Every
// piece is a transaction of its own, so that it goes on wherever it was cut off.

import { nextSyncKey } from '../../base/database/counters.ts';
import type { Reading, Trx } from '../reading.ts';
import { changeReview, everyone, type ReviewChange, reviewCollection } from '../reviews/store-review.ts';
import type { CommentRow, ReviewRow } from '../schema/reviews.ts';
import { raiseFloor } from '../sync-floors.ts';
import { formerReader, keepFormerReader } from './former-reader.ts';

const atOnce = 100;

export async function removeReactions(reading: Reading, vid: string): Promise<void> {
  await eachReview(reading, 'review_likes', vid, unlike);
  await eachReview(reading, 'reposts', vid, unpost);
  await removeCommentLikes(reading, vid);
}

type Work = (change: ReviewChange, vid: string, reviewId: string) => Promise<void>;

async function eachReview(reading: Reading, table: 'review_likes' | 'reposts', vid: string, work: Work): Promise<void> {
  const db = reading.database.kysely;
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .innerJoin('reviews', 'reviews.review_id', `${table}.review_id`)
      .select(['reviews.review_id', 'reviews.vid'])
      .where(`${table}.vid`, '=', vid)
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return;
    for (const row of rows) await changeReview(reading, row, (change) => work(change, vid, row.review_id));
  }
}

async function unlike({ trx, stored, store }: ReviewChange, vid: string, reviewId: string): Promise<void> {
  const gone = await trx
    .deleteFrom('review_likes')
    .where('review_id', '=', reviewId)
    .where('vid', '=', vid)
    .executeTakeFirst();
  if (gone.numDeletedRows && stored) await store({ ...stored, likes_count: Math.max(0, stored.likes_count - 1) });
}

async function unpost({ trx, stored, store }: ReviewChange, vid: string, reviewId: string): Promise<void> {
  const gone = await trx
    .deleteFrom('reposts')
    .where('review_id', '=', reviewId)
    .where('vid', '=', vid)
    .returning('removed_at')
    .executeTakeFirst();
  if (!gone) return;
  if (Number(gone.removed_at) === 0 && stored) {
    await store({ ...stored, reposts_count: Math.max(0, stored.reposts_count - 1) });
  }
  await startListsAnew(trx);
}

/** Rows went without leaving a tombstone: whoever has a copy of everyone's lists loads it again. */
export async function startListsAnew(trx: Trx): Promise<void> {
  await raiseFloor(trx, everyone, reviewCollection, [await nextSyncKey(trx, everyone, reviewCollection)]);
}

async function removeCommentLikes(reading: Reading, vid: string): Promise<void> {
  for (let left = true; left; ) {
    left = await reading.database.transaction(async (trx) => {
      const rows = await trx
        .selectFrom('comment_likes')
        .select('comment_id')
        .where('vid', '=', vid)
        .orderBy('comment_id')
        .limit(atOnce)
        .execute();
      if (rows.length === 0) return false;
      const ids = rows.map((row) => row.comment_id);
      await trx.deleteFrom('comment_likes').where('vid', '=', vid).where('comment_id', 'in', ids).execute();
      await trx
        .updateTable('comments')
        .set((row) => ({ likes_count: row('likes_count', '-', 1) }))
        .where('comment_id', 'in', ids)
        .where('likes_count', '>', 0)
        .execute();
      return true;
    });
  }
}

/** A comment with answers stands without its words and its author; every other one goes. */
export async function removeComments(reading: Reading, vid: string): Promise<void> {
  const db = reading.database.kysely;
  await reading.database.transaction((trx) => keepFormerReader(trx, reading.now()));
  for (;;) {
    // Answers first: a thread of the reader's own answers then has none.
    const rows = await db
      .selectFrom('comments')
      .selectAll()
      .where('vid', '=', vid)
      .orderBy('created_at', 'desc')
      .limit(atOnce)
      .execute();
    if (rows.length === 0) break;
    for (const row of rows) await removeComment(reading, row);
  }
  await db.updateTable('comments').set({ thread_vid: formerReader }).where('thread_vid', '=', vid).execute();
  await db.updateTable('comments').set({ to_vid: '' }).where('to_vid', '=', vid).execute();
}

async function removeComment(reading: Reading, { comment_id, subject_id }: CommentRow): Promise<void> {
  const review = await reading.database.kysely
    .selectFrom('reviews')
    .select(['vid', 'review_id'])
    .where('review_id', '=', subject_id)
    .executeTakeFirst();
  if (!review) {
    await reading.database.transaction((trx) => deleteOrBlank(trx, comment_id, reading.now()));
    return;
  }
  await changeReview(reading, review, async ({ trx, stored, store, now }) => {
    const before = await deleteOrBlank(trx, comment_id, now);
    if (!stored || !before || Number(before.removed_at) !== 0) return;
    await store(withoutComment(stored));
  });
}

const withoutComment = (row: ReviewRow): ReviewRow => ({
  ...row,
  comments_count: Math.max(0, row.comments_count - 1),
});

/** Answers the row as it was. */
async function deleteOrBlank(trx: Trx, commentId: string, now: number): Promise<CommentRow | undefined> {
  const row = await trx.selectFrom('comments').selectAll().where('comment_id', '=', commentId).executeTakeFirst();
  if (!row) return undefined;
  const answer = await trx
    .selectFrom('comments')
    .select('comment_id')
    .where('thread_id', '=', commentId)
    .limit(1)
    .executeTakeFirst();
  if (answer) {
    await trx
      .updateTable('comments')
      .set({ vid: formerReader, content: '', removed_at: Number(row.removed_at) || now })
      .where('comment_id', '=', commentId)
      .execute();
  } else await trx.deleteFrom('comments').where('comment_id', '=', commentId).execute();
  if (row.thread_id && Number(row.removed_at) === 0) {
    await trx
      .updateTable('comments')
      .set((each) => ({ answers_count: each('answers_count', '-', 1) }))
      .where('comment_id', '=', row.thread_id)
      .where('answers_count', '>', 0)
      .execute();
  }
  return row;
}
