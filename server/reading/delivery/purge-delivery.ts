// Deletes what was prepared of files that no book has any more, or by rules that are no longer used. It can be made anew,
// so nothing is lost by deleting too much. The blobs follow with the others that nobody needs.

import type { Db, Reading, Trx } from '../reading.ts';
import { abandonBlob, preparedWith } from './prepared-book.ts';

const perRun = 500;

export async function purgeDelivery(reading: Reading): Promise<void> {
  const db = reading.database.kysely;
  const outdated = db.selectFrom('prepared_books').select('epub_sha256').where('made_with', '<', preparedWith);
  const prepared = unused(db, 'prepared_books');
  const drawn = unused(db, 'panel_pictures').distinct();
  const rows = [
    ...(await outdated.limit(perRun).execute()),
    ...(await prepared.limit(perRun).execute()),
    ...(await drawn.limit(perRun).execute()),
  ];
  for (const sha256 of new Set(rows.map((row) => row.epub_sha256))) {
    await reading.database.transaction((trx) => removePrepared(trx, sha256, reading.now()));
  }
}

/** Everything that was made of the file. `since`: from when on its blobs were not needed, for the purge of blobs. */
export async function removePrepared(trx: Trx, sha256: string, since: number): Promise<void> {
  const packs = await trx
    .deleteFrom('prepared_books')
    .where('epub_sha256', '=', sha256)
    .returning('blob_key')
    .execute();
  const pictures = await trx
    .deleteFrom('panel_pictures')
    .where('epub_sha256', '=', sha256)
    .returning('blob_key')
    .execute();
  const keys = new Set([...packs, ...pictures].map((row) => row.blob_key).filter(Boolean));
  for (const key of keys) await abandonBlob(trx, key, since);
}

/** Neither a version of a book is the file, nor the edition of one. */
function unused(db: Db, table: 'prepared_books' | 'panel_pictures') {
  return db
    .selectFrom(table)
    .select('epub_sha256')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('book_versions as v')
            .select('v.book_id')
            .whereRef('v.file_sha256', '=', `${table}.epub_sha256`),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('editions as e')
            .innerJoin('book_versions as v', 'v.file_sha256', 'e.file_sha256')
            .select('v.book_id')
            .whereRef('e.edition_sha256', '=', `${table}.epub_sha256`),
        ),
      ),
    );
}
