// Makes a private book the library's, and back, with all that follows: what others see of it, what the store computes from
// it, what readers share of it. The book stays its owner's, who may bring in its next versions.

import { AppError } from '../../../api/errors.ts';
import { notesCollection } from '../notes/note-rows.ts';
import type { Db, Reading, Trx } from '../reading.ts';
import { touchReviews } from '../reviews/hide-reading.ts';
import type { BookRow } from '../schema/books.ts';
import { leaveArchives } from '../shelf/archives.ts';
import { changeShelf, removeEntries, shelfCollection, writeEntries } from '../shelf/shelf-entries.ts';
import { noteBooks } from '../store/note-changes.ts';
import { withSyncKeys } from '../sync-key.ts';
import { noteStaleChapters } from '../underlines/find-underlines.ts';

/** Inside an import: everything but the entries of shelves, which the import itself writes. Answers those that changed. */
export async function makeLibraryBooks(reading: Reading, trx: Trx, bookIds: readonly string[]): Promise<string[]> {
  if (bookIds.length === 0) return [];
  const changed = await trx
    .updateTable('books')
    .set({ visibility: 'library', updated_at: reading.now() })
    .where('book_id', 'in', [...bookIds])
    .where('visibility', '=', 'private')
    .returning('book_id')
    .execute();
  const ids = changed.map((row) => row.book_id).sort();
  await noteBooks(reading, trx, ids);
  for (const id of ids) await noteStaleChapters(reading, trx, id);
  if (ids.length > 0) await touchReviews(trx, ids);
  return ids;
}

/** Answers the book as it was. A book that is the library's already only has what follows done again. */
export async function publishBook(reading: Reading, bookId: string): Promise<BookRow> {
  const book = await readAnyBook(reading.database.kysely, bookId);
  await reading.database.transaction((trx) => makeLibraryBooks(reading, trx, [bookId]));
  for (const vid of await readersWithEntry(reading.database.kysely, bookId)) await touchEntry(reading, vid, bookId);
  await touchNotebooks(reading, bookId);
  return book;
}

/**
 * Answers how many others had it on their shelf. What they wrote in it stays, and is there again when the book is. Cut off,
 * it goes on when it is run again.
 */
export async function withdrawBook(reading: Reading, bookId: string, owner?: string): Promise<number> {
  const book = await readAnyBook(reading.database.kysely, bookId);
  const vid = owner ?? book.owner_vid;
  if (vid === '') {
    throw new AppError('bad_argument', 'The book belongs to nobody; say with --user whose it becomes.', { bookId });
  }
  await reading.database.transaction(async (trx) => {
    // While it is the library's: a private book's chapters are not looked at.
    await noteStaleChapters(reading, trx, bookId);
    await refuseTwin(trx, book, vid);
    await trx
      .updateTable('books')
      .set({ visibility: 'private', owner_vid: vid, updated_at: reading.now() })
      .where('book_id', '=', bookId)
      .execute();
    await noteBooks(reading, trx, [bookId]);
    await touchReviews(trx, [bookId]);
  });
  const readers = await readersWithEntry(reading.database.kysely, bookId);
  for (const reader of readers.filter((each) => each !== vid)) await takeOffShelf(reading, reader, bookId);
  if (readers.includes(vid)) await touchEntry(reading, vid, bookId);
  await touchNotebooks(reading, bookId);
  return readers.filter((each) => each !== vid).length;
}

async function readAnyBook(db: Db, bookId: string): Promise<BookRow> {
  const book = await db.selectFrom('books').selectAll().where('book_id', '=', bookId).executeTakeFirst();
  if (!book) throw new AppError('not_found', `There is no book ${bookId}.`, { bookId });
  return book;
}

/** A reader has the same bytes once. */
async function refuseTwin(trx: Trx, book: BookRow, vid: string): Promise<void> {
  const twin = await trx
    .selectFrom('books')
    .select('book_id')
    .where('owner_vid', '=', vid)
    .where('file_sha256', '=', book.file_sha256)
    .where('book_id', '<>', book.book_id)
    .executeTakeFirst();
  if (twin) throw new AppError('already_exists', `That person has the same book already, as ${twin.book_id}.`);
}

async function readersWithEntry(db: Db, bookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shelf_entries')
    .select('vid')
    .where('item_id', '=', bookId)
    .where('kind', '=', 'book')
    .where('removed_at', '=', 0)
    .orderBy('vid')
    .execute();
  return rows.map((row) => row.vid);
}

async function touchEntry(reading: Reading, vid: string, bookId: string): Promise<void> {
  await reading.database.transaction((trx) =>
    withSyncKeys(trx, vid, shelfCollection, async (takeKey) => {
      const row = await trx
        .selectFrom('shelf_entries')
        .selectAll()
        .where('vid', '=', vid)
        .where('kind', '=', 'book')
        .where('item_id', '=', bookId)
        .where('removed_at', '=', 0)
        .executeTakeFirst();
      if (row) await writeEntries(trx, [{ ...row, sync_key: takeKey() }]);
    }),
  );
}

async function takeOffShelf(reading: Reading, vid: string, bookId: string): Promise<void> {
  await changeShelf(reading, { vid }, {}, {}, async (change) => {
    await leaveArchives(change, await removeEntries(change, [{ kind: 'book', id: bookId }]));
    return {};
  });
}

/** The book comes into, or goes from, each reader's list of books with notes. */
async function touchNotebooks(reading: Reading, bookId: string): Promise<void> {
  const db = reading.database.kysely;
  const rows = await db.selectFrom('notebooks').select('vid').where('book_id', '=', bookId).orderBy('vid').execute();
  for (const { vid } of rows) {
    await reading.database.transaction((trx) =>
      withSyncKeys(trx, vid, notesCollection, async (takeKey) => {
        await trx
          .updateTable('notebooks')
          .set({ sync_key: takeKey() })
          .where('vid', '=', vid)
          .where('book_id', '=', bookId)
          .execute();
      }),
    );
  }
}

export interface LibraryBook {
  bookId: string;
  title: string;
  author: string;
  format: string;
  owner: string;
}

/** In the order of their ids, after one. */
export async function listLibrary(db: Db, after: string, limit: number): Promise<LibraryBook[]> {
  const rows = await db
    .selectFrom('books')
    .select(['book_id', 'title', 'author', 'format', 'owner_vid'])
    .where('visibility', '=', 'library')
    .where('book_id', '>', after)
    .orderBy('book_id')
    .limit(limit)
    .execute();
  return rows.map(({ book_id, title, author, format, owner_vid }) => ({
    bookId: book_id,
    title,
    author,
    format,
    owner: owner_vid,
  }));
}
