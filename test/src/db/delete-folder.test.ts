// Deleting folders of any size, and what is left where that ends half-way.

import { expect, it } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { deleteFolder } from '../../../src/db/outbox/delete-folder.ts';
import { archiveRow } from '../../../src/db/shelf/archives.ts';
import { readShelfPage } from '../../../src/db/shelf/shelf-page.ts';
import { sampleBook, temporaryDatabase } from './temporary-database.ts';

const count = 1250;

async function withFolder(): Promise<Database> {
  const database = await temporaryDatabase();
  await database.archives.bulkPut([archiveRow('a', 'A'), archiveRow('b', 'B')]);
  await database.books.bulkPut(Array.from({ length: count }, (_, n) => sampleBook(`b${n}`, { folder: 'a' })));
  await database.books.put(sampleBook('other', { folder: 'b' }));
  return database;
}

const onTop = async (database: Database) => {
  const query = { folder: '', sort: 'title', filter: 'all', search: '', page: 0, size: 10 } as const;
  return (await readShelfPage(database, query)).pages;
};
const inFolder = (database: Database, folder: string) => database.books.filter((row) => row.folder === folder).count();
const onShelf = (database: Database) => database.books.filter((row) => row.onShelf === 1).count();

it('puts every book of a folder of more than a thousand on the shelf, in changes that the service takes', async () => {
  const database = await withFolder();
  await deleteFolder(database, 'a', 0, 100);
  expect(await inFolder(database, 'a')).toBe(0);
  expect(await inFolder(database, 'b')).toBe(1);
  expect((await database.archives.toArray()).map(({ archiveId }) => archiveId)).toEqual(['b']);
  // All of them and the other folder, ten on a page.
  expect(await onTop(database)).toBe(Math.ceil((count + 1) / 10));
  const events = await database.events.toArray();
  const bodies = events.map(({ body }) => body as { kind: string; bookIds: string[] });
  expect(bodies.at(-1)).toMatchObject({ kind: 'shelf.deleteArchive', archiveId: 'a', removeBooks: 0 });
  expect(new Set(bodies.slice(0, -1).map(({ kind }) => kind))).toEqual(new Set(['shelf.archive']));
  expect(Math.max(...bodies.map(({ bookIds }) => bookIds.length))).toBeLessThanOrEqual(200);
  expect(new Set(bodies.flatMap(({ bookIds }) => bookIds)).size).toBe(count);
  expect(new Set(events.map(({ at }) => at))).toEqual(new Set([100]));
});

it('takes every book of it off the shelf with the folder, and of a small one in a single change', async () => {
  const database = await withFolder();
  await deleteFolder(database, 'a', 1, 100);
  expect(await onShelf(database)).toBe(1);
  expect(await inFolder(database, 'a')).toBe(0);
  const before = await database.events.count();
  await deleteFolder(database, 'b', 1, 101);
  expect(await database.events.count()).toBe(before + 1);
  expect(await onShelf(database)).toBe(0);
  expect(await database.archives.count()).toBe(0);
});

it('leaves a folder with the rest of its books where it ends half-way, and finishes when it is asked again', async () => {
  const database = await withFolder();
  let parts = 0;
  const stop = () => {
    if (++parts > 3) throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  database.events.hook('creating', stop);
  await expect(deleteFolder(database, 'a', 0, 100)).rejects.toThrow();
  expect(await database.archives.get('a')).toBeDefined();
  expect(await database.events.count()).toBe(3);
  expect(await inFolder(database, 'a')).toBe(count - 3 * 200);
  expect(await onShelf(database)).toBe(count + 1);
  database.events.hook('creating').unsubscribe(stop);
  await deleteFolder(database, 'a', 0, 101);
  expect(await inFolder(database, 'a')).toBe(0);
  expect(await inFolder(database, '')).toBe(count);
  expect(await database.archives.get('a')).toBeUndefined();
});
