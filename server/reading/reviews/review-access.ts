// Which reviews a reader may see. Every route that names a review asks here; whoever may not see one learns nothing of it.

import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../../api/errors.ts';
import { visibleTo } from '../books/book-access.ts';
import type { Db, Tables, Trx } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { isMeantFor } from '../social/visibility.ts';

/** The review's book is one that the viewer may see, or there is none. */
export function bookIsVisible(viewer: string): RawBuilder<SqlBool> {
  const of = expressionBuilder<Tables, 'reviews'>();
  // A value of the one book rather than whether it exists, for which PostgreSQL would read all books there are.
  const book = of
    .selectFrom('books')
    .select((row) =>
      row
        .case()
        .when(visibleTo(viewer) as never)
        .then(1)
        .else(0)
        .end()
        .as('is_visible'),
    )
    .whereRef('books.book_id', '=', 'reviews.book_id');
  return sql<SqlBool>`(reviews.book_id = '' or ${book} = 1)`;
}

/** The viewer may read the row of `reviews`, its book included. */
export function isVisible(viewer: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(reviews.removed_at = 0 and ${isMeantFor(viewer)} and ${bookIsVisible(viewer)})`;
}

export function selectVisible(db: Db | Trx, viewer: string) {
  return db.selectFrom('reviews').selectAll('reviews').where(isVisible(viewer));
}

/** `not_found` for what the viewer may not see, `gone` for what they might see if it were not deleted. */
export async function readReview(db: Db | Trx, viewer: string, reviewId: string): Promise<ReviewRow> {
  const row = await db
    .selectFrom('reviews')
    .selectAll('reviews')
    .where('review_id', '=', reviewId)
    .where(isMeantFor(viewer))
    .where(bookIsVisible(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', 'There is no such review for this account.', { reviewId });
  if (row.removed_at !== 0) throw new AppError('gone', 'That review was deleted.', { reviewId });
  return row;
}

/** The caller's own review, tombstones included; `no_permission` for another reader's that the caller may see. */
export async function readOwnReview(db: Db | Trx, vid: string, reviewId: string): Promise<ReviewRow> {
  const row = await db.selectFrom('reviews').selectAll().where('review_id', '=', reviewId).executeTakeFirst();
  if (row?.vid === vid) return row;
  await readReview(db, vid, reviewId);
  throw new AppError('no_permission', 'Only its author may change a review.', { reviewId });
}

/** Those of the named reviews that the viewer may see, by id. */
export async function readReviews(
  db: Db | Trx,
  viewer: string,
  reviewIds: readonly string[],
): Promise<Map<string, ReviewRow>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await selectVisible(db, viewer)
    .where('review_id', 'in', [...new Set(reviewIds)])
    .execute();
  return new Map(rows.map((row) => [row.review_id, row]));
}
