// What a list may ask of rows of `reviews`: book, chapter, kind. Who may see a row is asked in review-access.ts.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isFollowing, showsOthers } from '../social/visibility.ts';

type Condition = RawBuilder<SqlBool>;

export const always = sql<SqlBool>`1 = 1`;

export function allOf(...conditions: Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

export const bookCondition = (bookId: string): Condition => sql<SqlBool>`reviews.book_id = ${bookId}`;

export const chapterCondition = (chapterUid: number | undefined): Condition =>
  chapterUid === undefined ? always : sql<SqlBool>`reviews.chapter_uid = ${chapterUid}`;

export const typeCondition = (type: number | undefined): Condition =>
  type === undefined ? always : sql<SqlBool>`reviews.type = ${type}`;

/** 0 all, 1 thoughts on ranges, 2 on book or chapter. */
export function modeCondition(mode: number | undefined): Condition {
  if (mode === 1) return sql<SqlBool>`reviews.type = 1`;
  if (mode === 2) return sql<SqlBool>`reviews.type in (2, 4)`;
  return always;
}

/** 1 good, 2 fair or poor, 4 by people whom the viewer follows; the others differ in order only. */
export function kindCondition(viewer: string, listType: number): Condition {
  if (listType === 1) return sql<SqlBool>`reviews.star >= 80`;
  if (listType === 2) return sql<SqlBool>`reviews.star between 20 and 60`;
  if (listType === 4) return isFollowing(viewer, 'reviews.vid');
  return always;
}

/** The viewer's own, or another's in a book in which the viewer wants to see others'. */
export function ownOrShown(viewer: string): Condition {
  return sql<SqlBool>`(reviews.vid = ${viewer} or ${showsOthers(viewer, 'reviews.book_id')})`;
}
