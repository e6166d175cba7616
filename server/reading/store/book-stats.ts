// The numbers by which books of the library are ranked, computed from the interests of their own readers.

import type { Trx } from '../reading.ts';
import { ratingHistograms } from '../reviews/ratings.ts';
import type { BookStatsRow, InterestRow } from '../schema/store.ts';
import { authorKey } from './book-words.ts';
import { markListsStale } from './ranks.ts';
import { refreshRanksOfWords } from './word-rank.ts';

const day = 86_400;
/** New readers of a week ago count half as much for a book's rise. */
const riseHalfLife = 7 * day;
/** As many ratings of this many stars are thought to be there already, so that one rating does not lead a rank. */
const assumedRatings = 3;
const assumedStars = 60;
const none = -1e9;

/** Of those that are in the library; rows of others go. */
export async function refreshStats(trx: Trx, bookIds: readonly string[], now: number): Promise<void> {
  if (bookIds.length === 0) return;
  const books = await trx
    .selectFrom('books')
    .select(['book_id', 'author', 'created_at'])
    .where('book_id', 'in', [...bookIds])
    .where('visibility', '=', 'library')
    .execute();
  const interests = await trx
    .selectFrom('interests')
    .selectAll()
    .where('book_id', 'in', [...bookIds])
    .execute();
  const byBook = Map.groupBy(interests, (row) => row.book_id);
  const histograms = await ratingHistograms(trx, bookIds, now);
  const rows = books.map((book): BookStatsRow => {
    const { stars, count } = histograms.get(book.book_id) ?? { stars: [0, 0, 0, 0, 0], count: 0 };
    const sum = stars.reduce((total, each, n) => total + each * 20 * (n + 1), 0);
    return {
      book_id: book.book_id,
      author_key: authorKey(book.author),
      ...numbersOf(byBook.get(book.book_id) ?? []),
      rated: count === 0 ? 0 : (sum + assumedRatings * assumedStars) / (count + assumedRatings),
      rating_count: count,
      new_rating: count === 0 ? 0 : Math.round((1000 * ((stars[3] ?? 0) + (stars[4] ?? 0))) / count),
      added_at: book.created_at,
    };
  });
  await trx
    .deleteFrom('book_stats')
    .where('book_id', 'in', [...bookIds])
    .execute();
  if (rows.length > 0) await trx.insertInto('book_stats').values(rows).execute();
  await refreshRanksOfWords(trx, bookIds);
  await markListsStale(trx, bookIds);
}

function numbersOf(interests: readonly InterestRow[]) {
  return {
    readers: interests.length,
    finished: interests.reduce((total, row) => total + row.is_finished, 0),
    rising: logSum(interests.map((row) => row.first_at / riseHalfLife)),
    popular: logSum(interests.map((row) => Math.log2(row.weight * row.freshness))),
    norm: interests.reduce((total, row) => total + row.weight ** 2 * row.freshness, 0),
  };
}

/** The logarithm of a sum of powers of two, which themselves would be too large for a number. */
function logSum(powers: readonly number[]): number {
  const most = powers.reduce((a, b) => Math.max(a, b), none);
  return powers.length === 0 ? none : most + Math.log2(powers.reduce((sum, power) => sum + 2 ** (power - most), 0));
}
