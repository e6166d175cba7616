// Moves thoughts to their places in a book's current version, by their words, as marks are moved. What is not found stays
// as it is, with the version in which its range counts.

import type { Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { findPlace, readChapterFacts } from './find-place.ts';
import { reviewTypes } from './review-rows.ts';
import { changeReview } from './store-review.ts';

const rowsAtOnce = 200;

/** May be run again at any time: what is in its place already is left alone. */
export async function moveReviews(reading: Reading, bookId: string, signal?: AbortSignal): Promise<void> {
  const db = reading.database.kysely;
  const book = await db.selectFrom('books').selectAll().where('book_id', '=', bookId).executeTakeFirst();
  if (!book) return;
  const chapters = await readChapterFacts(db, book);
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('reviews')
      .selectAll()
      .where('book_id', '=', bookId)
      .where('number', '>', after)
      .where('type', '=', reviewTypes.range)
      .where('book_version', '<', book.version)
      .where('removed_at', '=', 0)
      .orderBy('number')
      .limit(rowsAtOnce)
      .execute();
    for (const row of rows) {
      signal?.throwIfAborted();
      const place = await findPlace(reading, book, row, chapters);
      if (place && place.end > place.start) await moveTo(reading, row, place, book.version);
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.number ?? after;
  }
}

/** Unless someone edited it meanwhile. The person's own edit times stay: this is no edit of theirs. */
async function moveTo(
  reading: Reading,
  row: ReviewRow,
  place: { chapterUid: number; start: number; end: number },
  version: number,
): Promise<void> {
  await changeReview(reading, row, async ({ stored, store }) => {
    if (stored?.sync_key !== row.sync_key) return;
    const { chapterUid: chapter_uid, start: range_start, end: range_end } = place;
    await store({ ...stored, chapter_uid, range_start, range_end, book_version: version });
  });
}
