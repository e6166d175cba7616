// Finds files whose index is missing, outdated or no longer needed, and asks for them: the catch-up after an update of
// the program, a restored backup, or work that was lost. Also reads the text of books that came in before texts were kept.

import type { Reading } from '../reading.ts';
import { termsVersion } from './chapter-index.ts';
import { askForIndexes } from './index-file.ts';

export const indexMissingJob = 'search.missing';
const perRun = 500;

export async function askForMissingIndexes(reading: Reading): Promise<void> {
  const db = reading.database.kysely;
  const missing = db
    .selectFrom('books')
    .select('file_sha256')
    .distinct()
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('search_files as s')
            .select('s.file_no')
            .whereRef('s.file_sha256', '=', 'books.file_sha256')
            .where('s.is_ready', '=', 1)
            .where('s.made_with', '=', termsVersion),
        ),
      ),
    );
  const needless = db
    .selectFrom('search_files')
    .select('file_sha256')
    .distinct()
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('books').select('book_id').whereRef('books.file_sha256', '=', 'search_files.file_sha256'),
        ),
      ),
    );
  const rows = [...(await missing.limit(perRun).execute()), ...(await needless.limit(perRun).execute())];
  await askForIndexes(
    reading,
    db,
    rows.map((row) => row.file_sha256),
  );
}
