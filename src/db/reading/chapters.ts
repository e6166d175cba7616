// Contents of books as the service tells them, so that they can be listed before the file is here.

import type { TableSchema } from '../schema.ts';

export const chaptersSchema: TableSchema = {
  name: 'chapters',
  stores: { 1: '[bookId+chapterUid],[bookId+chapterIdx]' },
};

export interface ChapterRow {
  bookId: string;
  chapterUid: number;
  chapterIdx: number;
  title: string;
  /** 1 is the outermost. */
  level: number;
  wordCount: number;
}
