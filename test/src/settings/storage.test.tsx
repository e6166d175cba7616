// The storage page: what it measures, and which files it frees.

import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { unixSeconds } from '../../../src/db/outbox/service-time.ts';
import { noteOpening } from '../../../src/db/reading/opened-book.ts';
import { storeFile, storeOriginal } from '../../../src/db/reading/resources.ts';
import { createStorage, type Device } from '../../../src/settings/storage/storage.ts';
import { press, runApplication, until } from '../app/running-application.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';

afterEach(() => vi.restoreAllMocks());

const day = 24 * 60 * 60;
const bytes = (size: number) => new Blob([new Uint8Array(size)]);

/** A file of so many kilobytes for each, read so many days ago. */
async function store(database: Database, books: [bookId: string, kilobytes: number, days: number, change?: object][]) {
  for (const [bookId, kilobytes, days, change] of books) {
    const readAt = unixSeconds() - days * day;
    await database.books.put(sampleBook(bookId, { readAt, ...change }));
    await storeFile(database, bookId, bytes(kilobytes * 1000), 1, readAt - day);
  }
}

it('measures every kind by itself, and tells which books may go', async () => {
  const database = await temporaryDatabase();
  await store(database, [
    ['new', 1, 1],
    ['old', 2, 100],
    ['done', 4, 1, { finished: 1 }],
    ['pinned', 8, 100, { isTop: 1, finished: 1 }],
    ['open', 16, 100],
    ['local_i', 32, 100, { finished: 1 }],
  ]);
  await storeOriginal(database, 'old', bytes(64_000), 1);
  await database.resources.put({ bookId: 'unknown', file: bytes(500), size: 500, version: 1, usedAt: 1 });
  await noteOpening(database, 'open');
  await database.covers.bulkPut([
    { bookId: 'new', image: bytes(300), source: '/c' },
    { bookId: 'old', source: '' },
  ]);
  await database.panelPictures.put({ key: 'k', image: bytes(70), bytes: 70, usedAt: 1 });
  const font = { family: 'F', face: 'Regular', italic: false, lightest: 400, heaviest: 400, digest: 'd', addedAt: 1 };
  await database.fonts.add({ ...font, file: bytes(9), size: 9 });
  const dictionary = { dictionaryId: 'd', name: 'D', words: 1, types: '', rank: 1, addedAt: 1 };
  await database.dictionaries.add({ ...dictionary, size: 5000, ready: 1 });
  const device: Device = { estimate: async () => ({ quota: 1000, usage: 400 }), persisted: async () => true };
  const storage = createStorage(database, device);
  await storage.measure();
  const { measured } = storage.state.getState();
  expect(measured).toMatchObject({ free: 600, persisted: true });
  expect(measured?.sizes).toEqual({
    ...{ books: 63_500, bookCount: 7, originals: 64_000, fonts: 9, dictionaries: 5000, pictures: 370 },
  });
  expect(measured?.freeable).toEqual({
    finished: { bookIds: ['done'], bytes: 4000 },
    unread: { bookIds: ['old'], bytes: 66_000 },
  });
});

it('frees none that was opened since it was measured', async () => {
  const database = await temporaryDatabase();
  await store(database, [
    ['a', 1, 100],
    ['b', 1, 100],
  ]);
  const storage = createStorage(database);
  await storage.measure();
  await noteOpening(database, 'b');
  await storage.free('unread');
  expect(await database.resources.toCollection().primaryKeys()).toEqual(['b']);
  expect(storage.state.getState().measured?.freeable.unread.bookIds).toEqual([]);
  const downloaded = (await database.books.bulkGet(['a', 'b'])).map((book) => book?.downloaded);
  expect(downloaded).toEqual([0, 1]);
});

it('asks before it frees, says how much, and shows what is left then', async () => {
  const { application } = await runApplication({ books: [{ title: 'Read' }, { title: 'New' }] });
  const { database, syncNow } = application.state.getState().session;
  await syncNow();
  await store(database, [
    ['b_0', 1500, 1, { finished: 1 }],
    ['b_1', 500, 1],
  ]);
  await application.showSettings();
  await press('Storage');
  const text = (words: string) => until(() => document.querySelector('.storage-section')?.textContent?.includes(words));
  await text('Books2 books2.0 MB');
  await press('Free… Finished books');
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes('Free 1.5 MB?'));
  await press('Cancel');
  expect(await database.resources.count()).toBe(2);
  await press('Free… Finished books');
  await press('Free');
  await text('Books1 book0.5 MB');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(await database.resources.toCollection().primaryKeys()).toEqual(['b_1']);
});
