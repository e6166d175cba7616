// Bookmarks and underlines. A mark keeps its range, the book engine's address and the quote with its surroundings,
// so that it is found again when the book is imported anew.

import type { Database } from '../database.ts';
import type { TableSchema } from '../schema.ts';

export const marksSchema: TableSchema = {
  name: 'marks',
  stores: { 1: 'bookmarkId,[bookId+chapterUid+start],createTime' },
};

export interface MarkRow {
  /** `{bookId}_{chapterUid}_{start}-{end}`. */
  bookmarkId: string;
  bookId: string;
  /** The version in which the range counts; 0 when it is not known. */
  bookVersion: number;
  chapterUid: number;
  /** UTF-16 units into the chapter's text. A bookmark of a page has `end` = `start`. */
  start: number;
  end: number;
  /** 0 bookmark of a page, 1 underline or highlight. */
  type: 0 | 1;
  /** 0 line, 1 wave, 2 marker. */
  style: 0 | 1 | 2;
  /** 0 the device's default, 1–5 the five colours or greys. */
  colorStyle: 0 | 1 | 2 | 3 | 4 | 5;
  /** What is shown in lists; at most 16,384 UTF-16 units. */
  markText: string;
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
  editTimes: MarkEditTimes;
  /** 1: the service could not place it in this version of the book. */
  unplaced?: 0 | 1;
}

export interface MarkEditTimes {
  style: number;
  colorStyle: number;
}

/** What a reader can change about a mark. */
export type MarkChange = Partial<Pick<MarkRow, 'style' | 'colorStyle'>>;

export function bookmarkIdOf(mark: Pick<MarkRow, 'bookId' | 'chapterUid' | 'start' | 'end'>): string {
  return `${mark.bookId}_${mark.chapterUid}_${mark.start}-${mark.end}`;
}

/** All marks of a book in reading order. */
export async function marksOfBook(database: Database, bookId: string): Promise<MarkRow[]> {
  return database.marks.where('[bookId+chapterUid+start]').between([bookId], [bookId, []]).toArray();
}
