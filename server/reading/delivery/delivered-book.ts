// Finds what is delivered of a book: the version that was asked for, and the EPUB that readers of it open. Whoever may not
// see the book learns nothing.

import { AppError } from '../../../api/errors.ts';
import { type ListedBook, readBook } from '../books/book-access.ts';
import type { Db } from '../reading.ts';
import type { EpubFile } from './prepared-book.ts';

export interface DeliveredBook {
  book: ListedBook;
  version: number;
  epub: EpubFile;
}

const epubType = 'application/epub+zip';

/** The current version unless told. */
export async function findDelivered(db: Db, vid: string, bookId: string, version?: number): Promise<DeliveredBook> {
  const book = await readBook(db, vid, bookId);
  const wanted = version ?? book.version;
  const original = await db
    .selectFrom('book_versions as v')
    .innerJoin('files', 'files.sha256', 'v.file_sha256')
    .leftJoin('editions', 'editions.file_sha256', 'files.sha256')
    .leftJoin('files as edition', 'edition.sha256', 'editions.edition_sha256')
    .select(['files.sha256', 'files.blob_key', 'files.media_type'])
    .select(['edition.sha256 as edition_sha256', 'edition.blob_key as edition_key'])
    .where('v.book_id', '=', book.book_id)
    .where('v.version', '=', wanted)
    .executeTakeFirst();
  if (!original) throw new AppError('not_found', 'The book has no such version.', { bookId, bookVersion: wanted });
  if (original.edition_sha256 && original.edition_key) {
    return { book, version: wanted, epub: { sha256: original.edition_sha256, blobKey: original.edition_key } };
  }
  if (original.media_type !== epubType) {
    throw new AppError('not_found', 'There is no EPUB edition of this book.', { bookId });
  }
  return { book, version: wanted, epub: { sha256: original.sha256, blobKey: original.blob_key } };
}
