// One page of the shelf by index: the same cost with ten books and with ten thousand. Rows are read for the page
// that is shown and for no other; filters and searches compare ids only.

import type { Database } from '../database.ts';
import type { ArchiveRow } from './archives.ts';
import type { BookRow } from './books.ts';
import { queryWords } from './search-words.ts';

export type ShelfSort = 'recent' | 'title' | 'author' | 'added';
export type ShelfFilter = 'all' | 'unread' | 'reading' | 'finished' | 'downloaded' | 'private';

export interface ShelfQuery {
  /** archiveId; empty for the top of the shelf. A filter or a search looks into every folder. */
  folder: string;
  sort: ShelfSort;
  filter: ShelfFilter;
  search: string;
  /** From 0. A page that is not there any more gives the last one. */
  page: number;
  /** Entries per page. */
  size: number;
}

export type ShelfEntry = { kind: 'folder'; folder: ArchiveRow; count: number } | { kind: 'book'; book: BookRow };

export interface ShelfPage {
  entries: ShelfEntry[];
  page: number;
  pages: number;
  /** Books on the whole shelf, whatever is shown. */
  total: number;
}

const sortFields = { recent: 'recentRank', title: 'titleKey', author: 'authorKey', added: 'addedRank' } as const;

export async function readShelfPage(database: Database, query: ShelfQuery): Promise<ShelfPage> {
  return database.transaction('r', database.books, database.archives, async () => {
    const total = await onShelf(database).count();
    if (query.filter !== 'all' || query.search.trim() !== '') return foundPage(database, query, total);
    return folderPage(database, query, total);
  });
}

function onShelf(database: Database) {
  return database.books.where('[onShelf+recentRank]').between([1, -Infinity], [1, []]);
}

/** Folders first, then the books that are in none (or in this one). */
async function folderPage(database: Database, query: ShelfQuery, total: number): Promise<ShelfPage> {
  const folders = query.folder === '' ? await database.archives.count() : 0;
  const books = () => inFolder(database, query.folder, query.sort);
  const { page, pages } = pageOf(query, folders + (await books().count()));
  const first = page * query.size;
  const shownFolders =
    first < folders ? await database.archives.orderBy('nameKey').offset(first).limit(query.size).toArray() : [];
  const shownBooks = await books()
    .offset(Math.max(0, first - folders))
    .limit(query.size - shownFolders.length)
    .toArray();
  const counts = await Promise.all(shownFolders.map((folder) => inFolder(database, folder.archiveId, 'title').count()));
  return {
    entries: [
      ...shownFolders.map((folder, index): ShelfEntry => ({ kind: 'folder', folder, count: counts[index] ?? 0 })),
      ...(query.size > shownFolders.length ? shownBooks : []).map((book): ShelfEntry => ({ kind: 'book', book })),
    ],
    page,
    pages,
    total,
  };
}

function inFolder(database: Database, folder: string, sort: ShelfSort) {
  const index = `[onShelf+folder+unpinned+${sortFields[sort]}+bookId]`;
  return database.books.where(index).between([1, folder], [1, folder, []]);
}

async function foundPage(database: Database, query: ShelfQuery, total: number): Promise<ShelfPage> {
  const ordered = await database.books
    .where(`[onShelf+${sortFields[query.sort]}]`)
    .between([1, -Infinity], [1, []])
    .primaryKeys();
  const sets = await Promise.all([...filterKeys(database, query.filter), ...searchKeys(database, query.search)]);
  const found = sets.reduce((keys, set) => keys.filter((key) => set.has(key)), ordered);
  const { page, pages } = pageOf(query, found.length);
  const rows = await database.books.bulkGet(found.slice(page * query.size, (page + 1) * query.size));
  return {
    entries: rows.flatMap((book): ShelfEntry[] => (book ? [{ kind: 'book', book }] : [])),
    page,
    pages,
    total,
  };
}

function filterKeys(database: Database, filter: ShelfFilter): Promise<Set<string>>[] {
  if (filter === 'all') return [];
  const where =
    filter === 'downloaded'
      ? { onShelf: 1, downloaded: 1 }
      : filter === 'private'
        ? { onShelf: 1, secret: 1 }
        : { onShelf: 1, status: filter };
  return [asSet(database.books.where(where).primaryKeys())];
}

function searchKeys(database: Database, search: string): Promise<Set<string>>[] {
  return queryWords(search).map((word) => asSet(database.books.where('words').startsWith(word).primaryKeys()));
}

async function asSet(keys: PromiseLike<string[]>): Promise<Set<string>> {
  return new Set(await keys);
}

function pageOf(query: ShelfQuery, count: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(count / query.size));
  return { page: Math.min(Math.max(0, query.page), pages - 1), pages };
}

/** Ids of the first `most` books in a folder. */
export async function booksInFolder(database: Database, archiveId: string, most: number): Promise<string[]> {
  return inFolder(database, archiveId, 'title').limit(most).primaryKeys();
}
