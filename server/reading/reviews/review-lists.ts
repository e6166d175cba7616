// The lists of reviews: the caller's own, of a book, chapter or article, by a person, by a book's author, and those near
// another one.

import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../../api/errors.ts';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import { readBook } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { userBriefs } from '../social/user-briefs.ts';
import { checkMeets, isFollowing, mayMeet } from '../social/visibility.ts';
import { readOwnList } from './own-list.ts';
import { countList, type PublicList, type ReviewPage, readPublicList, standsIn } from './public-list.ts';
import { readReview, readReviews } from './review-access.ts';
import {
  allOf,
  always,
  bookCondition,
  chapterCondition,
  kindCondition,
  modeCondition,
  ownOrShown,
  typeCondition,
} from './review-conditions.ts';
import { reviewEntries } from './review-entries.ts';

type Routes = (typeof reviews)['routes'];
type Listed = Params<Routes['GET /review/list']>;
const own = 11;
const recentDays = 30 * 86_400;

export function reviewListRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /review/list': async ({ vid }: Caller, params: Listed) => {
      const listType = params.listType ?? params.listtype ?? 0;
      if (params.mine || listType === own) return withPeople(db, vid, await ownPage(reading, vid, params));
      const list = await publicList(db, vid, params, listType);
      return publicPage(reading, vid, list, params);
    },

    'GET /review/authorpublish': async ({ vid }: Caller, params: Params<Routes['GET /review/authorpublish']>) => {
      const book = await readBook(db, vid, params.bookId);
      const authors = await authorsOf(db, vid, book.author);
      const list: PublicList = {
        within: bookCondition(params.bookId),
        wanted: allOf(
          authors.length > 0 ? sql<SqlBool>`reviews.vid in (${sql.join(authors)})` : sql<SqlBool>`1 = 0`,
          chapterCondition(params.chapterUid),
          modeCondition(params.listmode),
        ),
        order: 'number',
      };
      return { ...(await readPublicList(reading, vid, list, params)), authorVids: authors };
    },

    'GET /review/relatedReviews': async ({ vid }: Caller, params: Params<Routes['GET /review/relatedReviews']>) => {
      const { reviewId, count = 20 } = params;
      const rows = await relatedRows(db, vid, reviewId, count);
      return { reviewId, reviews: await reviewEntries(db, vid, rows) };
    },
  };
}

async function ownPage(reading: Reading, vid: string, params: Listed): Promise<ReviewPage> {
  const { bookId, chapterUid, refMpReviewId, type } = params;
  const wanted = allOf(
    chapterCondition(chapterUid),
    refMpReviewId === undefined ? always : sql<SqlBool>`reviews.article_id = ${refMpReviewId}`,
    params.private ? sql<SqlBool>`reviews.is_private = 1` : always,
    typeCondition(type),
    modeCondition(params.listMode ?? params.listmode),
  );
  return readOwnList(reading, vid, wanted, bookId, params);
}

async function publicList(db: Db, viewer: string, params: Listed, listType: number): Promise<PublicList> {
  const { bookId, refMpReviewId } = params;
  const person = params.userVid ?? params.uservid;
  if (person !== undefined) await checkMeets(db, viewer, person);
  if (bookId !== undefined) await readBook(db, viewer, bookId);
  const subjects = [
    bookId === undefined ? undefined : bookCondition(bookId),
    refMpReviewId === undefined ? undefined : sql<SqlBool>`reviews.article_id = ${refMpReviewId}`,
    person === undefined ? undefined : sql<SqlBool>`reviews.vid = ${person}`,
  ].filter((condition) => condition !== undefined);
  if (subjects.length === 0) {
    throw new AppError('bad_argument', undefined, { bookId: 'or refMpReviewId, userVid or mine is needed' });
  }
  const wanted = allOf(
    // Whoever asks for a person's reviews wants to see others'.
    bookId === undefined || person !== undefined ? always : ownOrShown(viewer),
    chapterCondition(params.chapterUid),
    typeCondition(params.type),
    modeCondition(params.listMode ?? params.listmode),
    kindCondition(viewer, listType),
  );
  const isRanked = person === undefined && (listType < 3 || listType > 4);
  return { within: allOf(...subjects), wanted, order: isRanked ? 'rank' : 'number' };
}

/** With the people whom the entries mention, and the authors of the reviews that they answer or pass on. */
async function withPeople(db: Db, viewer: string, page: ReviewPage) {
  const { reviews: entries } = page;
  const named = entries.flatMap(({ review }) => [review.originalReviewId, review.refReviewId]);
  const origins = await readReviews(
    db,
    viewer,
    named.filter((reviewId) => reviewId !== undefined),
  );
  const mentioned = new Set(entries.flatMap(({ review }) => review.atUserVids));
  const authors = new Set([...origins.values()].map((row) => row.vid));
  const people = await userBriefs(db, viewer, [...mentioned, ...authors]);
  const brief = (vids: Set<string>) => [...vids].flatMap((vid) => people.get(vid) ?? []);
  return { ...page, atUsers: brief(mentioned), refUsers: brief(authors) };
}

async function publicPage(reading: Reading, viewer: string, list: PublicList, params: Listed) {
  const db = reading.database.kysely;
  const recent = sql<SqlBool>`reviews.create_time > ${reading.now() - recentDays}`;
  const counts = await countList(db, viewer, list, [recent, isFollowing(viewer, 'reviews.vid')]);
  const [totalCount = 0, recentTotalCnt = 0, friendCommentCount = 0] = counts;
  const page = await readPublicList(reading, viewer, list, { ...params, totalCount });
  return {
    ...(await withPeople(db, viewer, page)),
    reviewsCnt: totalCount,
    recentTotalCnt,
    reviewsHasMore: page.hasMore,
    friendCommentCount,
  };
}

/** Readers who are the author that a book names, and whom the viewer may meet. */
async function authorsOf(db: Db, viewer: string, author: string): Promise<string[]> {
  if (author === '') return [];
  const rows = await db
    .selectFrom('author_accounts')
    .select('vid')
    .where('author', '=', author)
    .where(mayMeet(viewer, 'author_accounts.vid'))
    .orderBy('vid')
    .limit(20)
    .execute();
  return rows.map((row) => row.vid);
}

/** The best liked on the same range first, then of the chapter, with a topic in common, and of the book. */
async function relatedRows(db: Db, viewer: string, reviewId: string, count: number) {
  const row = await readReview(db, viewer, reviewId);
  const within = row.book_id
    ? bookCondition(row.book_id)
    : sql<SqlBool>`reviews.article_id = ${row.article_id} and reviews.book_id = ''`;
  const list: PublicList = { within, wanted: ownOrShown(viewer), order: 'rank' };
  const topics = (JSON.parse(row.topic_ranges) as { topic: string }[]).slice(0, 5);
  const hasTopic = topics.map(({ topic }) => {
    const quoted = JSON.stringify(topic).replace(/[\\%_]/g, '\\$&');
    return sql<SqlBool>`reviews.topic_ranges like ${`%"topic":${quoted}%`} escape '\\'`;
  });
  const overlaps = sql<SqlBool>`reviews.chapter_uid = ${row.chapter_uid}
    and reviews.range_start < ${row.range_end} and reviews.range_end > ${row.range_start}`;
  const nearness = sql<number>`case
    when ${row.range_end > 0 ? overlaps : sql<SqlBool>`1 = 0`} then 3
    when ${hasTopic.length > 0 ? sql<SqlBool>`(${sql.join(hasTopic, sql` or `)})` : sql<SqlBool>`1 = 0`} then 2
    when ${row.chapter_uid > 0 ? sql<SqlBool>`reviews.chapter_uid = ${row.chapter_uid}` : sql<SqlBool>`1 = 0`} then 1
    else 0 end`;
  return db
    .selectFrom('reviews')
    .selectAll('reviews')
    .where(list.within)
    .where(standsIn(list, viewer))
    .where('review_id', '<>', reviewId)
    .orderBy(nearness, 'desc')
    .orderBy('rank', 'desc')
    .limit(count)
    .execute();
}

/** The best liked reviews of a book, for its page; none where the viewer hides others' reviews. */
export async function topReviews(reading: Reading, viewer: string, bookId: string, count: number) {
  const wanted = allOf(modeCondition(2), ownOrShown(viewer));
  const page = await readPublicList(
    reading,
    viewer,
    { within: bookCondition(bookId), wanted, order: 'rank' },
    { count },
  );
  return { reviews: page.reviews, totalCount: page.totalCount, hasMore: page.hasMore };
}
