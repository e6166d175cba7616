// Browsing the store: its categories, and the ranks of the whole store and of each category, as ranks.ts wrote them down.

import type { Static } from 'typebox';
import { AppError } from '../../../api/errors.ts';
import type { Category } from '../../../api/nouns/category.ts';
import type { Params, Reply } from '../../../api/route.ts';
import type { store } from '../../../api/store.ts';
import { coverAddress } from '../books/book-access.ts';
import { placeAfter } from '../list-place.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { StoreCategoryRow, StoreListRow, StoreRankRow } from '../schema/store.ts';
import { readSyncKey, writeSyncKey } from '../sync-key.ts';
import { categoriesOfCaller, readCategories, storeState } from './category-list.ts';
import { type RankKind, rankKinds, wholeStore } from './ranks.ts';
import { foundOnWire, readFound } from './search/book-scope.ts';
import { categoryNumber } from './search/filters.ts';
import type { BookNames } from './search/find-books.ts';
import { readNames } from './search/find-books.ts';

type Routes = (typeof store)['routes'];
type CategoryOnWire = Static<typeof Category>;

const pageSize = 20;
const shownInRank = 10;
const covers = 4;

export const rankTitles: Record<RankKind, string> = {
  rising: 'Rising',
  popular: 'Popular',
  new: 'New',
  finished: 'Read to the end',
  rated: 'Highest rated',
};

export function marketRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /market/categories': async (
      { vid }: Caller,
      params: Params<Routes['GET /market/categories']>,
    ): Promise<Reply<Routes['GET /market/categories']>> => {
      const state = await storeState(db);
      const asked = readSyncKey(params.synckey, reading.life, state);
      const synckey = writeSyncKey(state.counter, reading.life);
      if (asked.from === state.counter && asked.clearAll === 0)
        return { synckey, clearAll: 0, categories: [], ranks: [] };
      const withBooks = params.ranklist === 1;
      const isStore = params.categoryId === undefined && (params.subtype ?? 'book') === 'book';
      const rows = params.rank || !isStore ? await askedCategories(db, params.categoryId) : await readCategories(db);
      const ordered = params.recommend ? await categoriesOfCaller(db, vid, rows) : rows;
      return {
        synckey,
        clearAll: 1,
        categories: await categoriesOnWire(db, vid, ordered),
        ranks: isStore ? await ranksOnWire(db, vid, withBooks) : [],
      };
    },

    'GET /market/category': async (
      { vid }: Caller,
      params: Params<Routes['GET /market/category']>,
    ): Promise<Reply<Routes['GET /market/category']>> => {
      const asRank = rankKinds.find((kind) => kind === params.categoryId);
      const kind = asRank ?? params.rank ?? 'popular';
      const category = asRank
        ? rankOnWire(asRank, await readList(db, wholeStore, asRank), [])
        : (await categoriesOnWire(db, vid, await askedCategories(db, params.categoryId)))[0];
      if (!category) throw new AppError('not_found', 'There is no such category.', { categoryId: params.categoryId });
      const page = await rankPage(reading, vid, asRank ? wholeStore : categoryNumber(params.categoryId), kind, params);
      const { synckey, books, totalCount, hasMore, maxIdx } = page;
      return { synckey, category, books, totalCount, hasMore, maxIdx };
    },

    'GET /market/list': async (
      { vid }: Caller,
      params: Params<Routes['GET /market/list']>,
    ): Promise<Reply<Routes['GET /market/list']>> => {
      const type = params.type ?? 'popular';
      const isBooks = (params.subtype ?? 'book') === 'book';
      const page = await rankPage(reading, vid, isBooks ? wholeStore : -1, type, params);
      return { ...page, type };
    },
  };
}

async function askedCategories(db: Db, categoryId: string | undefined): Promise<StoreCategoryRow[]> {
  if (categoryId === undefined) return [];
  const rows = await readCategories(db, categoryNumber(categoryId));
  if (rows.length === 0) throw new AppError('not_found', 'There is no such category.', { categoryId });
  return rows;
}

async function readList(db: Db, categoryId: number, kind: RankKind): Promise<StoreListRow | undefined> {
  return db
    .selectFrom('store_lists')
    .selectAll()
    .where('category_id', '=', categoryId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** A rank that is what it was when its synckey was given has nothing new. */
async function rankPage(
  reading: Reading,
  vid: string,
  categoryId: number,
  kind: RankKind,
  { count = pageSize, maxIdx: after, synckey }: { count?: number; maxIdx?: number; synckey?: number },
) {
  const db = reading.database.kysely;
  const list = await readList(db, categoryId, kind);
  const generation = list?.generation ?? 0;
  const asked = readSyncKey(synckey, reading.life, { counter: generation, floor: 0, purges: 0 });
  const head = {
    synckey: writeSyncKey(generation, reading.life),
    computeTime: list?.computed_at ?? 0,
    totalCount: list?.total ?? 0,
  };
  const maxIdx = placeAfter(after);
  if (maxIdx === 0 && asked.clearAll === 0 && asked.from === generation) {
    return { ...head, books: [], hasMore: 0 as const, maxIdx: 0 };
  }
  const rows = await rankRows(db, [categoryId], [kind], maxIdx, maxIdx + count);
  return {
    ...head,
    books: await rankedOnWire(db, vid, rows),
    hasMore: maxIdx + rows.length < head.totalCount && rows.length > 0 ? (1 as const) : (0 as const),
    maxIdx: rows.at(-1)?.idx ?? maxIdx,
  };
}

function rankRows(
  db: Db,
  categoryIds: number[],
  kinds: RankKind[],
  after: number,
  upTo: number,
): Promise<StoreRankRow[]> {
  return db
    .selectFrom('store_ranks')
    .selectAll()
    .where('category_id', 'in', categoryIds)
    .where('kind', 'in', kinds)
    .where('idx', '>', after)
    .where('idx', '<=', upTo)
    .orderBy('category_id')
    .orderBy('kind')
    .orderBy('idx')
    .execute();
}

/** Books that left the library since the rank was computed are left out. */
async function rankedOnWire(db: Db, vid: string, rows: readonly StoreRankRow[]) {
  const found = await readFound(
    db,
    vid,
    rows.map((row) => row.book_id),
  );
  const byId = new Map(found.map((book) => [book.book_id, book]));
  return rows.flatMap((row) => {
    const book = byId.get(row.book_id);
    if (book?.visibility !== 'library') return [];
    return [{ ...foundOnWire(book), searchIdx: row.idx, rankChange: row.day_idx === 0 ? 0 : row.day_idx - row.idx }];
  });
}

async function categoriesOnWire(db: Db, vid: string, rows: readonly StoreCategoryRow[]): Promise<CategoryOnWire[]> {
  const ids = rows.map((row) => row.category_id);
  if (ids.length === 0) return [];
  const ranked = await rankRows(db, ids, ['popular'], 0, 2 * covers);
  const books = await readNames(
    db,
    vid,
    ranked.map((row) => row.book_id),
  );
  const coversOf = Map.groupBy(ranked, (row) => row.category_id);
  const fieldsOf = (row: StoreCategoryRow) => ({
    categoryId: String(row.category_id),
    title: row.title,
    intro: '',
    kind: row.kind,
    bookCount: row.book_count,
    covers: coversFrom((coversOf.get(row.category_id) ?? []).map((each) => books.get(each.book_id))),
  });
  const shown = new Set(ids);
  const children = Map.groupBy(rows, (row) => row.parent_id);
  return rows
    .filter((row) => !shown.has(row.parent_id))
    .map((row) => ({ ...fieldsOf(row), sublist: (children.get(row.category_id) ?? []).slice(0, 100).map(fieldsOf) }))
    .slice(0, 200);
}

const coversFrom = (books: readonly (BookNames | undefined)[]) =>
  books.flatMap((book) => (book ? coverAddress(book) || [] : [])).slice(0, covers);

async function ranksOnWire(db: Db, vid: string, withBooks: boolean) {
  const lists = await db.selectFrom('store_lists').selectAll().where('category_id', '=', wholeStore).execute();
  const byKind = new Map(lists.map((list) => [list.kind, list]));
  const rows = await rankRows(db, [wholeStore], [...rankKinds], 0, shownInRank);
  const byRank = Map.groupBy(rows, (row) => row.kind);
  const ranks = [];
  for (const kind of rankKinds) {
    const books = await rankedOnWire(db, vid, byRank.get(kind) ?? []);
    const category = rankOnWire(kind, byKind.get(kind), books.map((book) => book.bookInfo.cover).filter(Boolean));
    ranks.push({ category, books: withBooks ? books : [] });
  }
  return ranks;
}

function rankOnWire(kind: RankKind, list: StoreListRow | undefined, pictures: string[]): CategoryOnWire {
  return {
    categoryId: kind,
    title: rankTitles[kind],
    intro: '',
    kind: 'rank',
    bookCount: list?.total ?? 0,
    covers: pictures.slice(0, covers),
    sublist: [],
  };
}
