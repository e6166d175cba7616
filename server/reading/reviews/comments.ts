// Comments under reviews: writing, liking, deleting and paging them. An answer belongs to the thread of the comment that
// began it; a deleted comment with answers stands without its words.

import { AppError } from '../../../api/errors.ts';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import { claimEdit } from '../edits.ts';
import { storableText } from '../import/storing/storable.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import type { CommentRow, ReviewRow } from '../schema/reviews.ts';
import { newId } from '../sign-in/tokens.ts';
import { blockedVids, checkMeets } from '../social/visibility.ts';
import { answersOnWire, type Subject, selectComments, shownAnswers, threadsOnWire } from './comment-rows.ts';
import { hiddenCounts, withinNumbers } from './reactions.ts';
import { readReview } from './review-access.ts';
import { changeReview, type ReviewChange } from './store-review.ts';

type Routes = (typeof reviews)['routes'];
type Commented = Params<Routes['POST /review/comment']>;
const mostComments = 100_000;
const allAnswers = 100;

export function commentRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'POST /review/comment': async ({ vid }: Caller, params: Commented) => {
      const review = await readReview(db, vid, params.reviewId);
      const answered = params.toCommentId ? await readComment(db, vid, params.toCommentId) : undefined;
      if (answered && answered.subject_id !== params.reviewId) throw noComment(params.toCommentId as string);
      if (params.toUserVid && params.toUserVid !== answered?.vid) await checkMeets(db, vid, params.toUserVid);
      const { result } = await changeReview(reading, review, (change) =>
        addComment(reading, change, newComment(vid, params, answered, reading.now()), params),
      );
      const [comment] = await threadsOnWire(db, vid, [result], shownAnswers);
      if (!comment) throw noComment(result.comment_id);
      return { commentId: result.comment_id, comment, commentsCount: await countFor(db, vid, params.reviewId) };
    },

    'POST /review/commentlike': async (
      { vid }: Caller,
      { commentId, isUnlike }: Params<Routes['POST /review/commentlike']>,
    ) => {
      const comment = await readComment(db, vid, commentId);
      await readReview(db, vid, comment.subject_id);
      const isLike = isUnlike ? (0 as const) : (1 as const);
      await reading.database.transaction((trx) => likeComment(trx, commentId, vid, isLike, reading.now()));
      const [answer] = await answersOnWire(db, vid, [await readComment(db, vid, commentId)]);
      return { commentId, isLike, likesCount: answer?.likesCount ?? 0 };
    },

    'POST /review/delComment': async ({ vid }: Caller, { commentId }: Params<Routes['POST /review/delComment']>) => {
      const comment = await readComment(db, vid, commentId, true);
      const review = await readReview(db, vid, comment.subject_id);
      if (vid !== comment.vid && vid !== review.vid) throw new AppError('no_permission');
      await changeReview(reading, review, (change) => removeComment(change, commentId));
      return { commentId, commentsCount: await countFor(db, vid, review.review_id) };
    },

    'GET /review/commentloadmore': ({ vid }: Caller, params: Params<Routes['GET /review/commentloadmore']>) =>
      loadMore(db, vid, params),
  };
}

function noComment(commentId: string): AppError {
  return new AppError('not_found', 'There is no such comment for this account.', { commentId });
}

/** A living comment of a review that the viewer may see; deleted ones only when asked for. */
async function readComment(db: Db | Trx, viewer: string, commentId: string, withDeleted = false): Promise<CommentRow> {
  const rows = withDeleted
    ? db.selectFrom('comments').selectAll()
    : selectComments(db, viewer).where('removed_at', '=', 0);
  const row = await rows.where('comment_id', '=', commentId).where('subject_kind', '=', 'review').executeTakeFirst();
  if (!row) throw noComment(commentId);
  return row;
}

function newComment(vid: string, params: Commented, answered: CommentRow | undefined, now: number): CommentRow {
  const content = storableText(params.content).trim();
  if (content === '') throw new AppError('bad_argument', undefined, { content: 'must not be empty' });
  return {
    comment_id: newId('c'),
    subject_kind: 'review',
    subject_id: params.reviewId,
    vid,
    number: 0,
    thread_id: answered ? answered.thread_id || answered.comment_id : '',
    thread_vid: answered ? answered.thread_vid : vid,
    to_comment_id: answered?.comment_id ?? '',
    to_vid: answered?.vid ?? params.toUserVid ?? '',
    content,
    is_reward: params.isReward ?? 0,
    likes_count: 0,
    answers_count: 0,
    created_at: Math.min(params.editTime ?? now, now),
    removed_at: 0,
  };
}

/** Answers the stored comment; that of the same event when it came before. */
async function addComment(
  reading: Reading,
  { trx, stored, store }: ReviewChange,
  comment: CommentRow,
  params: Commented,
): Promise<CommentRow> {
  if (stored?.removed_at !== 0) throw new AppError('gone', 'That review was deleted.', { reviewId: params.reviewId });
  if (!(await claimEdit(reading, trx, comment.vid, params, comment.comment_id))) {
    return readByEvent(trx, comment.vid, params.eventId as string);
  }
  if (stored.comments_made >= mostComments) {
    throw new AppError('limit_reached', `A review has at most ${mostComments} comments.`, { limit: mostComments });
  }
  const row = { ...comment, number: stored.comments_made + 1 };
  await trx.insertInto('comments').values(row).execute();
  if (row.thread_id) await countAnswer(trx, row.thread_id, 1);
  await store({ ...stored, comments_made: row.number, comments_count: stored.comments_count + 1 });
  return row;
}

async function readByEvent(trx: Trx, vid: string, eventId: string): Promise<CommentRow> {
  const row = await trx
    .selectFrom('applied_events')
    .innerJoin('comments', 'comments.comment_id', 'applied_events.target')
    .selectAll('comments')
    .where('applied_events.vid', '=', vid)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (!row) throw new AppError('bad_argument', undefined, { eventId: 'was used for another edit' });
  return row;
}

async function removeComment({ trx, stored, store, now }: ReviewChange, commentId: string): Promise<void> {
  const removed = await trx
    .updateTable('comments')
    .set({ removed_at: now, content: '' })
    .where('comment_id', '=', commentId)
    .where('removed_at', '=', 0)
    .returning('thread_id')
    .executeTakeFirst();
  if (!removed || !stored) return;
  if (removed.thread_id) await countAnswer(trx, removed.thread_id, -1);
  await store({ ...stored, comments_count: stored.comments_count - 1 });
}

async function countAnswer(trx: Trx, threadId: string, difference: 1 | -1): Promise<void> {
  await trx
    .updateTable('comments')
    .set((row) => ({ answers_count: row('answers_count', '+', difference) }))
    .where('comment_id', '=', threadId)
    .execute();
}

async function likeComment(trx: Trx, commentId: string, vid: string, isLike: 0 | 1, now: number): Promise<void> {
  const changed = isLike
    ? await trx
        .insertInto('comment_likes')
        .values({ comment_id: commentId, vid, liked_at: now })
        .onConflict((conflict) => conflict.columns(['comment_id', 'vid']).doNothing())
        .executeTakeFirst()
    : await trx
        .deleteFrom('comment_likes')
        .where('comment_id', '=', commentId)
        .where('vid', '=', vid)
        .executeTakeFirst();
  const count = 'numDeletedRows' in changed ? changed.numDeletedRows : changed.numInsertedOrUpdatedRows;
  if (!count) return;
  await trx
    .updateTable('comments')
    .set((row) => ({ likes_count: row('likes_count', '+', isLike ? 1 : -1) }))
    .where('comment_id', '=', commentId)
    .execute();
}

async function countFor(db: Db, viewer: string, reviewId: string): Promise<number> {
  const row = await db
    .selectFrom('reviews')
    .select('comments_count')
    .where('review_id', '=', reviewId)
    .executeTakeFirstOrThrow();
  return row.comments_count - (await hiddenComments(db, viewer, reviewId));
}

async function hiddenComments(db: Db, viewer: string, reviewId: string): Promise<number> {
  const hidden = await hiddenCounts(db, await blockedVids(db, viewer), [reviewId]);
  return hidden.get(reviewId)?.comments ?? 0;
}

async function loadMore(db: Db, vid: string, params: Params<Routes['GET /review/commentloadmore']>) {
  const { commentId, count = 20, maxIdx = 0 } = params;
  if (commentId) {
    const thread = await readComment(db, vid, commentId, true);
    await readReview(db, vid, thread.subject_id);
    return { comments: [], ...(await answerPage(db, vid, thread, count, maxIdx)) };
  }
  if (params.booklistId)
    throw new AppError('not_found', 'There is no such booklist.', { booklistId: params.booklistId });
  if (!params.reviewId) throw new AppError('bad_argument', undefined, { reviewId: 'is missing' });
  const review = await readReview(db, vid, params.reviewId);
  const answers = params.isExpandAll ? allAnswers : shownAnswers;
  const page = await threadPage(db, vid, subjectOf(review), { count, maxIdx, oldestFirst: false, answers });
  return { ...page, subComments: [], totalCount: await countFor(db, vid, params.reviewId) };
}

export const subjectOf = (review: ReviewRow): Subject => ({ subject_kind: 'review', subject_id: review.review_id });

export interface ThreadPage {
  count: number;
  /** The `number` of the last comment of the page before; 0 for the first page. */
  maxIdx: number;
  oldestFirst: boolean;
  answers: number;
}

export async function threadPage(db: Db, viewer: string, subject: Subject, page: ThreadPage) {
  let query = selectComments(db, viewer)
    .where('subject_kind', '=', subject.subject_kind)
    .where('subject_id', '=', subject.subject_id)
    .where('thread_id', '=', '');
  if (page.maxIdx > 0) query = query.where('number', page.oldestFirst ? '>' : '<', withinNumbers(page.maxIdx));
  const rows = await query
    .orderBy('number', page.oldestFirst ? 'asc' : 'desc')
    .limit(page.count + 1)
    .execute();
  const shown = rows.slice(0, page.count);
  return {
    comments: await threadsOnWire(db, viewer, shown, page.answers),
    hasMore: rows.length > page.count ? (1 as const) : (0 as const),
    maxIdx: shown.at(-1)?.number ?? 0,
  };
}

async function answerPage(db: Db, viewer: string, thread: CommentRow, count: number, maxIdx: number) {
  const rows = await selectComments(db, viewer)
    .where('thread_id', '=', thread.comment_id)
    .where('removed_at', '=', 0)
    .where('number', '>', withinNumbers(maxIdx))
    .orderBy('number')
    .limit(count + 1)
    .execute();
  const shown = rows.slice(0, count);
  const [whole] = await threadsOnWire(db, viewer, [thread], 0);
  return {
    subComments: await answersOnWire(db, viewer, shown),
    totalCount: whole?.subCommentsCount ?? 0,
    hasMore: rows.length > count ? (1 as const) : (0 as const),
    maxIdx: shown.at(-1)?.number ?? 0,
  };
}
