// The categories of the store as they are listed: those with books, the largest first, or those that a reader reads.

import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { BookCategory } from '../../../api/nouns/book.ts';
import type { Db, Trx } from '../reading.ts';
import type { StoreCategoryRow } from '../schema/store.ts';
import type { ListState } from '../sync-key.ts';

const mostCategories = 400;

/** All of them, or one with those within it. */
export async function readCategories(db: Db, categoryId?: number): Promise<StoreCategoryRow[]> {
  let query = db.selectFrom('store_categories').selectAll().where('book_count', '>', 0);
  if (categoryId !== undefined) {
    query = query.where((where) =>
      where.or([where('category_id', '=', categoryId), where('parent_id', '=', categoryId)]),
    );
  }
  return query.orderBy('book_count', 'desc').orderBy('category_id').limit(mostCategories).execute();
}

/** The categories of each named book, outer ones first. */
export async function categoriesOfBooks(
  db: Db | Trx,
  bookIds: readonly string[],
): Promise<Map<string, Static<typeof BookCategory>[]>> {
  if (bookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('book_categories')
    .innerJoin('store_categories as c', 'c.category_id', 'book_categories.category_id')
    .select(['book_id', 'c.category_id', 'c.parent_id', 'c.kind', 'c.title'])
    .where('book_id', 'in', bookIds)
    .orderBy('c.parent_id')
    .orderBy('c.category_id')
    .execute();
  const onWire = (row: (typeof rows)[number]) => ({
    categoryId: row.parent_id || row.category_id,
    subCategoryId: row.parent_id ? row.category_id : 0,
    categoryType: row.kind === 'subject' ? 0 : 1,
    title: row.title,
  });
  return new Map([...Map.groupBy(rows, (row) => row.book_id)].map(([bookId, own]) => [bookId, own.map(onWire)]));
}

/** How often any list of the store was computed: what changed, changed together with a list. */
export async function storeState(db: Db): Promise<ListState> {
  const { total } = await db
    .selectFrom('store_lists')
    .select((row) => row.fn.sum<number>('generation').as('total'))
    .executeTakeFirstOrThrow();
  return { counter: Number(total ?? 0), floor: 0, purges: 0 };
}

/** Those first of which the reader has most books. */
export async function categoriesOfCaller(
  db: Db,
  vid: string,
  rows: readonly StoreCategoryRow[],
): Promise<StoreCategoryRow[]> {
  const own = await sql<{ category_id: number; total: number }>`
    select c.category_id, count(*) as total from (
      select item_id as book_id from shelf_entries
      where vid = ${vid} and kind = 'book' and removed_at = 0 order by read_at desc limit 500
    ) shelf join book_categories c on c.book_id = shelf.book_id group by c.category_id`.execute(db);
  const totals = new Map(own.rows.map((row) => [row.category_id, Number(row.total)]));
  const weight = (row: StoreCategoryRow) => totals.get(row.category_id) ?? 0;
  return rows.toSorted((a, b) => weight(b) - weight(a) || b.book_count - a.book_count);
}
