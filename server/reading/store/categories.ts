// Categories of the store: the subjects and forms that the books of the library have. A subject such as "Fiction / Sea
// stories" is a category within another.

import { nextSyncKey } from '../../base/database/counters.ts';
import type { Trx } from '../reading.ts';
import type { StoreCategoryRow } from '../schema/store.ts';
import { foldName } from './book-words.ts';
import { categoriesOfBooks } from './category-list.ts';

export const comicsTitle = 'Comics';
const mostPerBook = 8;

interface Named {
  parent: string;
  title: string;
  kind: StoreCategoryRow['kind'];
}

/** Puts a book of the library under its categories, and takes it out of others; `undefined` takes it out of all. */
export async function refreshCategories(
  trx: Trx,
  bookId: string,
  book: { subjects: readonly string[]; isComics: boolean } | undefined,
): Promise<void> {
  const wanted = new Set<number>();
  for (const named of book ? namesOf(book) : []) {
    const parent = named.parent ? await categoryId(trx, 0, named.kind, named.parent) : 0;
    if (parent) wanted.add(parent);
    wanted.add(await categoryId(trx, parent, named.kind, named.title));
  }
  const rows = await trx.selectFrom('book_categories').select('category_id').where('book_id', '=', bookId).execute();
  const before = new Set(rows.map((row) => row.category_id));
  const gone = [...before].filter((id) => !wanted.has(id));
  const come = [...wanted].filter((id) => !before.has(id));
  if (gone.length > 0) {
    await trx.deleteFrom('book_categories').where('book_id', '=', bookId).where('category_id', 'in', gone).execute();
  }
  if (come.length > 0) {
    await trx
      .insertInto('book_categories')
      .values(come.map((category_id) => ({ category_id, book_id: bookId })))
      .execute();
  }
  await count(trx, gone, -1);
  await count(trx, come, 1);
  if (gone.length > 0 || come.length > 0) await noteOnBook(trx, bookId);
}

/** Beside the book, so that every list of books tells its categories without asking for them. */
async function noteOnBook(trx: Trx, bookId: string): Promise<void> {
  const filed = (await categoriesOfBooks(trx, [bookId])).get(bookId);
  await trx
    .updateTable('books')
    .set({ categories: filed ? JSON.stringify(filed) : '' })
    .where('book_id', '=', bookId)
    .execute();
}

function namesOf({ subjects, isComics }: { subjects: readonly string[]; isComics: boolean }): Named[] {
  const named = subjects.slice(0, mostPerBook).flatMap((subject): Named[] => {
    const [first = '', second = ''] = subject
      .split(/\s*(?:\/|--|>|›|»)\s*/)
      .map((part) => part.trim())
      .filter(Boolean);
    if (!foldName(first)) return [];
    return [
      second && foldName(second)
        ? { parent: first, title: second, kind: 'subject' }
        : { parent: '', title: first, kind: 'subject' },
    ];
  });
  return isComics ? [...named, { parent: '', title: comicsTitle, kind: 'form' }] : named;
}

async function categoryId(trx: Trx, parent: number, kind: Named['kind'], title: string): Promise<number> {
  const name_key = foldName(title).slice(0, 128);
  const known = await trx
    .selectFrom('store_categories')
    .select('category_id')
    .where('parent_id', '=', parent)
    .where('kind', '=', kind)
    .where('name_key', '=', name_key)
    .executeTakeFirst();
  if (known) return known.category_id;
  const category_id = await nextSyncKey(trx, 'store', 'categories');
  const row = {
    category_id,
    parent_id: parent,
    name_key,
    title: title.slice(0, 128).toWellFormed(),
    kind,
    book_count: 0,
  };
  await trx.insertInto('store_categories').values(row).execute();
  return category_id;
}

async function count(trx: Trx, ids: number[], difference: number): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('store_categories')
    .set((row) => ({ book_count: row('book_count', '+', difference) }))
    .where('category_id', 'in', ids)
    .execute();
  // Also those of a category that the book leaves, whose lists would keep it.
  await trx.updateTable('store_lists').set({ is_stale: 1 }).where('category_id', 'in', ids).execute();
}
