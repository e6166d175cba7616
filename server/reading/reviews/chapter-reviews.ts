// What readers wrote about a chapter and about ranges in it, and the text that such words stand in.

import { type SqlBool, sql } from 'kysely';
import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import { type ListedBook, readBook } from '../books/book-access.ts';
import { readChapterTexts } from '../books/chapter-texts.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { readSyncKey, writeSyncKey } from '../sync-key.ts';
import { type PublicList, publicState, readPublicList, standsIn, withIdx } from './public-list.ts';
import { readReview } from './review-access.ts';
import { allOf, bookCondition, chapterCondition, ownOrShown, typeCondition } from './review-conditions.ts';
import type { Entry } from './review-entries.ts';
import { reviewTypes } from './review-rows.ts';
import { toSimplified } from './simplified.ts';

type Routes = (typeof books)['routes'];
/** UTF-16 units shown on each side of the reviewed words. */
const contextUnits = 1000;
const longestContent = 8192;

export function chapterReviewRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/chapterReview': async ({ vid }: Caller, params: Params<Routes['GET /book/chapterReview']>) => {
      const { bookId, chapterUid } = params;
      await readBook(db, vid, bookId);
      const list: PublicList = {
        within: bookCondition(bookId),
        wanted: allOf(chapterCondition(chapterUid), typeCondition(reviewTypes.chapter), ownOrShown(vid)),
        order: 'rank',
      };
      const page = await readPublicList(reading, vid, list, params);
      return params.getShareCount ? { ...page, shareCount: await countShares(db, vid, list) } : page;
    },

    'POST /book/readreviews': async ({ vid }: Caller, params: Params<Routes['POST /book/readreviews']>) => {
      await readBook(db, vid, params.bookId);
      const reviews = await thoughtsOnRanges(reading, vid, params);
      if (!params.cht2sMode) return { reviews };
      return { reviews: reviews.map((each) => ({ ...each, pageReviews: each.pageReviews.map(simplified) })) };
    },

    'GET /book/chapterread': async ({ vid }: Caller, params: Params<Routes['GET /book/chapterread']>) => {
      const book = await readBook(db, vid, params.bookId);
      const review = await readReview(db, vid, params.reviewId);
      if (review.book_id !== book.book_id) throw new AppError('not_found', undefined, params);
      return readAround(reading, book, review);
    },
  };
}

async function countShares(db: Db, viewer: string, list: PublicList): Promise<number> {
  const { total } = await db
    .selectFrom('reviews')
    .select((row) => row.fn.sum<number | null>('reposts_count').as('total'))
    .where(list.within)
    .where(standsIn(list, viewer))
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

type RangesAsked = Params<Routes['POST /book/readreviews']>;

/** All ranges in one query, each cut to its own page. */
async function thoughtsOnRanges(reading: Reading, viewer: string, params: RangesAsked) {
  const db = reading.database.kysely;
  // Before the rows are read, so that what comes meanwhile is told the next time.
  const { state, life } = await publicState(reading, viewer);
  const synckey = writeSyncKey(state.counter, life);
  const asked = params.reviews.map((each) => {
    const [start = 0, end = 0] = each.range.split('-').map(Number);
    return { ...each, start, end, count: each.count ?? 20, maxIdx: each.maxIdx ?? 0 };
  });
  const list: PublicList = { within: bookCondition(params.bookId), wanted: ownOrShown(viewer), order: 'rank' };
  const inChapter = allOf(
    list.within,
    chapterCondition(params.chapterUid),
    typeCondition(reviewTypes.range),
    standsIn(list, viewer),
  );
  const pages = asked.map(({ start, end, maxIdx }) => {
    const range = sql<SqlBool>`reviews.range_start = ${start} and reviews.range_end = ${end}`;
    return maxIdx > 0 ? sql<SqlBool>`(${range} and reviews.rank < ${maxIdx})` : sql<SqlBool>`(${range})`;
  });
  const placed = db
    .selectFrom('reviews')
    .selectAll('reviews')
    .select(sql<number>`row_number() over (partition by range_start, range_end order by rank desc)`.as('place'))
    .where(inChapter)
    .where(sql<SqlBool>`(${sql.join(pages, sql` or `)})`);
  const most = asked.reduce((highest, { count }) => Math.max(highest, count), 0) + 1;
  const rows = await db
    .selectFrom(placed.as('placed'))
    .selectAll()
    .where('place', '<=', most)
    .orderBy('place')
    .execute();
  const totals = await db
    .selectFrom('reviews')
    .select(['range_start', 'range_end'])
    .select((row) => row.fn.countAll<number>().as('total'))
    .where(inChapter)
    .where(
      sql<SqlBool>`(${sql.join(
        asked.map(({ start, end }) => sql`(reviews.range_start = ${start} and reviews.range_end = ${end})`),
        sql` or `,
      )})`,
    )
    .groupBy(['range_start', 'range_end'])
    .execute();
  const rangeOf = (row: { range_start: number; range_end: number }) => `${row.range_start}-${row.range_end}`;
  const byRange = Map.groupBy(rows, rangeOf);
  const counts = new Map(totals.map((row) => [rangeOf(row), Number(row.total)]));
  const newest = asked.some((each) => each.synckey) ? await newestChange(db, params.bookId) : 0;
  const entries = new Map((await withIdx(db, viewer, rows, 'rank')).map((entry) => [entry.reviewId, entry]));
  return asked.map(({ range, count, maxIdx, synckey: known }) => {
    const { from } = readSyncKey(known, life, state);
    if (maxIdx === 0 && from > 0 && newest <= from) {
      const totalCount = counts.get(range) ?? 0;
      return { range, totalCount, hasMore: 0 as const, maxIdx: 0, synckey, unchanged: 1 as const, pageReviews: [] };
    }
    const own = (byRange.get(range) ?? []).filter((row) => maxIdx === 0 || row.rank < maxIdx);
    const shown = own.slice(0, count);
    return {
      range,
      totalCount: counts.get(range) ?? 0,
      hasMore: own.length > count ? (1 as const) : (0 as const),
      maxIdx: shown.at(-1)?.rank ?? 0,
      synckey,
      pageReviews: shown.flatMap((row) => entries.get(row.review_id) ?? []),
    };
  });
}

/** The key of the last change of any review of the book: a thought may have moved out of a range. */
async function newestChange(db: Db, bookId: string): Promise<number> {
  const { newest } = await db
    .selectFrom('reviews')
    .select((row) => row.fn.max<number | null>('public_key').as('newest'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

function simplified(entry: Entry): Entry {
  const { review } = entry;
  const words = ['content', 'htmlContent', 'abstract', 'contextAbstract', 'title'] as const;
  const changed = Object.fromEntries(words.map((name) => [name, toSimplified(review[name])]));
  return { ...entry, review: { ...review, ...changed } };
}

async function readAround(reading: Reading, book: ListedBook, review: ReviewRow) {
  const db = reading.database.kysely;
  if (review.chapter_uid === 0) {
    throw new AppError('not_found', 'That review is about no chapter.', { reviewId: review.review_id });
  }
  const { chapter_uid: chapterUid } = review;
  const chapter = await db
    .selectFrom('chapters')
    .select(['title', 'length'])
    .where('book_id', '=', book.book_id)
    .where('version', '=', book.version)
    .where('chapter_uid', '=', chapterUid)
    .executeTakeFirst();
  // What could be moved was, when the version came.
  const isPlaced = chapter && review.book_version === book.version && review.range_end <= chapter.length;
  const place = isPlaced ? { start: review.range_start, end: review.range_end } : undefined;
  const texts = await readChapterTexts(db, book.file_sha256, [chapterUid]);
  const text = texts.get(chapterUid)?.text ?? '';
  const start = Math.max(0, (place?.start ?? 0) - contextUnits);
  const end = Math.min(text.length, (place?.end ?? contextUnits) + contextUnits, start + longestContent);
  return {
    bookId: book.book_id,
    reviewId: review.review_id,
    chapterUid,
    chapterTitle: chapter?.title ?? '',
    contentRange: `${start}-${Math.max(start, end)}`,
    content: text.slice(start, end).toWellFormed(),
    ...(place && place.end > place.start ? { range: `${place.start}-${place.end}` } : {}),
    bookVersion: book.version,
    unplaced: place ? (0 as const) : (1 as const),
  };
}
