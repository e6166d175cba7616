// Books that this account has on its shelf or has opened: facts from the service, and what the shelf sorts and
// filters by. Rows are made here only, so that the derived keys never disagree with the facts.

import type { TableSchema } from '../schema.ts';
import { searchWords } from './search-words.ts';
import { sortKey, titleSortKey } from './sort-key.ts';

export const booksSchema: TableSchema = {
  name: 'books',
  stores: {
    1: [
      'bookId',
      '[onShelf+folder+unpinned+recentRank+bookId]',
      '[onShelf+folder+unpinned+titleKey+bookId]',
      '[onShelf+folder+unpinned+authorKey+bookId]',
      '[onShelf+folder+unpinned+addedRank+bookId]',
      '[onShelf+recentRank]',
      '[onShelf+titleKey]',
      '[onShelf+authorKey]',
      '[onShelf+addedRank]',
      '[onShelf+status]',
      '[onShelf+downloaded]',
      '[onShelf+secret]',
      '*words',
    ].join(','),
  },
};

/** What the service (or the book's own file) says about a book. */
export interface BookFacts {
  bookId: string;
  title: string;
  author: string;
  /** Address of the cover at the service; empty when the book has none. */
  cover: string;
  version: number;
  format: string;
  language: string;
}

/** What the reader did with it on the shelf. */
export interface ShelfFacts {
  onShelf: 0 | 1;
  /** The folder's archiveId; empty at the top of the shelf. */
  folder: string;
  isTop: 0 | 1;
  secret: 0 | 1;
  finished: 0 | 1;
  /** Unix seconds; 0 never. */
  readAt: number;
  /** Unix seconds. */
  addedAt: number;
  /** 0–100. */
  progress: number;
  /** The whole file is stored here. */
  downloaded: 0 | 1;
}

const localPrefix = 'local_';

/** Of the book that a file without an account has become, by the import that brought it. */
export const localBookId = (importId: string): string => localPrefix + importId;

/** Whether the book is on this device alone: its file can be fetched from nowhere. */
export const isLocalBook = (bookId: string): boolean => bookId.startsWith(localPrefix);

export type ReadingStatus = 'unread' | 'reading' | 'finished';

export interface BookRow extends BookFacts, ShelfFacts {
  /** Derived, for indexes: ascending order puts pinned and recent first. */
  unpinned: 0 | 1;
  recentRank: number;
  addedRank: number;
  titleKey: string;
  authorKey: string;
  status: ReadingStatus;
  words: string[];
}

const notOnShelf: ShelfFacts = {
  onShelf: 0,
  folder: '',
  isTop: 0,
  secret: 0,
  finished: 0,
  readAt: 0,
  addedAt: 0,
  progress: 0,
  downloaded: 0,
};

/** A row with every derived key made anew. */
export function bookRow(facts: BookFacts & Partial<ShelfFacts>): BookRow {
  const row = { ...notOnShelf, ...facts };
  return {
    ...row,
    ...ranksOf(row),
    titleKey: titleSortKey(row.title),
    authorKey: sortKey(row.author),
    words: searchWords(row.title, row.author),
  };
}

/** What follows from title and author stays: a turn of a page changes neither, and stores its place in this row. */
export function withShelfFacts(before: BookRow, change: Partial<ShelfFacts>): BookRow {
  const row = { ...before, ...change };
  return { ...row, ...ranksOf(row) };
}

function ranksOf(row: ShelfFacts): Pick<BookRow, 'unpinned' | 'recentRank' | 'addedRank' | 'status'> {
  return {
    unpinned: row.isTop ? 0 : 1,
    recentRank: -Math.max(row.readAt, row.addedAt),
    addedRank: -row.addedAt,
    status: row.finished ? 'finished' : row.progress > 0 || row.readAt > 0 ? 'reading' : 'unread',
  };
}
