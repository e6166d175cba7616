// How much of the store a reader takes up: what a quota is measured by. What became the library's is nobody's.

import type { Db, Trx } from '../../reading.ts';

export interface StoredBytes {
  /** Originals of all versions of the reader's books, and the editions made of them; each file once. */
  books: number;
  covers: number;
  /** Pictures, fonts and recordings. */
  objects: number;
  /** Announced by uploads that are not finished. */
  uploads: number;
  total: number;
}

/** Every part by an index on the reader. */
export async function storedBytes(db: Db | Trx, vid: string, now: number): Promise<StoredBytes> {
  const own = db
    .selectFrom('book_versions as v')
    .innerJoin('books', 'books.book_id', 'v.book_id')
    .where('books.owner_vid', '=', vid)
    .where('books.visibility', '=', 'private')
    .select('v.file_sha256');
  const editions = db
    .selectFrom('editions')
    .where('editions.file_sha256', 'in', own)
    .select('editions.edition_sha256 as file_sha256');
  const files = await db
    .selectFrom('files')
    .select((row) => row.fn.sum<number | null>('size').as('bytes'))
    .where((where) => where.or([where('sha256', 'in', own), where('sha256', 'in', editions)]))
    .executeTakeFirstOrThrow();
  const shown = await db
    .selectFrom('covers')
    .innerJoin('books', 'books.book_id', 'covers.book_id')
    .select((row) => row.fn.sum<number | null>('covers.size').as('bytes'))
    .where('books.owner_vid', '=', vid)
    .where('books.visibility', '=', 'private')
    .executeTakeFirstOrThrow();
  const kept = await db
    .selectFrom('stored_objects')
    .select((row) => row.fn.sum<number | null>('size').as('bytes'))
    .where('vid', '=', vid)
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom('uploads')
    .select((row) => row.fn.sum<number | null>('size').as('bytes'))
    .where('vid', '=', vid)
    .where('state', '=', 'reserved')
    .where('to_library', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const [books, covers, objects, uploads] = [files, shown, kept, open].map(({ bytes }) => Number(bytes ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return { books, covers, objects, uploads, total: books + covers + objects + uploads };
}
