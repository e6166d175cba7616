// Reading progress through the door: heartbeats, the offline batch, positions of two devices, and reading marks.

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from './house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let tablet: Client;
  let laptop: Client;
  let bob: Client;
  let bookId: string;

  beforeEach(async () => {
    house = await openHouse(await open(...migrationSets));
    tablet = await house.signIn('ann', 'tablet');
    laptop = await house.signIn('ann', 'laptop');
    bob = await house.signIn('bob');
    bookId = await addBook(house.reading, tablet.vid);
    return () => house.close();
  });

  const at = (client: Client, progress: number, more: object = {}) => ({
    bookId,
    deviceId: client.deviceId,
    chapterUid: Math.min(3, Math.floor(progress / 34) + 1),
    chapterOffset: progress * 10,
    progress,
    readingTime: 0,
    ...more,
  });
  const read = (client: Client, progress: number, more: object = {}, proof: Record<string, unknown> = {}) =>
    client.ask('POST /book/read', at(client, progress, more), proof);
  const position = () => tablet.call('GET /book/getProgress', { bookId });

  test('before the first page nothing was read', async () => {
    expect(await position()).toMatchObject({ book: { progress: 0, updateTime: 0, isStartReading: 0 } });
    expect((await position()).furthest).toBeUndefined();
  });

  test('a heartbeat is the position, with its device and its anchors', async () => {
    const anchors = { cfi: 'epubcfi(/6/4!/4/2)', textQuote: 'Call me Ishmael' };
    expect(await read(tablet, 20, { readingTime: 60, ...anchors })).toMatchObject({
      status: 200,
      body: { result: 'applied', readingTime: 60, latest: { progress: 20, deviceName: 'ann’s reader', ...anchors } },
    });
    expect(await position()).toMatchObject({
      book: { progress: 20, deviceId: 'tablet', readingTime: 60, isStartReading: 1, ...anchors },
      furthest: { progress: 20 },
    });
  });

  test('the newer device is the latest, the furthest stays', async () => {
    await read(tablet, 80);
    house.clock.now += 10;
    await read(laptop, 30);
    expect(await position()).toMatchObject({
      book: { progress: 30, deviceId: 'laptop' },
      furthest: { progress: 80, deviceId: 'tablet' },
    });
  });

  test('an older record that comes later is stale, but its time counts and it may be the furthest', async () => {
    const before = house.clock.now;
    house.clock.now += 100;
    await read(laptop, 30);
    const late = await read(tablet, 90, { readingTime: 50 }, { timestamp: before });
    expect(late.body).toMatchObject({
      result: 'stale',
      readingTime: 50,
      latest: { progress: 30 },
      furthest: { progress: 90 },
    });
  });

  test('the same record twice counts once and is answered alike', async () => {
    const random = randomUUID();
    const first = await read(tablet, 10, { readingTime: 30 }, { random });
    const again = await read(tablet, 10, { readingTime: 30 }, { random });
    expect([first.body, again.body]).toMatchObject([
      { result: 'applied', readingTime: 30 },
      { result: 'duplicate', readingTime: 30 },
    ]);
    house.clock.now += 3600;
    expect((await read(tablet, 10, { readingTime: 30 }, { random })).body).toMatchObject({
      result: 'duplicate',
      readingTime: 30,
    });
  });

  describe('values that cannot be true are refused', () => {
    test('more seconds than passed since the device’s last heartbeat', async () => {
      await read(tablet, 10, { readingTime: 60 });
      house.clock.now += 60;
      expect(await read(tablet, 11, { readingTime: 120 })).toMatchObject({
        status: 400,
        body: { error: 'impossible_value' },
      });
      expect((await read(tablet, 11, { readingTime: 60 })).status).toBe(200);
      // Another device reads for itself, but a person is at one of them at a time.
      expect((await read(laptop, 11, { readingTime: 60 })).status).toBe(200);
      expect((await position()).book.readingTime).toBe(120);
    });

    test('time that was reported already by a later record', async () => {
      const before = house.clock.now;
      house.clock.now += 100;
      await read(tablet, 10, { readingTime: 100 });
      const late = await read(tablet, 9, { readingTime: 50 }, { timestamp: before + 50 });
      expect(late.body).toMatchObject({ error: 'impossible_value' });
    });

    test.each([
      ['a day and more in one record', { readingTime: 90_000 }],
      ['a chapter that does not exist', { chapterUid: 99 }],
      ['hours that add up to more', { readingTime: 10, hours: [{ time: 1000, readingTime: 20 }] }],
      ['more automatic than all time', { readingTime: 10, autoTime: 20 }],
    ])('%s', async (_what, more) => {
      expect(await read(tablet, 10, more)).toMatchObject({ status: 400, body: { error: 'impossible_value' } });
      expect((await position()).book.updateTime).toBe(0);
    });

    test('a progress beyond 100, a wrong time zone', async () => {
      expect((await read(tablet, 101)).body).toMatchObject({ error: 'bad_argument' });
      expect((await read(tablet, 10, { recordCreateTimeZone: 'Mars/Olympus' })).body).toMatchObject({
        error: 'bad_argument',
      });
    });

    test('a device that never signed in to this account', async () => {
      expect((await read(tablet, 10, { deviceId: bob.deviceId })).status).toBe(403);
    });
  });

  test('another reader’s book has no progress to read or write', async () => {
    expect((await bob.ask('GET /book/getProgress', { bookId })).status).toBe(404);
    expect((await read(bob, 10)).status).toBe(404);
    expect((await bob.ask('POST /book/markstatus', { bookId, status: 4 })).status).toBe(404);
  });

  test('time is laid on days and hours of the reader’s time zone', async () => {
    // 2026-09-21 23:30 UTC is half past eight the next morning in Tokyo.
    house.clock.now = Date.UTC(2026, 8, 21, 23, 30) / 1000;
    tablet = await house.signIn('ann', 'tablet');
    await read(tablet, 10, { readingTime: 3600, recordCreateTimeZone: 'Asia/Tokyo', ttsTime: 60 });
    const db = house.reading.database.kysely;
    expect(await db.selectFrom('reading_days').selectAll().execute()).toMatchObject([
      { day: '2026-09-22', seconds: 3600, listened_seconds: 60 },
    ]);
    const hours = await db.selectFrom('reading_hours').selectAll().orderBy('hour').execute();
    expect(hours).toMatchObject([
      { hour: 7, seconds: 1800 },
      { hour: 8, seconds: 1800 },
    ]);
  });

  test('a random that was used for another book is refused, and the others of the batch stand', async () => {
    const other = await addBook(house.reading, tablet.vid);
    const random = randomUUID();
    const record = (more: object) => ({ ...at(tablet, 10), random, timestamp: house.clock.now - 60, ...more });
    const books = [record({}), record({ bookId: other, timestamp: house.clock.now - 50 })];
    const { results } = await tablet.call('POST /book/batchUploadProgress', { books } as never);
    expect(results.map(({ result }) => result)).toEqual(['applied', 'refused']);
  });

  test('no hour lies long before its record, and a late record does not say where the reader is', async () => {
    const { now } = house.clock;
    const hours = [{ time: now - 90_001, readingTime: 30 }];
    expect(await read(tablet, 10, { readingTime: 60, hours })).toMatchObject({ body: { error: 'impossible_value' } });
    const record = (timestamp: number, recordCreateTimeZone: string) => ({
      ...at(tablet, 10),
      random: randomUUID(),
      timestamp,
      recordCreateTimeZone,
    });
    const send = (...books: object[]) => tablet.call('POST /book/batchUploadProgress', { books } as never);
    await send(record(now - 60, 'Asia/Tokyo'));
    await send(record(now - 7200, 'Europe/Paris'));
    const user = await house.reading.database.kysely
      .selectFrom('users')
      .select('time_zone')
      .where('vid', '=', tablet.vid)
      .executeTakeFirstOrThrow();
    expect(user.time_zone).toBe('Asia/Tokyo');
  });

  test('a batch applies each record for itself and says what became of it', async () => {
    const { now } = house.clock;
    const record = (minute: number, more: object = {}) => ({
      ...at(tablet, 10 + minute),
      readingTime: 60,
      random: randomUUID(),
      timestamp: now - 3600 + minute * 60,
      ...more,
    });
    const first = record(1);
    const books = [
      record(3),
      first,
      record(2),
      record(2, { timestamp: now + 900 }),
      record(4, { bookId: 'b_none' }),
      record(5, { readingTime: 600 }),
    ];
    const { results } = await tablet.call('POST /book/batchUploadProgress', { books: [...books, first] });
    expect(results.map(({ result, error }) => error ?? result)).toEqual([
      'applied',
      'applied',
      'applied',
      'impossible_value',
      'not_found',
      'impossible_value',
      'duplicate',
    ]);
    expect(await position()).toMatchObject({ book: { progress: 13, readingTime: 180 } });
    const again = await tablet.call('POST /book/batchUploadProgress', { books: books.slice(0, 3) });
    expect(again.results.map(({ result }) => result)).toEqual(['duplicate', 'duplicate', 'duplicate']);
    expect((await position()).book.readingTime).toBe(180);
  });

  test('progress comes with the shelf’s changes', async () => {
    await tablet.call('POST /shelf/add', { bookIds: [bookId] });
    const { synckey } = await laptop.call('GET /shelf/sync', {});
    house.clock.now += 5;
    await read(tablet, 42);
    const changes = await laptop.call('GET /shelf/sync', { synckey });
    expect(changes.bookProgress).toMatchObject([{ bookId, progress: 42, deviceId: 'tablet' }]);
    expect(changes.books).toMatchObject([{ bookId, readUpdateTime: house.clock.now }]);
  });

  test('reading and finished are marked, taken back, and counted once', async () => {
    await tablet.call('POST /shelf/add', { bookIds: [bookId] });
    const mark = (params: object) => tablet.call('POST /book/markstatus', { bookId, ...params } as never);
    expect(await mark({ status: 4, finishInfo: { star: 80 } })).toMatchObject({
      status: 4,
      finishedCount: 1,
      finishTime: house.clock.now,
    });
    expect(await mark({ status: 4, auto: 1 })).toMatchObject({ status: 4, finishedCount: 1 });
    expect(await tablet.call('GET /book/info', { bookId, myzy: 1 })).toMatchObject({
      finishReading: 1,
      newRatingDetail: { myRating: '80' },
    });
    expect((await tablet.call('GET /shelf/sync', {})).books).toMatchObject([{ finishReading: 1 }]);
    expect(await mark({ status: 2, auto: 1 })).toMatchObject({ status: 4 });
    expect(await mark({ status: 4, isCancel: 1 })).toMatchObject({ status: 0, finishTime: 0, finishedCount: 0 });
    expect((await tablet.call('GET /shelf/sync', {})).books).toMatchObject([{ finishReading: 0 }]);
  });
});
