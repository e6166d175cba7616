// Pages of the shelf: order, folders, filters, search, and that a page reads no more rows than it shows.

import { expect, it } from 'vitest';
import { mostFolders } from '../../../../api/limits.ts';
import type { Database } from '../../../../src/db/database.ts';
import { archiveRow } from '../../../../src/db/shelf/archives.ts';
import { readShelfPage, type ShelfQuery } from '../../../../src/db/shelf/shelf-page.ts';
import { sampleBook, temporaryDatabase } from '../temporary-database.ts';

const query: ShelfQuery = { folder: '', sort: 'title', filter: 'all', search: '', page: 0, size: 3 };

async function titles(database: Database, change: Partial<ShelfQuery> = {}): Promise<string[]> {
  const { entries } = await readShelfPage(database, { ...query, size: 10, ...change });
  return entries.map((entry) => (entry.kind === 'book' ? entry.book.title : `[${entry.folder.name} ${entry.count}]`));
}

it('orders by title without articles, by author, by reading and by age, pinned books first', async () => {
  const database = await temporaryDatabase();
  await database.books.bulkPut([
    sampleBook('1', { title: 'The Whale', author: 'Melville', readAt: 30, addedAt: 1 }),
    sampleBook('2', { title: 'émile', author: 'Zola', readAt: 10, addedAt: 3 }),
    sampleBook('3', { title: 'Dracula', author: 'Stoker', readAt: 20, addedAt: 2 }),
    sampleBook('4', { title: 'Zadig', author: 'Voltaire', isTop: 1 }),
  ]);
  expect(await titles(database)).toEqual(['Zadig', 'Dracula', 'émile', 'The Whale']);
  expect(await titles(database, { sort: 'author' })).toEqual(['Zadig', 'The Whale', 'Dracula', 'émile']);
  expect(await titles(database, { sort: 'recent' })).toEqual(['Zadig', 'The Whale', 'Dracula', 'émile']);
  expect(await titles(database, { sort: 'added' })).toEqual(['Zadig', 'émile', 'Dracula', 'The Whale']);
});

it('puts folders first and their books inside, across the border of a page', async () => {
  const database = await temporaryDatabase();
  await database.archives.bulkPut([
    { archiveId: 'a', name: 'A', nameKey: 'a' },
    { archiveId: 'b', name: 'B', nameKey: 'b' },
  ]);
  await database.books.bulkPut([
    sampleBook('1', { title: 'one' }),
    sampleBook('2', { title: 'two' }),
    sampleBook('3', { title: 'in', folder: 'a' }),
    sampleBook('4', { title: 'off', onShelf: 0, folder: 'a' }),
  ]);
  expect(await titles(database, { size: 3 })).toEqual(['[A 1]', '[B 0]', 'one']);
  expect(await titles(database, { size: 3, page: 1 })).toEqual(['two']);
  expect(await titles(database, { folder: 'a' })).toEqual(['in']);
});

it('reaches every folder of as many as the service takes, and reads only those that it shows', async () => {
  const database = await temporaryDatabase();
  const name = (n: number) => `Folder ${String(n).padStart(4, '0')}`;
  await database.archives.bulkPut(Array.from({ length: mostFolders }, (_, n) => archiveRow(`a${n}`, name(n))));
  await database.books.bulkPut([sampleBook('1', { title: 'one' }), sampleBook('2', { title: 'in', folder: 'a999' })]);
  let read = 0;
  database.archives.hook('reading', (row) => {
    read++;
    return row;
  });
  expect(await titles(database, { size: 9, page: 111 })).toEqual([`[${name(999)} 1]`, 'one']);
  expect(await titles(database, { size: 9, page: 60 })).toContain(`[${name(545)} 0]`);
  expect(read).toBe(10);
});

it('gives the last page where one was asked that is gone', async () => {
  const database = await temporaryDatabase();
  await database.books.bulkPut(['1', '2', '3', '4'].map((id) => sampleBook(id)));
  const shown = await readShelfPage(database, { ...query, page: 7 });
  expect(shown).toMatchObject({ page: 1, pages: 2, total: 4 });
  expect(shown.entries).toHaveLength(1);
});

it('filters through all folders', async () => {
  const database = await temporaryDatabase();
  await database.books.bulkPut([
    sampleBook('1', { title: 'new' }),
    sampleBook('2', { title: 'begun', progress: 5, folder: 'a' }),
    sampleBook('3', { title: 'done', finished: 1 }),
    sampleBook('4', { title: 'here', downloaded: 1, folder: 'a' }),
    sampleBook('5', { title: 'mine', secret: 1 }),
    sampleBook('6', { title: 'gone', onShelf: 0, finished: 1 }),
  ]);
  expect(await titles(database, { filter: 'reading' })).toEqual(['begun']);
  expect(await titles(database, { filter: 'finished' })).toEqual(['done']);
  expect(await titles(database, { filter: 'downloaded' })).toEqual(['here']);
  expect(await titles(database, { filter: 'private' })).toEqual(['mine']);
  expect(await titles(database, { filter: 'unread' })).toEqual(['here', 'mine', 'new']);
});

it.each([
  ['mob', ['Moby-Dick']],
  ['DICK mel', ['Moby-Dick']],
  ['楼', ['红楼梦']],
  ['楼梦', ['红楼梦']],
  ['梦楼', []],
  ['曹雪', ['红楼梦']],
  ['emile', ['Émile']],
  ['c语', ['C语言程序设计']],
  ['nothing', []],
])('finds %s', async (search, found) => {
  const database = await temporaryDatabase();
  await database.books.bulkPut([
    sampleBook('1', { title: 'Moby-Dick', author: 'Herman Melville' }),
    sampleBook('2', { title: '红楼梦', author: '曹雪芹' }),
    sampleBook('3', { title: 'Émile', author: 'Rousseau' }),
    sampleBook('4', { title: 'C语言程序设计', author: '' }),
  ]);
  expect(await titles(database, { search })).toEqual(found);
});

it('reads no more rows than it shows, of ten thousand', async () => {
  const database = await temporaryDatabase();
  const rows = Array.from({ length: 10_000 }, (_, index) => sampleBook(`b${String(index).padStart(5, '0')}`));
  await database.books.bulkPut(rows);
  let read = 0;
  database.books.hook('reading', (row) => {
    read += 1;
    return row;
  });
  const shown = await readShelfPage(database, { ...query, size: 12, page: 800 });
  expect(shown).toMatchObject({ page: 800, pages: 834, total: 10_000 });
  expect(shown.entries[0]).toMatchObject({ book: { bookId: 'b09600' } });
  expect(read).toBe(12);
  read = 0;
  await readShelfPage(database, { ...query, size: 12, filter: 'unread', page: 3 });
  expect(read).toBe(12);
});
