// When a sync runs and what it may leave out: changes and questions that come in the middle of one, and more books
// than one sync reads.

import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { type Sync, startSync } from '../../../src/app/sync/sync-loop.ts';
import type { Transport } from '../../../src/app/transport.ts';
import type { Database } from '../../../src/db/database.ts';
import { countEvents } from '../../../src/db/outbox/events.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { staleMarks } from '../../../src/db/sync/synckeys.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';
import { createServiceModel, type Loose } from '../service-model.ts';

const now = () => 1_700_000_000;
const syncs: Sync[] = [];

afterEach(() => {
  for (const sync of syncs.splice(0)) sync.stop();
  vi.useRealTimers();
});

function started(database: Database, call: (route: string, params: Loose) => unknown): Sync {
  const transport: Transport = { call: async (route, params) => (await call(route, params)) as never };
  const sync = startSync({
    database,
    transport,
    deviceId: 'd',
    account: crypto.randomUUID(),
    report: (error) => {
      throw error;
    },
  });
  syncs.push(sync);
  return sync;
}

it('answers a question that comes in the middle of a sync with a sync that begins after it', async () => {
  const database = await temporaryDatabase();
  const model = createServiceModel(now);
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let first = true;
  const sync = started(database, async (route, params) => {
    const reply = model.call(route, params);
    if (route !== 'GET /shelf/sync' || !first) return reply;
    first = false;
    reached.resolve();
    await goOn.promise;
    return reply;
  });
  void sync.now();
  await reached.promise;
  model.addBook({ bookId: 'b', title: 'Came late' });
  const asked = sync.now();
  goOn.resolve();
  await asked;
  expect((await database.books.get('b'))?.title).toBe('Came late');
});

it('sends what was done in the middle of a sync soon after, not at the next interval', async () => {
  const database = await temporaryDatabase();
  await database.books.put(sampleBook('b'));
  const model = createServiceModel(now);
  model.addBook({ bookId: 'b', title: 'B' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let first = true;
  const sync = started(database, async (route, params) => {
    const reply = model.call(route, params);
    if (route === 'GET /shelf/sync' && first) {
      first = false;
      await recordEvent(database, { kind: 'shelf.top', bookIds: ['b'], isTop: 1 });
      sync.soon();
    }
    return reply;
  });
  await sync.now();
  expect(await countEvents(database)).toEqual({ waiting: 1, refused: 0 });
  await vi.advanceTimersByTimeAsync(4_000);
  await sync.now();
  expect(model.requests).toContain('POST /shelf/top');
});

it('reads the marks of every book, however many, and goes on where it was interrupted', async () => {
  const database = await temporaryDatabase();
  const many = Array.from({ length: 60 }, (_, index) => `b${index}`);
  const read: string[] = [];
  let broken = true;
  const sync = started(database, async (route, { synckey = 0, bookId }) => {
    if (route === 'GET /shelf/sync') {
      const nothing = { books: [], removed: [], archive: [], removedArchive: [], bookProgress: [] };
      return { ...nothing, synckey: 7, hasMore: 0 };
    }
    if (route === 'GET /user/notebooks') {
      const books = synckey === 0 ? many.map((id) => ({ bookId: id })) : [];
      return { synckey: 8, hasMore: 0, books, removed: [] };
    }
    if (route === 'GET /review/list') return { synckey: 1, reviews: [], removed: [], hasMore: 0, clearAll: 0 };
    if (bookId === 'b3') throw new AppError('no_permission');
    if (broken && read.length === 5) throw new AppError('offline');
    read.push(bookId);
    return { synckey: 1, updated: [], removed: [], hasMore: 0 };
  });
  await sync.now();
  expect(sync.state.getState().problem).toBe('offline');
  expect(await staleMarks(database, 100)).not.toHaveLength(0);
  broken = false;
  await sync.now();
  await sync.now();
  expect(new Set(read)).toEqual(new Set(many.filter((id) => id !== 'b3')));
  expect(await staleMarks(database, 100)).toEqual([]);
});

it('reads the marks that another device changed without reading there, and no other book’s', async () => {
  const database = await temporaryDatabase();
  const model = createServiceModel(now);
  for (const bookId of ['b', 'c']) model.addBook({ bookId, title: bookId });
  const add = { chapterUid: 1, range: '0-4', markText: 'Call', type: 1, style: 0, colorStyle: 0, createTime: 1 };
  model.call('POST /book/addBookmark', { ...add, bookId: 'b', eventId: 'e1', editTime: 5 });
  const asked: string[] = [];
  const sync = started(database, (route, params) => {
    if (route === 'GET /book/bookmarklist') asked.push(params.bookId);
    return model.call(route, params);
  });
  await sync.now();
  expect(asked).toEqual(['b']);
  await sync.now();
  expect(asked).toEqual(['b']);
  model.call('POST /book/updateBookmark', { bookmarkId: 'b_1_0-4', style: 2, eventId: 'e2', editTime: 9 });
  await sync.now();
  expect(asked).toEqual(['b', 'b']);
  expect((await database.marks.toArray()).map(({ style }) => style)).toEqual([2]);
  model.call('POST /book/removeBookmark', { bookmarkId: 'b_1_0-4', eventId: 'e3', editTime: 10 });
  await sync.now();
  expect(await database.marks.count()).toBe(0);
});
