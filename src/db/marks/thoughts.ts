// What the reader wrote about words of a book. A thought is known by an id made here; the service has one of its own,
// which is learnt when the thought was sent.

import type { Database } from '../database.ts';
import type { TableSchema } from '../schema.ts';

export const thoughtsSchema: TableSchema = {
  name: 'thoughts',
  stores: { 3: 'thoughtId,[bookId+chapterUid+start],createTime' },
};

export const thoughtIdsSchema: TableSchema = { name: 'thoughtIds', stores: { 3: 'thoughtId,&reviewId' } };

/** Which review at the service a thought of this device has become. */
export interface ThoughtIdRow {
  thoughtId: string;
  reviewId: string;
}

export type Visibility = 'public' | 'friends' | 'private';

/** As many as the service takes; UTF-16 units. */
export const contentLimit = 10_000;

export interface ThoughtRow {
  thoughtId: string;
  bookId: string;
  /** The version in which the range counts; 0 when it is not known. */
  bookVersion: number;
  chapterUid: number;
  /** UTF-16 units into the chapter's text. */
  start: number;
  end: number;
  content: string;
  visibility: Visibility;
  /** The words that it is about, as they are shown; at most 16,384 UTF-16 units. */
  abstract: string;
  /** Exactly the chapter's characters in the range. */
  textQuote?: string;
  /** Up to 32 characters on either side. */
  textBefore?: string;
  textAfter?: string;
  cfi?: string;
  chapterName?: string;
  /** Unix seconds. */
  createTime: number;
  /** Unix seconds at which each field was last set; the newer edit wins, field by field. */
  editTimes: { content: number; visibility: number };
}

/** What a reader can change about a thought. */
export type ThoughtChange = Partial<Pick<ThoughtRow, 'content' | 'visibility'>>;

/** Only what is different: of a field that was left alone, what another device did meanwhile stands. */
export function thoughtChange(before: ThoughtRow, content: string, visibility: Visibility): ThoughtChange {
  return {
    ...(content === before.content ? {} : { content }),
    ...(visibility === before.visibility ? {} : { visibility }),
  };
}

/** All thoughts of a book in reading order. */
export async function thoughtsOfBook(database: Database, bookId: string): Promise<ThoughtRow[]> {
  return database.thoughts.where('[bookId+chapterUid+start]').between([bookId], [bookId, []]).toArray();
}

/** The review that a thought is at the service; a thought that came from there has its id. */
export async function reviewIdOf(database: Database, thoughtId: string): Promise<string | undefined> {
  const known = await database.thoughtIds.get(thoughtId);
  return known?.reviewId ?? (/^[0-9a-f]{32}$/.test(thoughtId) ? undefined : thoughtId);
}
