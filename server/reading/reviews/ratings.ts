// The stars that readers give books: one rating per reader and book, and what they come to. Ratings that were given for
// the reader alone, or for a book that the reader made private, count nowhere.

import { sql } from 'kysely';
import type { Db, Trx } from '../reading.ts';
import type { RatingRow } from '../schema/reviews.ts';
import { isNotSecret } from '../social/visibility.ts';
import { noteInterest } from '../store/note-changes.ts';

export interface RatingHistogram {
  /** How many gave one star, two, … five. */
  stars: [number, number, number, number, number];
  count: number;
  /** Of the last 30 days. */
  recent: number;
}

const recentDays = 30 * 86_400;
const fewestRatings = 5;
/** From which share of good ratings on. */
const titles = [
  [0.9, 'Praised by nearly all'],
  [0.7, 'Liked by most'],
  [0.4, 'Readers disagree'],
  [0, 'Liked by few'],
] as const;

/** Good from four stars on, fair with three, poor below; 0 without stars. */
export function ratingLevel(star: number): 0 | 1 | 2 | 3 {
  if (star === 0) return 0;
  return star >= 80 ? 1 : star >= 60 ? 2 : 3;
}

/** Histograms of several books in one query; books without ratings are not in the answer. */
export async function ratingHistograms(
  db: Db | Trx,
  bookIds: readonly string[],
  now: number,
): Promise<Map<string, RatingHistogram>> {
  if (bookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ratings')
    .select(['book_id', 'star'])
    .select((row) => row.fn.countAll<number>().as('total'))
    .select(sql<number>`sum(case when rated_at > ${now - recentDays} then 1 else 0 end)`.as('recent'))
    .where('book_id', 'in', [...new Set(bookIds)])
    .where('is_counted', '=', 1)
    .where(isNotSecret('ratings.vid', 'ratings.book_id'))
    .groupBy(['book_id', 'star'])
    .execute();
  const histograms = new Map<string, RatingHistogram>();
  for (const { book_id, star, total, recent } of rows) {
    const histogram = histograms.get(book_id) ?? { stars: [0, 0, 0, 0, 0], count: 0, recent: 0 };
    histogram.stars[(star / 20 - 1) as 0] += Number(total);
    histogram.count += Number(total);
    histogram.recent += Number(recent);
    histograms.set(book_id, histogram);
  }
  return histograms;
}

/** As `/book/info` and `/book/detailinfo` show it. */
export function ratingOnWire(histogram: RatingHistogram | undefined, own: number) {
  const { stars, count, recent } = histogram ?? { stars: [0, 0, 0, 0, 0], count: 0, recent: 0 };
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = stars;
  const sum = one + 2 * two + 3 * three + 4 * four + 5 * five;
  const good = four + five;
  return {
    star: count === 0 ? 0 : Math.round((20 * sum) / count),
    ratingCount: count,
    ratingDetail: { one, two, three, four, five, recent },
    newRating: count === 0 ? 0 : Math.round((1000 * good) / count),
    newRatingCount: count,
    newRatingDetail: {
      good,
      fair: three,
      poor: one + two,
      recent,
      myRating: own ? String(own) : '',
      title: titleOf(good, count),
    },
  };
}

/** What the ratings come to in words; nothing while they are too few to say. */
function titleOf(good: number, count: number): string {
  if (count < fewestRatings) return '';
  const [, title] = titles.find(([least]) => good >= least * count) as (typeof titles)[number];
  return title;
}

/** Stores the reader's stars for a book, given by a mark as finished (`reviewId` '') or by a review. */
export async function rateBook(trx: Trx, rating: RatingRow): Promise<void> {
  await trx
    .insertInto('ratings')
    .values(rating)
    .onConflict((conflict) => conflict.columns(['book_id', 'vid']).doUpdateSet(rating))
    .execute();
  await noteInterest(trx, rating.vid, [rating.book_id]);
}

/**
 * After a review was written, edited or deleted: the rating is again that of the reader's newest living review with
 * stars; without one, a rating that a review gave goes.
 */
export async function rateByReviews(trx: Trx, vid: string, bookId: string): Promise<void> {
  const newest = await trx
    .selectFrom('reviews')
    .select(['review_id', 'star', 'edit_time', 'is_private', 'friends_only'])
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .where('removed_at', '=', 0)
    .where('star', '>', 0)
    .orderBy('create_time', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const stored = await trx
    .selectFrom('ratings')
    .selectAll()
    .where('book_id', '=', bookId)
    .where('vid', '=', vid)
    .executeTakeFirst();
  if (newest) {
    // Stars given later with a finished mark stand.
    if (stored?.review_id === '' && stored.rated_at > newest.edit_time) return;
    const { review_id, star, edit_time } = newest;
    const is_counted = newest.is_private || newest.friends_only ? 0 : 1;
    await rateBook(trx, { book_id: bookId, vid, star, rated_at: edit_time, review_id, is_counted });
  } else if (stored && stored.review_id !== '') {
    await trx.deleteFrom('ratings').where('book_id', '=', bookId).where('vid', '=', vid).execute();
    await noteInterest(trx, vid, [bookId]);
  }
}
