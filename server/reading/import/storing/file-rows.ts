// The rows of files and of the editions that were written of them, for several books in a few statements.

import { AppError } from '../../../../api/errors.ts';
import type { Trx } from '../../reading.ts';
import type { ShelfChange } from '../../shelf/shelf-entries.ts';
import type { BookToStore } from './store-book.ts';

/** Answers where the bytes are kept. */
export async function insertFiles({ trx, now }: ShelfChange, books: readonly BookToStore[]): Promise<string[]> {
  const files = books.flatMap(({ file, content }) => (content?.edition ? [file, content.edition] : [file]));
  const distinct = [...new Map(files.map((file) => [file.sha256, file])).values()];
  await trx
    .insertInto('files')
    .values(
      distinct.map((file) => ({
        sha256: file.sha256,
        blob_key: file.blobKey,
        size: file.size,
        md5: file.md5,
        media_type: file.mediaType,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
  const rows = await trx
    .selectFrom('files')
    .select('blob_key')
    .where(
      'sha256',
      'in',
      distinct.map((file) => file.sha256),
    )
    .execute();
  return rows.map((row) => row.blob_key);
}

/** A file has one edition for good: the chapters of every book with these bytes are that edition's. */
export async function insertEditions(trx: Trx, books: readonly BookToStore[]): Promise<void> {
  const rows = books.flatMap(({ file, content }) =>
    content?.edition ? [{ file_sha256: file.sha256, edition_sha256: content.edition.sha256 }] : [],
  );
  if (rows.length === 0) return;
  await trx
    .insertInto('editions')
    .values(rows)
    .onConflict((conflict) => conflict.column('file_sha256').doNothing())
    .execute();
  const stored = await trx
    .selectFrom('editions')
    .selectAll()
    .where(
      'file_sha256',
      'in',
      rows.map((row) => row.file_sha256),
    )
    .execute();
  const byFile = new Map(stored.map((row) => [row.file_sha256, row.edition_sha256]));
  // Another program version was faster; the next try reads its edition.
  if (rows.some((row) => byFile.get(row.file_sha256) !== row.edition_sha256)) throw new AppError('conflict');
}
