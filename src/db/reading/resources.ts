// The books' files, whole, as they were imported. Those of an account's books can always be fetched again, so they may be
// evicted; nothing else may.

import type { Database } from '../database.ts';
import type { TableSchema } from '../schema.ts';
import { isLocalBook } from '../shelf/books.ts';
import { dropPages } from './page-counts.ts';

export const resourcesSchema: TableSchema = { name: 'resources', stores: { 1: 'bookId,usedAt' } };

export interface ResourceRow {
  bookId: string;
  file: Blob;
  /** What the service made the file of, where the reader wanted to see it. */
  original?: Blob;
  /** Bytes of both; kept beside the file so that the storage page does not have to load it. */
  size: number;
  version: number;
  /** Unix seconds, for eviction of what was not read for long. */
  usedAt: number;
}

/** The book's file, or `undefined` when it is not stored here (in this version, if one is given). */
export async function storedFile(database: Database, bookId: string, version?: number): Promise<Blob | undefined> {
  const row = await database.resources.get(bookId);
  if (!row || (version !== undefined && row.version !== version)) return undefined;
  return row.file;
}

/** The file as it was imported, of the version that is stored. */
export async function storedOriginal(database: Database, bookId: string, version: number): Promise<Blob | undefined> {
  const row = await database.resources.get(bookId);
  return row?.version === version ? row.original : undefined;
}

/** Keeps the file as it was imported beside the one that the service made of it; nothing without that. */
export async function storeOriginal(
  database: Database,
  bookId: string,
  original: Blob,
  version: number,
): Promise<void> {
  await database.transaction('rw', database.resources, async () => {
    const row = await database.resources.get(bookId);
    if (row?.version !== version) return;
    await database.resources.put({ ...row, original, size: row.file.size + original.size });
  });
}

/** Stores the book's file and marks the book as downloaded, both or neither. */
export async function storeFile(
  database: Database,
  bookId: string,
  file: Blob,
  version: number,
  now: number,
): Promise<void> {
  await database.transaction('rw', database.resources, database.books, async () => {
    await database.resources.put({ bookId, file, size: file.size, version, usedAt: now });
    await database.books.update(bookId, { downloaded: 1 });
  });
}

/**
 * Frees the file's space, and that of what was measured of it; the book stays on the shelf. Rejects for a book that is on
 * this device alone.
 */
export async function removeFile(database: Database, bookId: string): Promise<void> {
  if (isLocalBook(bookId)) throw new Error(`The only file of ${bookId} is not to be removed.`);
  await database.transaction('rw', database.resources, database.books, database.pageCounts, async () => {
    await database.resources.delete(bookId);
    await dropPages(database, bookId);
    await database.books.update(bookId, { downloaded: 0 });
  });
}
