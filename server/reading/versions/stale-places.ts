// Books whose places were never moved to the current version: the work was lost with a restored backup, or given up.

import { sql } from 'kysely';
import { movePlacesJob } from '../import/storing/store-book.ts';
import type { Db, Reading } from '../reading.ts';

export const stalePlacesJob = 'reading.stalePlaces';
const perRun = 500;

export interface StaleBook {
  book_id: string;
  title: string;
  version: number;
  updated_at: number;
}

/** By an index of the books that have several versions. */
export async function stalePlaces(db: Db, limit = perRun): Promise<StaleBook[]> {
  const { rows } = await sql<StaleBook>`select b.book_id, b.title, b.version, b.updated_at
    from books b
    where b.version > 1 and not exists
      (select 1 from moved_places m where m.book_id = b.book_id and m.version >= b.version) limit ${limit}`.execute(db);
  return rows;
}

export async function askForStalePlaces(reading: Reading): Promise<void> {
  const { kysely } = reading.database;
  for (const { book_id: bookId, version } of await stalePlaces(kysely)) {
    await reading.jobs.enqueue(kysely, movePlacesJob, { bookId }, { key: `${bookId} ${version}` });
  }
}
