// `/book/detailinfo`: everything that a book's page shows at once.

import type { books } from '../../../api/books.ts';
import type { Params, Reply } from '../../../api/route.ts';
import { bookOnWire, type ListedBook, readBook } from '../books/book-access.ts';
import { bookInfos } from '../books/book-facts.ts';
import { placeAfter } from '../list-place.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { topReviews } from '../reviews/review-lists.ts';
import { sightLife } from '../social/visibility.ts';
import { authorKey } from '../store/book-words.ts';
import { storeState } from '../store/category-list.ts';
import { rankTitles } from '../store/market.ts';
import type { RankKind } from '../store/ranks.ts';
import { readFound } from '../store/search/book-scope.ts';
import { readSyncKey, writeSyncKey } from '../sync-key.ts';
import { recommendedOnWire } from './candidates.ts';
import { similarBooks } from './similar.ts';

type Route = (typeof books)['routes']['GET /book/detailinfo'];
type Page = Reply<Route>;
type ListType = NonNullable<Params<Route>['listTypes']>[number];

const pageSize = 20;
const reviewsShown = 5;
const authorBooksShown = 30;
/** Further down nobody calls it a rank. */
const lowestRank = 100;
const ranksShown = 20;
/** A book is in some twenty categories at most, in each under every kind of rank. */
const mostRanks = 200;
const allLists: readonly ListType[] = ['author', 'similar', 'reviews', 'booklists', 'ranks'];

export function bookPageRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/detailinfo': async ({ vid }: Caller, params: Params<Route>): Promise<Page> => {
      const { bookId, count = pageSize, listTypes = allLists } = params;
      const maxIdx = placeAfter(params.maxIdx);
      const book = await readBook(db, vid, bookId);
      const { state, life } = await pageState(reading, vid, book);
      const isCurrent = maxIdx === 0 && readSyncKey(params.synckey, life, state).from === state.counter;
      const wants = (list: ListType) => !isCurrent && listTypes.includes(list);
      const [info] = await bookInfos(db, vid, [book]);
      const [stats] = await readFound(db, vid, [bookId]);
      const similar = wants('similar') ? await similarBooks(reading, vid, book) : [];
      const page = similar.slice(maxIdx, maxIdx + count);
      return {
        synckey: writeSyncKey(state.counter, life),
        ...(isCurrent ? { unchanged: 1 as const } : {}),
        book: info as Page['book'],
        readingCount: stats?.readers ?? 0,
        authorBooks: wants('author') ? await otherBooks(db, vid, book) : [],
        similarBooks: page.map((each, n) => recommendedOnWire(each, maxIdx + n + 1)),
        reviews: wants('reviews') ? (await topReviews(reading, vid, bookId, reviewsShown)).reviews : [],
        booklists: [],
        ranks: wants('ranks') && book.visibility === 'library' ? await ranksOf(db, bookId) : [],
        hasMore: similar.length > maxIdx + page.length ? 1 : 0,
        maxIdx: maxIdx + page.length,
      };
    },
  };
}

/**
 * A number that grows with every change of what the page shows of others: the book, its reviews, the store's lists. What
 * the viewer may see of people is in the synckey's life.
 */
async function pageState({ database, life }: Reading, vid: string, book: ListedBook) {
  const db = database.kysely;
  const { newest } = await db
    .selectFrom('reviews')
    .select((row) => row.fn.max<number | null>('public_key').as('newest'))
    .where('book_id', '=', book.book_id)
    .executeTakeFirstOrThrow();
  const counter = Number(newest ?? 0) + (await storeState(db)).counter + Number(book.updated_at);
  return { state: { counter, floor: 0, purges: 0 }, life: await sightLife(db, vid, life) };
}

async function otherBooks(db: Db, vid: string, book: ListedBook) {
  const key = authorKey(book.author);
  if (key === '') return [];
  const rows = await db
    .selectFrom('book_stats')
    .select('book_id')
    .where('author_key', '=', key)
    .where('book_id', '<>', book.book_id)
    .orderBy('popular', 'desc')
    .limit(authorBooksShown)
    .execute();
  const found = await readFound(
    db,
    vid,
    rows.map((row) => row.book_id),
  );
  return found.map(bookOnWire);
}

/** Of the whole store every rank, of a category the best alone. */
async function ranksOf(db: Db, bookId: string): Promise<Page['ranks']> {
  const rows = await db
    .selectFrom('store_ranks as r')
    .leftJoin('store_categories as c', 'c.category_id', 'r.category_id')
    .select(['r.category_id', 'r.kind', 'r.idx', 'c.title'])
    .where('r.book_id', '=', bookId)
    .where('r.idx', '<=', lowestRank)
    .where('r.kind', '<>', 'new')
    .orderBy('r.idx')
    .orderBy('r.category_id')
    .orderBy('r.kind')
    .limit(mostRanks)
    .execute();
  const [everywhere, within] = [rows.filter((row) => row.category_id === 0), rows.filter((row) => row.category_id > 0)];
  const best = within.filter((row, n) => within.findIndex((each) => each.category_id === row.category_id) === n);
  return [...everywhere, ...best].slice(0, ranksShown).map((row) => ({
    categoryId: row.category_id === 0 ? row.kind : String(row.category_id),
    title: row.category_id === 0 ? rankTitles[row.kind as RankKind] : (row.title ?? ''),
    rank: row.idx,
  }));
}
