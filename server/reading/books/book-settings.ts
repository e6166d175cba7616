// What a reader sets for single books: whether others' reviews and underlines are shown in them.

import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import { nextSyncKey } from '../../base/database/counters.ts';
import type { Caller, Reading } from '../reading.ts';
import { sightCollection } from '../social/visibility.ts';
import { readBooks } from './book-access.ts';

type Setting = Params<(typeof books)['routes']['POST /book/setting']>;

export function bookSettingRoutes(reading: Reading) {
  return {
    'POST /book/setting': async ({ vid }: Caller, { bookIds, hideReview }: Setting) => {
      const asked = [...new Set(bookIds)];
      const known = await readBooks(reading.database.kysely, vid, asked);
      const rows = asked
        .filter((bookId) => known.has(bookId))
        .map((book_id) => ({ vid, book_id, hide_review: hideReview }));
      const unknownIds = asked.filter((bookId) => !known.has(bookId));
      if (rows.length === 0) return { changed: [], unknownIds };
      const changed = await reading.database.transaction(async (trx) => {
        // Copies of what others wrote start over.
        await nextSyncKey(trx, vid, sightCollection);
        const before = await trx
          .selectFrom('book_settings')
          .selectAll()
          .where('vid', '=', vid)
          .where('book_id', 'in', [...known.keys()])
          .execute();
        await trx
          .insertInto('book_settings')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['vid', 'book_id']).doUpdateSet({ hide_review: hideReview }))
          .execute();
        const hidden = new Map(before.map((row) => [row.book_id, row.hide_review]));
        return rows.filter((row) => (hidden.get(row.book_id) ?? 0) !== hideReview).map((row) => row.book_id);
      });
      return { changed, unknownIds };
    },
  };
}
