// Deletes what a reader wrote: reviews with what stands under them, marks with what others share of them.

import type { Reading } from '../reading.ts';
import { noteInterest } from '../store/note-changes.ts';
import { findUnderlines, noteStaleChapters } from '../underlines/find-underlines.ts';
import { startListsAnew } from './remove-reactions.ts';

const atOnce = 200;

export async function removeReviews(reading: Reading, vid: string): Promise<void> {
  for (let left = true; left; ) {
    left = await reading.database.transaction(async (trx) => {
      const rows = await trx.selectFrom('reviews').select('review_id').where('vid', '=', vid).limit(atOnce).execute();
      const ids = rows.map((row) => row.review_id);
      if (ids.length === 0) return false;
      await trx.deleteFrom('comments').where('subject_kind', '=', 'review').where('subject_id', 'in', ids).execute();
      await trx.deleteFrom('topic_reviews').where('review_id', 'in', ids).execute();
      // With likes and reposts.
      await trx.deleteFrom('reviews').where('review_id', 'in', ids).execute();
      await startListsAnew(trx);
      return true;
    });
  }
}

/** Book by book; what several readers share is found anew without them. */
export async function removeMarks(reading: Reading, vid: string): Promise<void> {
  const db = reading.database.kysely;
  const books = await db.selectFrom('marks').select('book_id').distinct().where('vid', '=', vid).execute();
  for (const { book_id } of books) {
    await reading.database.transaction(async (trx) => {
      const gone = await trx
        .deleteFrom('marks')
        .where('vid', '=', vid)
        .where('book_id', '=', book_id)
        .returning('chapter_uid')
        .execute();
      await noteStaleChapters(reading, trx, book_id, [...new Set(gone.map((row) => row.chapter_uid))]);
      await noteInterest(trx, vid, [book_id]);
    });
  }
  const shared = await db.selectFrom('underline_readers').select('book_id').distinct().where('vid', '=', vid).execute();
  for (const { book_id } of shared) await findUnderlines(reading, book_id);
  await db.deleteFrom('underline_readers').where('vid', '=', vid).execute();
}
