// The files of books that were removed from the shelf: they go when the removal holds and the service has the book, and
// nothing else goes with them.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { startSync } from '../../../src/app/sync/sync-loop.ts';
import type { Transport } from '../../../src/app/transport.ts';
import type { Database } from '../../../src/db/database.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { unixSeconds } from '../../../src/db/outbox/service-time.ts';
import { noteOpening } from '../../../src/db/reading/opened-book.ts';
import { keptPages } from '../../../src/db/reading/page-counts.ts';
import { storedFile, storeFile, storeOriginal } from '../../../src/db/reading/resources.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';
import { createServiceModel, type Loose } from '../service-model.ts';

let database: Database;
let service: ReturnType<typeof createServiceModel>;
/** Stands in for the service where a test has it answer something else. */
let instead: ((route: string, params: Loose) => unknown) | undefined;
const stops: (() => void)[] = [];
const reported: unknown[] = [];

beforeEach(async () => {
  database = await temporaryDatabase();
  service = createServiceModel(unixSeconds);
  instead = undefined;
  reported.length = 0;
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function start() {
  const transport: Transport = {
    call: async (route, params) => ((await instead?.(route, params)) ?? service.call(route, params as Loose)) as never,
  };
  const report = (error: unknown) => reported.push(error);
  const sync = startSync({ database, transport, deviceId: 'd', account: crypto.randomUUID(), report });
  stops.push(sync.stop);
  return sync;
}

const remove = (...bookIds: string[]) => recordEvent(database, { kind: 'shelf.delete', bookIds });
const isHere = async (bookId: string) => (await storedFile(database, bookId)) !== undefined;
const store = (bookId: string, usedAt = unixSeconds()) =>
  storeFile(database, bookId, new Blob(['text of it']), 1, usedAt);

it('go with all that can be fetched again once the service has taken the removal in, and the notes stay', async () => {
  for (const bookId of ['b', 'c']) service.addBook({ bookId, title: bookId, at: 1_700_000_000 });
  const sync = start();
  await sync.now();
  for (const bookId of ['b', 'c']) await store(bookId);
  await storeOriginal(database, 'b', new Blob(['pages']), 1);
  await keptPages(database, 'b', 1).save('layout', { pages: [[1]], starts: [[[0]]], named: [] });
  await database.covers.put({ bookId: 'b', image: new Blob(['cover']), source: '/covers/b' });
  const mark = { bookmarkId: 'b_1_0-4', bookId: 'b', bookVersion: 1, chapterUid: 1, start: 0, end: 4, type: 1 };
  const style = { style: 0, colorStyle: 0, markText: 'Call', chapterName: '', createTime: 1, editTimes: {} };
  await recordEvent(database, { kind: 'mark.add', mark: { ...mark, ...style } as never });
  instead = (route) => {
    if (route === 'POST /shelf/delete') throw new AppError('offline');
  };
  await remove('b');
  await sync.now();
  expect(await isHere('b')).toBe(true);
  instead = undefined;
  await sync.now();
  await vi.waitUntil(async () => !(await isHere('b')));
  expect(await database.books.get('b')).toMatchObject({ onShelf: 0, downloaded: 0 });
  expect([await database.pageCounts.count(), await database.covers.count()]).toEqual([0, 0]);
  expect(await database.marks.get('b_1_0-4')).toMatchObject({ markText: 'Call' });
  expect(await isHere('c')).toBe(true);
  expect(reported).toEqual([]);
});

it('go where the book was removed on another device', async () => {
  service.addBook({ bookId: 'b', title: 'B', at: 1_700_000_000 });
  const sync = start();
  await sync.now();
  await store('b');
  service.call('POST /shelf/delete', { bookIds: ['b'], eventId: 'e', editTime: unixSeconds() });
  await sync.now();
  await vi.waitUntil(async () => !(await isHere('b')));
});

it('stay when the service does not have the book, when it is open, and when it was put back', async () => {
  const books = ['gone', 'open', 'back', 'free'];
  for (const bookId of books) service.addBook({ bookId, title: bookId, at: 1_700_000_000 });
  const sync = start();
  await sync.now();
  for (const bookId of books) await store(bookId);
  await noteOpening(database, 'open');
  const asked: string[] = [];
  instead = async (route, { bookId }) => {
    if (route !== 'GET /book/info') return;
    asked.push(bookId);
    if (bookId === 'gone') throw new AppError('not_found');
    if (bookId === 'back') await recordEvent(database, { kind: 'shelf.add', bookIds: ['back'] });
  };
  await remove(...books);
  await sync.now();
  await vi.waitUntil(async () => !(await isHere('free')));
  expect(asked).toEqual(['gone', 'open', 'back', 'free']);
  expect(await Promise.all(['gone', 'open', 'back'].map(isHere))).toEqual([true, true, true]);
});

it('go although the service cannot tell of another one, which is asked about again', async () => {
  for (const bookId of ['b', 'c']) service.addBook({ bookId, title: bookId, at: 1_700_000_000 });
  const sync = start();
  await sync.now();
  for (const bookId of ['b', 'c']) await store(bookId);
  instead = (route, { bookId }) => {
    if (route === 'GET /book/info' && bookId === 'b') throw new AppError('internal');
  };
  await remove('b', 'c');
  await sync.now();
  await vi.waitUntil(async () => !(await isHere('c')));
  expect(await isHere('b')).toBe(true);
  instead = undefined;
  await sync.now();
  await vi.waitUntil(async () => !(await isHere('b')));
  expect(reported).toEqual([]);
});

it('go also where the service cannot tell of as many others as are asked about at once', async () => {
  const failing = Array.from({ length: 50 }, (_, n) => `a_${n}`);
  for (const bookId of [...failing, 'z']) service.addBook({ bookId, title: bookId, at: 1_700_000_000 });
  const sync = start();
  await sync.now();
  for (const bookId of [...failing, 'z']) await store(bookId);
  instead = (route, { bookId }) => {
    if (route === 'GET /book/info' && bookId !== 'z') throw new AppError('internal');
  };
  await remove(...failing, 'z');
  await sync.now();
  await sync.now();
  await vi.waitUntil(async () => !(await isHere('z')));
});

it('go behind the first sync where the removal was before it, not of a book that is still read or here alone', async () => {
  for (const bookId of ['old', 'read', 'kept']) service.addBook({ bookId, title: bookId });
  const now = unixSeconds();
  const week = 8 * 24 * 60 * 60;
  await database.books.bulkPut([
    sampleBook('old', { onShelf: 0 }),
    sampleBook('read', { onShelf: 0, readAt: now - 60 }),
    sampleBook('local_i', { onShelf: 0 }),
  ]);
  for (const bookId of ['old', 'read', 'local_i', 'kept']) await store(bookId, now - week);
  for (const bookId of ['old', 'read']) {
    service.call('POST /shelf/delete', { bookIds: [bookId], eventId: bookId, editTime: now });
  }
  await start().now();
  await vi.waitUntil(async () => !(await isHere('old')));
  expect(await Promise.all(['read', 'local_i', 'kept'].map(isHere))).toEqual([true, true, true]);
});
