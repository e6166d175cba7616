// Which books' files are here, and which of them may go because the account can fetch them again. Reads what stands in
// the rows; no file is opened for it.

import type { Database } from '../database.ts';
import { unchanged } from '../outbox/bases.ts';
import { type BookRow, isLocalBook } from '../shelf/books.ts';
import { openedBook } from './opened-book.ts';
import { removeFile } from './resources.ts';

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
