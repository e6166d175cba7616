// The books' files, whole, as they were imported. They can always be fetched again, so they may be evicted;
// nothing else may.

import type { Database } from './database.ts';
import type { TableSchema } from './schema.ts';

export const resourcesSchema: TableSchema = { name: 'resources', stores: { 1: 'bookId,usedAt' } };

export interface ResourceRow {
  bookId: string;
  file: Blob;
  /** Bytes; kept beside the file so that the storage page does not have to load it. */
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

/** Frees the file's space; the book stays on the shelf. */
export async function removeFile(database: Database, bookId: string): Promise<void> {
  await database.transaction('rw', database.resources, database.books, async () => {
    await database.resources.delete(bookId);
    await database.books.update(bookId, { downloaded: 0 });
  });
}
