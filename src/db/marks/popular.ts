// What other readers underlined and thought about, as the service last told it, chapter by chapter: kept for reading
// without a network, fetched again when it is old. Nothing of the reader's own is in here.

import type { Database } from '../database.ts';
import { dropOldest } from '../drop-oldest.ts';
import type { TableSchema } from '../schema.ts';
import { type Setting, setting } from '../settings/settings.ts';

export const popularSchema: TableSchema = { name: 'popular', stores: { 3: '[bookId+chapterUid],readAt' } };

export interface PopularRange {
  chapterUid: number;
  start: number;
  end: number;
  /** The words, where the service told them; else they are found by their place alone. */
  quote: string;
  /** Readers who underlined it. */
  readers: number;
  /** Readers' thoughts about it. */
  thoughts: number;
}

export interface PopularRow {
  bookId: string;
  chapterUid: number;
  ranges: PopularRange[];
  /** Unix seconds; when the service was asked. */
  readAt: number;
}

/** Chapters kept; the one read longest ago goes first. */
const chaptersKept = 2000;

/** Off until the reader asks for it, in each book. */
export const showsOthers = (bookId: string): Setting<{ shown: boolean }> =>
  setting(`others:${bookId}`, { shown: false });

export async function popularOfBook(database: Database, bookId: string): Promise<PopularRow[]> {
  return database.popular.where('[bookId+chapterUid]').between([bookId], [bookId, []]).toArray();
}

export async function keepPopular(database: Database, row: PopularRow): Promise<void> {
  await database.transaction('rw', database.popular, async () => {
    await database.popular.put(row);
    await dropOldest(database.popular, 'readAt', chaptersKept);
  });
}

export const othersThoughtsSchema: TableSchema = {
  name: 'othersThoughts',
  stores: { 3: '[bookId+chapterUid+range],readAt' },
};

export interface OthersThought {
  reviewId: string;
  name: string;
  content: string;
  /** Unix seconds. */
  createTime: number;
}

/** Others' thoughts on one range, as far as they were read. */
export interface OthersThoughtsRow {
  bookId: string;
  chapterUid: number;
  /** `start-end`. */
  range: string;
  thoughts: OthersThought[];
  totalCount: number;
  /** Where the service goes on; absent when there is no more. */
  maxIdx?: number;
  /** Unix seconds. */
  readAt: number;
}

const rangesKept = 1000;

export async function keepOthersThoughts(database: Database, row: OthersThoughtsRow): Promise<void> {
  const { othersThoughts: table } = database;
  await database.transaction('rw', table, async () => {
    await table.put(row);
    await dropOldest(table, 'readAt', rangesKept);
  });
}
