// Which books' files are here: what each takes, when it was used last, and which of them may go because the account
// can fetch them again. Reads what stands in the rows; no file is opened for it.

import type { Database } from '../database.ts';
import { unchanged } from '../outbox/bases.ts';
import { type BookRow, isLocalBook } from '../shelf/books.ts';
import { openedBook } from './opened-book.ts';
import { removeFile } from './resources.ts';

export interface StoredBook {
  bookId: string;
  /** Absent: the account has not heard of the book. */
  book: BookRow | undefined;
  /** Bytes of what is read; of what it was made of, where that is kept beside it. */
  bytes: number;
  originalBytes: number;
  /** When it came or was read last; Unix seconds. */
  usedAt: number;
}

export async function storedBooks(database: Database): Promise<StoredBook[]> {
  const stored: StoredBook[] = [];
  // One by one: all rows at once would be a handle for every file.
  await database.resources.each(({ bookId, size, original, usedAt }) => {
    const originalBytes = original?.size ?? 0;
    stored.push({ bookId, book: undefined, bytes: size - originalBytes, originalBytes, usedAt });
  });
  const books = await database.books.bulkGet(stored.map(({ bookId }) => bookId));
  return stored.map((one, n) => ({ ...one, book: books[n], usedAt: Math.max(one.usedAt, books[n]?.readAt ?? 0) }));
}

/**
 * Tells books whose files the account can fetch again from those that are here alone, unknown to it, or open. One that is on
 * no shelf may be here alone, as the service gives it no more: it goes once the service was asked.
 */
export async function mayGo(database: Database): Promise<(stored: StoredBook) => boolean> {
  const opened = await openedBook(database);
  return ({ bookId, book }) => book?.onShelf === 1 && !isLocalBook(bookId) && bookId !== opened?.bookId;
}

/**
 * Frees the files of these books, as far as none is open or on this device alone, and what was measured of them. The books
 * and all that the reader made in them stay as they are.
 */
export async function removeFiles(database: Database, bookIds: readonly string[]): Promise<void> {
  const { resources, books, pageCounts, settings } = database;
  await database.transaction('rw', [resources, books, pageCounts, settings], async () => {
    const opened = await openedBook(database);
    const freed = bookIds.filter((bookId) => !isLocalBook(bookId) && bookId !== opened?.bookId);
    await Promise.all(freed.map((bookId) => removeFile(database, bookId)));
  });
}

/**
 * Of these books, or of all, those whose files are here though they are on no shelf, by a removal that the service has
 * taken in. `notUsedSince`: Unix seconds.
 */
export async function removedBooks(
  database: Database,
  { among, notUsedSince = Number.POSITIVE_INFINITY }: { among?: readonly string[]; notUsedSince?: number },
): Promise<string[]> {
  const keys = database.resources.toCollection();
  const stored = await (among ? database.resources.where('bookId').anyOf(among) : keys).primaryKeys();
  const books = await database.books.bulkGet(stored);
  const off = books.filter((book) => book?.onShelf === 0 && !isLocalBook(book.bookId)) as BookRow[];
  const rows = await database.resources.bulkGet(off.map(({ bookId }) => bookId));
  const unused = off.filter(({ readAt }, n) => Math.max(readAt, rows[n]?.usedAt ?? 0) < notUsedSince);
  const settled = await Promise.all(unused.map(({ bookId }) => unchanged(database, 'book', bookId)));
  return unused.filter((_, n) => settled[n]).map(({ bookId }) => bookId);
}

/** Frees the file and the cover of a book that was removed from the shelf, unless it is on one again, or open. */
export async function removeFileOfRemoved(database: Database, bookId: string): Promise<void> {
  const { resources, books, pageCounts, settings, bases, covers } = database;
  await database.transaction('rw', [resources, books, pageCounts, settings, bases, covers], async () => {
    const [removed] = await removedBooks(database, { among: [bookId] });
    if (removed === undefined || (await openedBook(database))?.bookId === removed) return;
    await removeFile(database, removed);
    await covers.delete(removed);
  });
}
