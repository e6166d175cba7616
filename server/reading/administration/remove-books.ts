// What becomes of a removed reader's books: those of the library stay, private ones go with their files, unless others have
// something in them.

import { type RawBuilder, sql } from 'kysely';
import { removePrepared } from '../delivery/purge-delivery.ts';
import type { Importing } from '../import/import-file.ts';
import { purgePendingBlobs } from '../import/purge-imports.ts';
import type { Db, Reading, Trx } from '../reading.ts';
import type { BookRow } from '../schema/books.ts';
import { askForIndexes } from '../search/index-file.ts';
import { noteBooks } from '../store/note-changes.ts';

const atOnce = 50;
/** Older than any import that is under way. */
const longAgo = 0;

/** Answers how many books were deleted, and which were kept because others have something in them. */
export async function removeBooks(importing: Importing, vid: string): Promise<{ deleted: number; kept: string[] }> {
  const { reading } = importing;
  let deleted = 0;
  const kept: string[] = [];
  for (;;) {
    const books = await reading.database.kysely
      .selectFrom('books')
      .selectAll()
      .where('owner_vid', '=', vid)
      .limit(atOnce)
      .execute();
    if (books.length === 0) break;
    for (const book of books) {
      const isDeleted = await reading.database.transaction((trx) => removeBook(reading, trx, book, vid));
      if (isDeleted) deleted++;
      else if (book.visibility === 'private') kept.push(book.book_id);
    }
  }
  await purgePendingBlobs(importing);
  return { deleted, kept };
}

async function removeBook(reading: Reading, trx: Trx, book: BookRow, vid: string): Promise<boolean> {
  if (book.visibility === 'library' || (await isUsedByOthers(trx, book.book_id, vid))) {
    await giveToNobody(trx, book);
    return false;
  }
  await deleteBook(reading, trx, book.book_id);
  return true;
}

/** Nobody has the same bytes twice either. */
async function giveToNobody(trx: Trx, book: BookRow): Promise<void> {
  const twin = await trx
    .selectFrom('books')
    .select('book_id')
    .where('owner_vid', '=', '')
    .where('file_sha256', '=', book.file_sha256)
    .executeTakeFirst();
  await trx
    .updateTable('books')
    .set({ owner_vid: twin ? `former:${book.book_id}` : '' })
    .where('book_id', '=', book.book_id)
    .execute();
}

/** Tables with a reader and a book: a row of another reader's keeps the book. */
const withBook = [
  'progress',
  'marks',
  'book_states',
  'ratings',
  'reviews',
  'book_settings',
  'reference_access',
] as const;

async function isUsedByOthers(trx: Trx, bookId: string, vid: string): Promise<boolean> {
  const parts = withBook.map(
    (table): RawBuilder<unknown> =>
      sql`exists (select 1 from ${sql.table(table)} where book_id = ${bookId} and vid <> ${vid})`,
  );
  const { rows } = await sql<{ used: number | boolean }>`
    select case when ${sql.join(parts, sql` or `)} then 1 else 0 end as used`.execute(trx);
  return Number(rows[0]?.used ?? 0) === 1;
}

const ofBook = [
  'moved_places',
  'chapters',
  'covers',
  'underline_readers',
  'underlines',
  'stale_underlines',
  'book_versions',
] as const;
const ofReaderAndBook = [...withBook, 'conversions', 'discoveries', 'interest_changes'] as const;

async function deleteBook(reading: Reading, trx: Trx, bookId: string): Promise<void> {
  const files = await trx.selectFrom('book_versions').select('file_sha256').where('book_id', '=', bookId).execute();
  const covers = await trx.selectFrom('covers').select('blob_key').where('book_id', '=', bookId).execute();
  for (const table of ofReaderAndBook.filter((name) => name !== 'reviews')) {
    await trx.deleteFrom(table).where('book_id', '=', bookId).execute();
  }
  for (const table of ofBook) await trx.deleteFrom(table).where('book_id', '=', bookId).execute();
  await trx.deleteFrom('books').where('book_id', '=', bookId).execute();
  await noteBooks(reading, trx, [bookId]);
  await giveUpBlobs(
    trx,
    covers.map((row) => row.blob_key),
  );
  for (const { file_sha256 } of files) await deleteFile(reading, trx, file_sha256);
}

/** Unless another book has it, or is read from it. */
async function deleteFile(reading: Reading, trx: Trx, sha256: string): Promise<void> {
  await askForIndexes(reading, trx, [sha256]);
  if (await isFileUsed(trx, sha256)) return;
  await removePrepared(trx, sha256, longAgo);
  const edition = await trx.selectFrom('editions').selectAll().where('file_sha256', '=', sha256).executeTakeFirst();
  await trx.deleteFrom('editions').where('file_sha256', '=', sha256).execute();
  const gone = await trx.deleteFrom('files').where('sha256', '=', sha256).returning('blob_key').executeTakeFirst();
  if (gone) await giveUpBlobs(trx, [gone.blob_key]);
  if (edition) await deleteFile(reading, trx, edition.edition_sha256);
}

async function isFileUsed(db: Db | Trx, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`select case when
    exists (select 1 from book_versions where file_sha256 = ${sha256})
    or exists (select 1 from books where file_sha256 = ${sha256})
    or exists (select 1 from editions where edition_sha256 = ${sha256}) then 1 else 0 end as used`.execute(db);
  return Number(rows[0]?.used ?? 0) === 1;
}

/** They are removed with the blobs of imports that never ended, unless something needs them. */
export async function giveUpBlobs(trx: Trx, keys: readonly string[]): Promise<void> {
  const distinct = [...new Set(keys)].filter((key) => key !== '').sort();
  if (distinct.length === 0) return;
  await trx
    .insertInto('pending_blobs')
    .values(distinct.map((blob_key) => ({ blob_key, created_at: longAgo })))
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .execute();
}

/** What a reader uploaded and stored beside books. */
export async function removeUploads(importing: Importing, vid: string): Promise<void> {
  for (const table of ['uploads', 'stored_objects'] as const) {
    await importing.reading.database.transaction(async (trx) => {
      const gone = await trx.deleteFrom(table).where('vid', '=', vid).returning('blob_key').execute();
      for (let at = 0; at < gone.length; at += atOnce) {
        await giveUpBlobs(
          trx,
          gone.slice(at, at + atOnce).map((row) => row.blob_key),
        );
      }
    });
  }
  await purgePendingBlobs(importing);
}
