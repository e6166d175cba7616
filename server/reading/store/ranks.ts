// The ranks of the store and of each category, written down in their order, so that a page of one is a range of rows. A
// rank is computed again some time after one of its books changed, and keeps where each book stood when the day began.

import type { Reading, Trx } from '../reading.ts';

export const rankKinds = ['rising', 'popular', 'new', 'finished', 'rated'] as const;
export type RankKind = (typeof rankKinds)[number];

/** Readers look at the first hundred; the rest is for those who browse a category to its end. */
const longestRank = 5000;
const rowsAtOnce = 500;
/** Lists that one run computes; the next one goes on with those that waited longest. */
const listsAtOnce = 500;
const day = 86_400;
export const wholeStore = 0;

const columns = {
  rising: 'book_stats.rising',
  popular: 'book_stats.popular',
  new: 'book_stats.added_at',
  finished: 'book_stats.finished',
  rated: 'book_stats.rated',
} as const;

/** The lists in which these books stand, or would. */
export async function markListsStale(trx: Trx, bookIds: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('book_categories')
    .select('category_id')
    .distinct()
    .where('book_id', 'in', [...bookIds])
    .execute();
  const lists = [wholeStore, ...rows.map((row) => row.category_id)];
  const values = lists.flatMap((category_id) =>
    rankKinds.map((kind) => ({ category_id, kind, generation: 0, computed_at: 0, day: 0, total: 0, is_stale: 1 })),
  );
  for (let at = 0; at < values.length; at += rowsAtOnce) {
    await trx
      .insertInto('store_lists')
      .values(values.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['category_id', 'kind']).doUpdateSet({ is_stale: 1 }))
      .execute();
  }
}

/** So that places are compared with those of the day before. */
export async function markYesterdaysListsStale(reading: Reading): Promise<void> {
  await reading.database.kysely
    .updateTable('store_lists')
    .set({ is_stale: 1 })
    .where('day', '<', Math.floor(reading.now() / day))
    .where('is_stale', '=', 0)
    .execute();
}

/** Computes the stale lists that were not computed in the last `settled` seconds. */
export async function refreshRanks(reading: Reading, settled: number): Promise<void> {
  const stale = await reading.database.kysely
    .selectFrom('store_lists')
    .select(['category_id', 'kind'])
    .where('is_stale', '=', 1)
    .where('computed_at', '<=', reading.now() - settled)
    .orderBy('computed_at')
    .limit(listsAtOnce)
    .execute();
  for (const list of stale) {
    await reading.database.transaction((trx) =>
      refreshRank(trx, list.category_id, list.kind as RankKind, reading.now()),
    );
  }
}

async function refreshRank(trx: Trx, categoryId: number, kind: RankKind, now: number): Promise<void> {
  const today = Math.floor(now / day);
  const list = await trx
    .updateTable('store_lists')
    .set((row) => ({ is_stale: 0, generation: row('generation', '+', 1), computed_at: now }))
    .where('category_id', '=', categoryId)
    .where('kind', '=', kind)
    .returning('day')
    .executeTakeFirstOrThrow();
  const stood = await trx
    .selectFrom('store_ranks')
    .select(['book_id', 'idx', 'day_idx'])
    .where('category_id', '=', categoryId)
    .where('kind', '=', kind)
    .execute();
  const dayIdx = new Map(stood.map((row) => [row.book_id, list.day === today ? row.day_idx : row.idx]));
  const books = await rankedBooks(trx, categoryId, kind);
  await trx.deleteFrom('store_ranks').where('category_id', '=', categoryId).where('kind', '=', kind).execute();
  const rows = books.map((book_id, n) => ({
    category_id: categoryId,
    kind,
    idx: n + 1,
    book_id,
    day_idx: dayIdx.get(book_id) ?? 0,
  }));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('store_ranks')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
  await trx
    .updateTable('store_lists')
    .set({ day: today, total: rows.length })
    .where('category_id', '=', categoryId)
    .where('kind', '=', kind)
    .execute();
}

/** Best first. In ranks that tell of reading, a book that nobody read has no place. */
async function rankedBooks(trx: Trx, categoryId: number, kind: RankKind): Promise<string[]> {
  let query = trx.selectFrom('book_stats').select('book_stats.book_id');
  if (categoryId !== wholeStore) {
    query = query
      .innerJoin('book_categories as c', 'c.book_id', 'book_stats.book_id')
      .where('c.category_id', '=', categoryId) as unknown as typeof query;
  }
  if (kind === 'rising' || (kind === 'popular' && categoryId === wholeStore)) query = query.where('readers', '>', 0);
  if (kind === 'finished') query = query.where('finished', '>', 0);
  if (kind === 'rated') query = query.where('rating_count', '>', 0);
  const rows = await query
    .orderBy(columns[kind], 'desc')
    .orderBy('book_stats.added_at', 'desc')
    .orderBy('book_stats.book_id')
    .limit(longestRank)
    .execute();
  return rows.map((row) => row.book_id);
}
