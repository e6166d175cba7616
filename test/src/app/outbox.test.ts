// The outbox on bad days: no network, a service that refuses, a clock that runs wrong, one bad record among many.

import { afterEach, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import { retryDelay } from '../../../src/app/sync/backoff.ts';
import { drainOutbox } from '../../../src/app/sync/outbox.ts';
import { startSync } from '../../../src/app/sync/sync-loop.ts';
import { verdictOn } from '../../../src/app/sync/verdict.ts';
import type { Transport } from '../../../src/app/transport.ts';
import { countEvents } from '../../../src/db/outbox/events.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { setClockOffset, unixSeconds } from '../../../src/db/outbox/service-time.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';
import { createServiceModel, type Loose } from '../service-model.ts';

interface Sent {
  route: string;
  params: Loose;
}

function recorder(answer: (sent: Sent) => unknown): { transport: Transport; sent: Sent[] } {
  const sent: Sent[] = [];
  const transport: Transport = {
    async call(route, params) {
      sent.push({ route, params });
      return answer({ route, params }) as never;
    },
  };
  return { transport, sent };
}

afterEach(() => setClockOffset(0));

const pin = (isTop: 0 | 1) => ({ kind: 'shelf.top' as const, bookIds: ['b'], isTop });
const at = (progress: number, updateTime: number, bookId = 'b', readingTime = 10) => ({
  kind: 'position' as const,
  bookId,
  bookVersion: 1,
  position: { chapterUid: 1, chapterIdx: 1, chapterOffset: progress, progress, updateTime, deviceId: 'd' },
  readingTime,
});

async function shelf() {
  const database = await temporaryDatabase();
  await database.books.bulkPut([sampleBook('b'), sampleBook('c')]);
  return database;
}

it('sends in order, one at a time, and the same event unchanged after a lost reply', async () => {
  const database = await shelf();
  await recordEvent(database, pin(1), 100);
  await recordEvent(database, { kind: 'book.secret', bookIds: ['b'], secret: 1 }, 101);
  let lost = true;
  const { transport, sent } = recorder(() => {
    if (!lost) return {};
    lost = false;
    throw new AppError('timeout');
  });
  const outbox = { database, transport, deviceId: 'd' };
  await expect(drainOutbox(outbox)).rejects.toMatchObject({ code: 'timeout' });
  expect(await countEvents(database)).toEqual({ waiting: 2, refused: 0 });
  await drainOutbox(outbox);
  expect(sent.map(({ route }) => route)).toEqual(['POST /shelf/top', 'POST /shelf/top', 'POST /book/secret']);
  expect(sent[1]?.params).toEqual(sent[0]?.params);
  expect(sent[0]?.params).toMatchObject({ editTime: 100, bookIds: ['b'], isTop: 1 });
});

it('sets a refused event aside and goes on with the others', async () => {
  const database = await shelf();
  await recordEvent(database, pin(1), 100);
  await recordEvent(database, { kind: 'book.secret', bookIds: ['b'], secret: 1 }, 101);
  const { transport } = recorder(({ route }) => {
    if (route === 'POST /shelf/top') throw new AppError('no_permission', 'Not this one.');
    return {};
  });
  await drainOutbox({ database, transport, deviceId: 'd' });
  const [refused, sent] = await database.events.toArray();
  expect(refused).toMatchObject({ state: 'refused', error: { code: 'no_permission', message: 'Not this one.' } });
  expect(sent).toMatchObject({ state: 'sent' });
});

it('sends many positions in one request, and keeps those apart that the service refuses', async () => {
  const database = await shelf();
  for (let index = 0; index < 3; index++) {
    await recordEvent(database, at(index, 100 + index), 100 + index);
    await recordEvent(database, at(index, 100 + index, 'c'), 100 + index);
  }
  const { transport, sent } = recorder(({ params }) => ({
    timestamp: 1_000,
    results: params.books.map((book: Loose) =>
      book.bookId === 'c' ? { result: 'refused', error: 'not_found', errmsg: 'No such book.' } : { result: 'applied' },
    ),
  }));
  await drainOutbox({ database, transport, deviceId: 'd' });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.params.books).toHaveLength(6);
  const left = await database.events.toArray();
  expect(left.map(({ state, body }) => [state, 'bookId' in body && body.bookId])).toEqual([
    ['refused', 'c'],
    ['refused', 'c'],
    ['refused', 'c'],
  ]);
});

it('tells the zone in which the time was read, not the one where it is sent', async () => {
  const database = await shelf();
  await recordEvent(database, { ...at(10, 1_000), timeZone: 'Asia/Tokyo' }, 1_000);
  await recordEvent(database, { ...at(20, 1_030), timeZone: 'Asia/Tokyo' }, 1_030);
  await recordEvent(database, { ...at(30, 1_060), timeZone: 'Europe/Berlin' }, 1_060);
  const { transport, sent } = recorder(({ params }) => ({
    results: params.books.map(({ bookId }: Loose) => ({ bookId, result: 'applied' })),
  }));
  await drainOutbox({ database, transport, deviceId: 'd' });
  expect(sent.flatMap(({ params }) => params.books)).toMatchObject([
    { recordCreateTimeZone: 'Asia/Tokyo', readingTime: 20 },
    { recordCreateTimeZone: 'Europe/Berlin', readingTime: 10 },
  ]);
});

it('sends each position alone when the whole request is refused', async () => {
  const database = await shelf();
  await recordEvent(database, at(1, 100), 100);
  await recordEvent(database, at(2, 101, 'c'), 101);
  const { transport } = recorder(({ params }) => {
    if (params.books.some((book: Loose) => book.bookId === 'c')) throw new AppError('bad_argument');
    return { timestamp: 1_000, results: [{ result: 'applied' }] };
  });
  await drainOutbox({ database, transport, deviceId: 'd' });
  expect(await database.events.toArray()).toMatchObject([{ state: 'refused', body: { bookId: 'c' } }]);
});

it('keeps the place of a device whose clock runs ahead', async () => {
  const database = await shelf();
  await recordEvent(database, at(30, 9_000_000_000), 9_000_000_000);
  const { transport, sent } = recorder(({ params }) => ({
    timestamp: 2_000,
    results: params.books.map((book: Loose) =>
      book.timestamp > 2_000 ? { result: 'refused', error: 'impossible_value' } : { result: 'applied' },
    ),
  }));
  await drainOutbox({ database, transport, deviceId: 'd' });
  expect(await database.events.count()).toBe(0);
  const [first, second] = sent.map(({ params }) => params.books[0]);
  expect(second).toMatchObject({ progress: 30, timestamp: 2_000, readingTime: 0 });
  expect(second.random).not.toBe(first.random);
});

it.each([
  ['offline', 'later'],
  ['session_expired', 'later'],
  ['internal', 'later'],
  ['disk_full', 'later'],
  ['gone', 'settled'],
  ['no_permission', 'refused'],
  ['bad_argument', 'refused'],
] as [ErrorCode, string][])('takes %s as %s', (code, verdict) => {
  expect(verdictOn(code, pin(1))).toBe(verdict);
});

it('takes what is gone already as deleted', () => {
  expect(verdictOn('not_found', { kind: 'mark.remove', bookId: 'b', bookmarkId: 'b_1_0-5' })).toBe('settled');
  expect(verdictOn('not_found', pin(1))).toBe('refused');
});

it('waits longer after each failure, but never longer than five minutes', () => {
  const delays = [1, 2, 3, 4, 20].map((failures) => retryDelay(failures, 1));
  expect(delays).toEqual([2, 4, 8, 16, 300]);
  expect(retryDelay(1, 0)).toBe(1);
});

it('reports offline as a state and comes back by itself when asked', async () => {
  const database = await shelf();
  const service = createServiceModel(() => 5_000);
  service.addBook({ bookId: 'new', title: 'New' });
  let offline = true;
  const { transport } = recorder(({ route, params }) => {
    if (offline) throw new AppError('offline');
    return service.call(route, params);
  });
  const reported: unknown[] = [];
  const sync = startSync({
    database,
    transport,
    deviceId: 'd',
    account: crypto.randomUUID(),
    report: (error) => reported.push(error),
  });
  await sync.now();
  expect(sync.state.getState()).toMatchObject({ phase: 'idle', problem: 'offline', lastDone: 0 });
  offline = false;
  await Promise.all([sync.now(), sync.now()]);
  expect(sync.state.getState().problem).toBeUndefined();
  expect(sync.state.getState().lastDone).toBeGreaterThan(0);
  expect(service.requests.filter((route) => route === 'GET /shelf/sync')).toHaveLength(1);
  expect(await database.books.get('new')).toMatchObject({ onShelf: 1 });
  sync.stop();
  expect(reported).toEqual([]);
});

it('lets one window sync at a time', async () => {
  const account = crypto.randomUUID();
  let inside = 0;
  let most = 0;
  const { transport } = recorder(() => ({
    ...{
      synckey: 1,
      clearAll: 0,
      hasMore: 0,
      books: [],
      bookProgress: [],
      removed: [],
      reviews: [],
      archive: [],
      removedArchive: [],
    },
  }));
  const counting: Transport = {
    async call(route, params) {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside -= 1;
      return transport.call(route, params);
    },
  };
  const report = (error: unknown) => {
    throw error;
  };
  const windows = await Promise.all(
    [1, 2, 3].map(async () =>
      startSync({ database: await shelf(), transport: counting, deviceId: 'd', account, report }),
    ),
  );
  await Promise.all(windows.map((sync) => sync.now()));
  expect(most).toBe(1);
  for (const sync of windows) sync.stop();
});

it('reads a long shelf in pages and goes on where it was cut off', async () => {
  const database = await temporaryDatabase();
  const service = createServiceModel(() => 5_000);
  for (let index = 0; index < 1200; index++) service.addBook({ bookId: `b${index}`, title: `T${index}` });
  let calls = 0;
  const { transport } = recorder(({ route, params }) => {
    if (route === 'GET /shelf/sync' && ++calls === 2) throw new AppError('offline');
    return service.call(route, params);
  });
  const report = (error: unknown) => {
    throw error;
  };
  const sync = startSync({ database, transport, deviceId: 'd', account: crypto.randomUUID(), report });
  await sync.now();
  expect(await database.books.count()).toBe(500);
  await sync.now();
  expect(await database.books.where({ onShelf: 1, status: 'unread' }).count()).toBe(1200);
  expect(calls).toBe(4);
  sync.stop();
});

it('dates edits by the service’s clock, and those made by another offset when they are sent', async () => {
  const database = await shelf();
  setClockOffset(-50);
  await recordEvent(database, at(30, 1_000), 1_000);
  setClockOffset(3_600);
  const device = Math.floor(Date.now() / 1000);
  expect(unixSeconds() - device - 3_600).toBeOneOf([0, 1]);
  await recordEvent(database, pin(1));
  const { transport, sent } = recorder(({ route }) =>
    route === 'POST /book/batchUploadProgress' ? { timestamp: 9_000, results: [{ result: 'applied' }] } : {},
  );
  await drainOutbox({ database, transport, deviceId: 'd' });
  expect(sent[0]?.params.books).toMatchObject([{ timestamp: 1_000 + 3_650 }]);
  expect(sent[1]?.params.editTime - device - 3_600).toBeOneOf([0, 1]);
});

it('corrects an event whose first attempt found no service', async () => {
  const database = await shelf();
  await recordEvent(database, pin(1), 1_000);
  const offline = recorder(() => {
    throw new AppError('offline');
  });
  await expect(drainOutbox({ database, ...offline, deviceId: 'd' })).rejects.toMatchObject({ code: 'offline' });
  setClockOffset(60);
  const { transport, sent } = recorder(() => ({}));
  await drainOutbox({ database, transport, deviceId: 'd' });
  await drainOutbox({ database, transport, deviceId: 'd' });
  expect(sent.map(({ params }) => params.editTime)).toEqual([1_060]);
  expect(await database.events.toArray()).toMatchObject([{ at: 1_060, offset: 60, state: 'sent' }]);
});

it('hears the service’s clock before it sends the first edits', async () => {
  const database = await shelf();
  await recordEvent(database, pin(1), 1_000);
  const service = createServiceModel(() => 5_000);
  const { transport, sent } = recorder(({ route, params }) => {
    setClockOffset(60);
    return service.call(route, params);
  });
  const report = (error: unknown) => {
    throw error;
  };
  const sync = startSync({ database, transport, deviceId: 'd', account: crypto.randomUUID(), report });
  await sync.now();
  sync.stop();
  expect(sent.find(({ route }) => route === 'POST /shelf/top')?.params.editTime).toBe(1_060);
});

it('sets an event aside over which the service fails again and again, and only such a one', async () => {
  const database = await shelf();
  await recordEvent(database, pin(1), 100);
  await recordEvent(database, { kind: 'book.secret', bookIds: ['b'], secret: 1 }, 101);
  let isDown = true;
  const { transport } = recorder(({ route }) => {
    if (isDown || route === 'POST /shelf/top') throw new AppError('internal');
    return {};
  });
  const outbox = { database, transport, deviceId: 'd' };
  for (let attempt = 0; attempt < 20; attempt++) {
    await expect(drainOutbox(outbox)).rejects.toMatchObject({ code: 'internal' });
  }
  expect(await countEvents(database)).toEqual({ waiting: 2, refused: 0 });
  isDown = false;
  for (let attempt = 0; attempt < 7; attempt++) {
    await expect(drainOutbox(outbox)).rejects.toMatchObject({ code: 'internal' });
  }
  await drainOutbox(outbox);
  expect(await countEvents(database)).toEqual({ waiting: 0, refused: 1 });
});

it('finds the one record over which the service fails, and sends the others', async () => {
  const database = await shelf();
  for (const bookId of ['b', 'c', 'd']) await recordEvent(database, at(30, 1_000, bookId), 1_000);
  const { transport, sent } = recorder(({ route, params }) => {
    if (route !== 'POST /book/batchUploadProgress') return {};
    if (params.books.some(({ bookId }: { bookId: string }) => bookId === 'c')) throw new AppError('internal');
    return { timestamp: 9_000, results: params.books.map(() => ({ result: 'applied' })) };
  });
  const outbox = { database, transport, deviceId: 'd' };
  for (let attempt = 0; attempt < 7; attempt++) {
    await expect(drainOutbox(outbox)).rejects.toMatchObject({ code: 'internal' });
  }
  await drainOutbox(outbox);
  expect(await countEvents(database)).toEqual({ waiting: 0, refused: 1 });
  expect(await database.events.toArray()).toMatchObject([{ state: 'refused', body: { bookId: 'c' } }]);
  expect(sent.some(({ params }) => params.books?.length === 1 && params.books[0].bookId === 'd')).toBe(true);
});
