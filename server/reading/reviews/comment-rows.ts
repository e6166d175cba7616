// Comments as the wire carries them: threads of one level, newest first, answers oldest first, without anything of people
// whom the viewer may not meet. Whether the viewer may see what is commented on was asked before.

import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Comment, CommentReply } from '../../../api/nouns/comment.ts';
import type { Db, Trx } from '../reading.ts';
import type { CommentRow } from '../schema/reviews.ts';
import { type Brief, userBriefs } from '../social/user-briefs.ts';
import { blockedVids, mayMeet } from '../social/visibility.ts';

export type Thread = Static<typeof Comment>;
export type Answer = Static<typeof CommentReply>;
export type Subject = Pick<CommentRow, 'subject_kind' | 'subject_id'>;

/** Comments among which those shown beside a review are looked for, and how many are shown. */
const lastComments = 16;
const shownComments = 3;
export const shownAnswers = 3;

/** Rows that the viewer may see; a deleted one that has answers stands without its words. */
export function selectComments(db: Db | Trx, viewer: string) {
  return db
    .selectFrom('comments')
    .selectAll('comments')
    .where((where) => where.or([where('comments.removed_at', '=', 0), where('comments.answers_count', '>', 0)]))
    .where(mayMeet(viewer, 'comments.vid'))
    .where(mayMeet(viewer, 'comments.thread_vid'));
}

/** The newest threads of each review. */
export async function firstComments(
  db: Db,
  viewer: string,
  reviewIds: readonly string[],
): Promise<Map<string, Thread[]>> {
  const rows = await selectComments(db, viewer)
    .innerJoin('reviews', 'reviews.review_id', 'comments.subject_id')
    .where('subject_kind', '=', 'review')
    .where('subject_id', 'in', reviewIds)
    .where('thread_id', '=', '')
    .where(sql<boolean>`comments.number > reviews.comments_made - ${lastComments}`)
    .orderBy('comments.number', 'desc')
    .execute();
  const shown = [...Map.groupBy(rows, (row) => row.subject_id).values()].flatMap((list) =>
    list.slice(0, shownComments),
  );
  const threads = await threadsOnWire(db, viewer, shown, shownAnswers);
  const subjects = new Map(shown.map((row) => [row.comment_id, row.subject_id]));
  return Map.groupBy(threads, (thread) => subjects.get(thread.commentId) as string);
}

/** The first `answers` answers stand with each. */
export async function threadsOnWire(
  db: Db,
  viewer: string,
  rows: readonly CommentRow[],
  answers: number,
): Promise<Thread[]> {
  const begun = rows.filter((row) => row.answers_count > 0).map((row) => row.comment_id);
  const replies = await readAnswers(db, viewer, begun, answers);
  const people = await peopleOf(db, viewer, [...rows, ...replies]);
  const marks = await readMarks(db, viewer, [...rows, ...replies]);
  const byThread = Map.groupBy(replies, (row) => row.thread_id);
  return rows.flatMap((row) => {
    const words = commentOnWire(row, people, marks);
    if (!words) return [];
    const own = (byThread.get(row.comment_id) ?? []).flatMap((reply) => commentOnWire(reply, people, marks) ?? []);
    const hidden = marks.hiddenAnswers.get(row.comment_id) ?? 0;
    return { ...words, ...deleted(row), subCommentsCount: row.answers_count - hidden, subComments: own };
  });
}

export async function answersOnWire(db: Db, viewer: string, rows: readonly CommentRow[]): Promise<Answer[]> {
  const people = await peopleOf(db, viewer, rows);
  const marks = await readMarks(db, viewer, rows);
  return rows.flatMap((row) => commentOnWire(row, people, marks) ?? []);
}

const deleted = (row: CommentRow) => (row.removed_at === 0 ? {} : { isDeleted: 1 as const });

/** The first `limit` answers of each thread, by one window over the threads' index. */
async function readAnswers(db: Db, viewer: string, threadIds: string[], limit: number): Promise<CommentRow[]> {
  if (threadIds.length === 0) return [];
  const placed = selectComments(db, viewer)
    .select(sql<number>`row_number() over (partition by comments.thread_id order by comments.number)`.as('place'))
    .where('thread_id', 'in', threadIds)
    .where('removed_at', '=', 0);
  return db.selectFrom(placed.as('placed')).selectAll().where('place', '<=', limit).orderBy('number').execute();
}

function peopleOf(db: Db, viewer: string, rows: readonly CommentRow[]): Promise<Map<string, Brief>> {
  return userBriefs(
    db,
    viewer,
    rows.flatMap((row) => [row.vid, row.to_vid]),
  );
}

interface Marks {
  liked: Set<string>;
  hiddenLikes: Map<string, number>;
  hiddenAnswers: Map<string, number>;
}

/** What the viewer likes, and what of the counts comes from people whom they may not meet. */
async function readMarks(db: Db, viewer: string, rows: readonly CommentRow[]): Promise<Marks> {
  const ids = rows.map((row) => row.comment_id);
  if (ids.length === 0) return { liked: new Set(), hiddenLikes: new Map(), hiddenAnswers: new Map() };
  const likes = db.selectFrom('comment_likes').where('comment_id', 'in', ids);
  const own = await likes.select('comment_id').where('vid', '=', viewer).execute();
  const blocked = await blockedVids(db, viewer);
  const total = sql<number>`count(*)`.as('total');
  const counted = (list: { id: string; total: number }[]) => new Map(list.map((row) => [row.id, Number(row.total)]));
  if (blocked.length === 0) {
    return { liked: new Set(own.map((row) => row.comment_id)), hiddenLikes: new Map(), hiddenAnswers: new Map() };
  }
  const hiddenLikes = await likes
    .select(['comment_id as id', total])
    .where('vid', 'in', blocked)
    .groupBy('comment_id')
    .execute();
  const hiddenAnswers = await db
    .selectFrom('comments')
    .select(['thread_id as id', total])
    .where('thread_id', 'in', ids)
    .where('vid', 'in', blocked)
    .where('removed_at', '=', 0)
    .groupBy('thread_id')
    .execute();
  return {
    liked: new Set(own.map((row) => row.comment_id)),
    hiddenLikes: counted(hiddenLikes),
    hiddenAnswers: counted(hiddenAnswers),
  };
}

function commentOnWire(row: CommentRow, people: Map<string, Brief>, marks: Marks): Answer | undefined {
  const author = people.get(row.vid);
  if (!author) return undefined;
  const gone = row.removed_at !== 0;
  const answered = people.get(row.to_vid);
  return {
    commentId: row.comment_id,
    content: gone ? '' : row.content,
    createTime: row.created_at,
    userVid: row.vid,
    author,
    likesCount: gone ? 0 : row.likes_count - (marks.hiddenLikes.get(row.comment_id) ?? 0),
    isLike: marks.liked.has(row.comment_id) ? 1 : 0,
    isReward: row.is_reward as 0 | 1,
    ...(row.to_comment_id ? { toCommentId: row.to_comment_id } : {}),
    ...(answered ? { toUserVid: row.to_vid, toUserName: answered.name } : {}),
  };
}
