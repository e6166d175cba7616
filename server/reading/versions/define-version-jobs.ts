// The work that follows a new version of a book: everything that readers keep at its places moves along.

import type { Jobs } from '../../base/jobs/jobs.ts';
import { movePlacesJob } from '../import/storing/store-book.ts';
import type { JobParts } from '../job-parts.ts';
import type { Reading } from '../reading.ts';
import { moveReviews } from '../reviews/move-reviews.ts';
import { noteStaleChapters } from '../underlines/find-underlines.ts';
import { moveMarks } from './move-marks.ts';
import { moveProgress } from './move-progress.ts';
import { PlaceFinder } from './place-finder.ts';
import { readVersion, VersionTexts } from './version-text.ts';

export function defineVersionJobs(jobs: Jobs, { reading }: JobParts): void {
  jobs.define<{ bookId: string }>(movePlacesJob, ({ bookId }, { signal }) => movePlaces(reading, bookId, signal));
}

/** Run twice, it finds nothing more to do. */
export async function movePlaces(reading: Reading, bookId: string, signal: AbortSignal): Promise<void> {
  const db = reading.database.kysely;
  const book = await db.selectFrom('books').select('version').where('book_id', '=', bookId).executeTakeFirst();
  // Removed since it was asked for.
  if (!book) return;
  const { version } = book;
  const finder = new PlaceFinder(await readVersion(db, bookId, version));
  const plan = { bookId, version, finder, former: new VersionTexts(db, bookId) };
  await moveMarks(reading, plan, signal);
  await moveReviews(reading, plan, signal);
  await moveProgress(reading, plan, signal);
  // Those of the former version go, also where no mark could be moved.
  await reading.database.transaction((trx) => noteStaleChapters(reading, trx, bookId));
  if (signal.aborted) throw new Error('The service stops; the places of a new version are moved after its next start.');
  await db
    .insertInto('moved_places')
    .values({ book_id: bookId, version })
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet({ version }))
    .execute();
}
