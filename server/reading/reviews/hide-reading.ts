// What follows when a reader makes a book private or shows it again: everyone's lists of reviews, the book's shared
// underlines. Part of the transaction that changes the shelf.

import { sql } from 'kysely';
import { nextSyncKey } from '../../base/database/counters.ts';
import type { Reading, Trx } from '../reading.ts';
import { noteStaleChapters } from '../underlines/find-underlines.ts';
import { everyone, reviewCollection } from './store-review.ts';

export async function noteSecrecy(reading: Reading, trx: Trx, vid: string, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return;
  const marked = await trx
    .selectFrom('marks')
    .select(['book_id', 'chapter_uid'])
    .distinct()
    .where('vid', '=', vid)
    .where('book_id', 'in', bookIds)
    .where('type', '=', 1)
    .where('removed_at', '=', 0)
    .execute();
  for (const [bookId, rows] of Map.groupBy(marked, (row) => row.book_id)) {
    await noteStaleChapters(
      reading,
      trx,
      bookId,
      rows.map((row) => row.chapter_uid),
    );
  }
  await touchReviews(trx, bookIds, vid);
}

/** Gives the shared reviews of these books, one reader's or all, keys of their own, so that copies are told. */
export async function touchReviews(trx: Trx, bookIds: readonly string[], vid?: string): Promise<void> {
  const ofReader = vid === undefined ? sql`1 = 1` : sql`vid = ${vid}`;
  const first = await nextSyncKey(trx, everyone, reviewCollection);
  const { rows } = await sql<{ review_id: string }>`
    update reviews set public_key = ${first} + placed.place from (
      select review_id, row_number() over (order by number) as place from reviews
      where ${ofReader} and book_id in (${sql.join(bookIds)}) and was_shared = 1
    ) as placed where placed.review_id = reviews.review_id
    returning reviews.review_id`.execute(trx);
  await sql`update sync_counters set value = ${first + rows.length}
    where owner = ${everyone} and collection = ${reviewCollection}`.execute(trx);
}
