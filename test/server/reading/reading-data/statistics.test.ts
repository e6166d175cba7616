// Readers of a book, the share card, time left and standard pages through the door, with friends, strangers and books
// that are kept private.

import { beforeEach, expect, test } from 'vitest';
import { changeRelation } from '../../../../server/reading/social/relations.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;
  let eve: Client;
  let bookId: string;

  beforeEach(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    eve = await house.signIn('eve');
    bookId = await addBook(house.reading, '');
    return () => house.close();
  });

  const follow = (one: Client, other: Client) =>
    house.reading.database.transaction((trx) => changeRelation(trx, one.vid, other.vid, { follow_state: 'following' }));
  const befriend = async (one: Client, other: Client) => {
    await follow(one, other);
    await follow(other, one);
  };
  const read = (client: Client, seconds: number, offset = 0, chapterUid = 1, more: object = {}) =>
    client.call('POST /book/read', {
      bookId,
      deviceId: client.deviceId,
      chapterUid,
      chapterOffset: offset,
      progress: ((chapterUid - 1) * 1000 + offset) / 30,
      readingTime: seconds,
      ...more,
    });

  test('all friends of a book are counted, the last readers named', async () => {
    const friends: Client[] = [];
    for (const name of ['f1', 'f2', 'f3', 'f4']) friends.push(await house.signIn(name));
    for (const friend of friends) {
      await befriend(ann, friend);
      house.clock.now += 60;
      await read(friend, 30);
    }
    const [book] = (await ann.call('GET /discover/readingStat', { bookIds: [bookId] })).books;
    expect(book?.friendCount).toBe(4);
    expect(book?.friends.map(({ userVid }) => userVid)).toEqual(
      [...friends]
        .reverse()
        .slice(0, 3)
        .map(({ vid }) => vid),
    );
    const stat = await ann.call('GET /book/readingStat', { bookId, readingList: 1, showUserNum: 2 } as never);
    expect(stat.friendReadingCount).toBe(4);
    expect(stat.readingList).toHaveLength(2);
  });

  test('counts readers without those who keep the book private, and names friends only', async () => {
    await befriend(ann, bob);
    for (const client of [ann, bob, eve]) await read(client, 30);
    const stat = { bookId, readingCount: 3, todayReadingCount: 3, friendReadingCount: 1, finishedCount: 0 };
    expect(await ann.call('GET /book/readingStat', { bookId, readingList: 1 })).toMatchObject({
      ...stat,
      readingList: [{ user: { userVid: bob.vid, isFollowing: 1 }, finished: 0 }],
    });
    await bob.call('POST /book/markstatus', { bookId, status: 4 });
    expect(await eve.call('GET /book/readingStat', { bookId, readingList: 1 })).toMatchObject({
      finishedCount: 1,
      friendReadingCount: 0,
      readingList: [],
    });
    expect(await ann.call('GET /discover/readingStat', { bookIds: [bookId, 'b_unknown'] })).toMatchObject({
      books: [{ bookId, friendCount: 1, friends: [{ userVid: bob.vid }] }],
    });
    await bob.call('POST /shelf/add', { bookIds: [bookId] });
    await bob.call('POST /book/secret', { bookIds: [bookId], private: 1 });
    expect(await ann.call('GET /book/readingStat', { bookId, readingList: 1 })).toMatchObject({
      readingCount: 2,
      finishedCount: 0,
      friendReadingCount: 0,
      readingList: [],
    });
    house.clock.now += 8 * 86_400;
    ann = await house.signIn('ann');
    expect(await ann.call('GET /book/readingStat', { bookId })).toMatchObject({
      readingCount: 0,
      todayReadingCount: 0,
    });
    expect(await ann.call('GET /book/readingStat', { bookId, dataType: 'all' })).toMatchObject({ readingCount: 2 });
  });

  test('ranks among friends by this week and of all time, without what they keep private', async () => {
    expect(await ann.call('GET /readdata/detail', {})).toMatchObject({ rank: 0, totalReadTime: 0, compare: 0 });
    await befriend(ann, bob);
    await follow(ann, eve);
    await read(bob, 500);
    await read(eve, 900);
    await read(ann, 100);
    expect(await ann.call('GET /readdata/detail', {})).toMatchObject({ rank: 2, totalReadTime: 100 });
    const overall = () => ann.call('GET /readdata/detail', { mode: 'overall' });
    expect(await overall()).toMatchObject({ rank: 2, totalReadTime: 100 });
    await bob.call('POST /shelf/add', { bookIds: [bookId] });
    await bob.call('POST /book/secret', { bookIds: [bookId], private: 1 });
    expect(await ann.call('GET /readdata/detail', {})).toMatchObject({ rank: 1 });
    expect(await overall()).toMatchObject({ rank: 1 });
  });

  test('the share card has what is asked for', async () => {
    const card = { bookId, readingTime: 0, readDays: 0, progress: 0, startReadingTime: 0, days: [], hasMore: 0 };
    expect(await ann.call('GET /book/readinfo', { bookId })).toEqual({
      ...card,
      book: expect.objectContaining({ bookId }),
      shareUrl: `octavo://books/${bookId}`,
    });
    for (let day = 0; day < 33; day++) {
      await read(ann, 60);
      house.clock.now += 86_400;
      ann = await house.signIn('ann');
    }
    await ann.call('POST /book/markstatus', { bookId, status: 4 });
    const asked = {
      bookId,
      readingDetail: 1,
      finishedBookCount: 1,
      finishedBookIndex: 1,
      readingBookIndex: 1,
    } as const;
    const full = await ann.call('GET /book/readinfo', {
      ...asked,
      finishedDate: 1,
      noteCount: 1,
      qrCode: 1,
      width: 128,
    });
    expect(full).toMatchObject({ readingTime: 33 * 60, readDays: 33, noteCount: 0, hasMore: 1 });
    expect(full).toMatchObject({ finishedBookCount: 1, finishedBookIndex: 1, readingBookIndex: 1 });
    expect(full.finishedDate).toBe(house.clock.now);
    expect(full.qrCode).toMatch(/^<svg width="128" height="128" .*<\/svg>$/s);
    expect(full.days).toHaveLength(31);
    expect((await ann.call('GET /book/readinfo', { ...asked, page: 1 })).days).toHaveLength(2);
  });

  test('the page after the last one has the next of the series and what the reader did', async () => {
    const db = house.reading.database.kysely;
    const [second, other] = [await addBook(house.reading, ''), await addBook(house.reading, bob.vid)];
    const series = [
      [bookId, 1],
      [other, 2],
      [second, 3],
    ] as const;
    for (const [book_id, position] of series) {
      await db.insertInto('book_series').values({ book_id, name: 'Whales', position }).execute();
    }
    await read(ann, 60);
    await ann.call('POST /book/markstatus', { bookId, status: 4 });
    expect(await ann.call('GET /book/footer', { bookId })).toMatchObject({
      finishedCount: 1,
      readingTime: 60,
      readDays: 1,
      markedStatus: 4,
      next: { bookId: second },
    });
    // Bob's own volume comes first for him.
    expect((await bob.call('GET /book/footer', { bookId })).next?.bookId).toBe(other);
    expect((await bob.call('GET /book/footer', { bookId: second })).next).toBeUndefined();
  });

  test('time left follows the caller’s own speed once it is known', async () => {
    const left = (client: Client, more: object = {}) =>
      client.call('GET /predict/readtime', { bookId, chapterUid: 1, ...more });
    // Nobody has read English here: the usual 1,200 characters a minute.
    expect(await left(ann)).toMatchObject({ basis: 'language', speed: 1200, chapterMinutes: 1, bookMinutes: 3 });
    // 100 characters in 200 seconds, again and again: 30 a minute.
    for (let step = 1; step <= 8; step++) {
      house.clock.now += 200;
      await read(ann, 200, step * 100);
    }
    expect(await left(ann)).toMatchObject({ basis: 'own', speed: 30, chapterMinutes: Math.ceil(200 / 30) });
    expect(await left(ann, { chapterPercent: 0 })).toMatchObject({ bookMinutes: 100 });
    expect(await left(bob)).toMatchObject({ basis: 'language', speed: 30 });
    // A book that was left open says nothing of the speed.
    house.clock.now += 3600;
    await read(ann, 3600, 850);
    expect(await left(ann)).toMatchObject({ basis: 'own', speed: 30 });
    expect((await ann.ask('GET /predict/readtime', { bookId, chapterUid: 99 })).status).toBe(404);
  });

  test('pages are of 1,024 characters and begin with a chapter', async () => {
    expect(await ann.call('GET /reader/pagecount', { bookId })).toMatchObject({
      totalPages: 3,
      chapters: [
        { chapterUid: 1, startPage: 1, pages: 1 },
        { chapterUid: 2, startPage: 2, pages: 1 },
        { chapterUid: 3, startPage: 3, pages: 1 },
      ],
    });
    const asked = { bookIds: [bookId, 'b_unknown'], lastChapterIdxs: [2, 0] };
    const { updated, unknownIds } = await ann.call('POST /book/lastchapteridx', asked);
    expect(unknownIds).toEqual(['b_unknown']);
    expect(updated).toMatchObject([{ bookId, lastChapterIdx: 3, newChapterCount: 1 }]);
    const synckeys = [updated[0]?.synckey ?? 0];
    const again = await ann.call('POST /book/lastchapteridx', { bookIds: [bookId], lastChapterIdxs: [3], synckeys });
    expect(again.updated).toEqual([]);
    const byKey = await ann.call('POST /book/lastchapteridx', { bookIds: [bookId], synckeys });
    expect(byKey.updated).toEqual([]);
    expect((await ann.call('POST /book/lastchapteridx', { bookIds: [bookId], synckeys: [0] })).updated).toHaveLength(1);
    expect((await ann.call('POST /book/lastchapteridx', { bookIds: [bookId] })).updated).toHaveLength(1);
  });

  test('contents that a client knows by their time are not sent again', async () => {
    const contents = async (more: object) =>
      (await ann.call('POST /book/chapterInfos', { bookIds: [bookId], ...more })).data[0];
    const whole = await contents({ updateTimes: [0] });
    expect(whole).toMatchObject({ clearAll: 1, updated: [{ chapterUid: 1 }, { chapterUid: 2 }, { chapterUid: 3 }] });
    const updateTimes = [whole?.chapterUpdateTime ?? 0];
    expect(await contents({ updateTimes })).toMatchObject({ clearAll: 0, updated: [] });
    // A synckey says more than a time.
    expect(await contents({ updateTimes, synckeys: [0] })).toMatchObject({ clearAll: 1 });
  });

  test('nothing is finished in the future, whatever a device’s clock says', async () => {
    const finishInfo = { finishTime: house.clock.now + 86_400 };
    const editTime = house.clock.now - 200;
    const marked = await ann.call('POST /book/markstatus', { bookId, status: 4, finishInfo, editTime });
    expect(marked.finishTime).toBe(house.clock.now);
    await ann.call('POST /book/markstatus', { bookId, status: 4, isCancel: 1, editTime });
  });

  test('marks of reading are merged by when they were made, and a repeated one is answered the same', async () => {
    const { now } = house.clock;
    const late = { bookId, status: 4 as const, eventId: 'e'.repeat(32), editTime: now - 100 };
    await ann.call('POST /book/markstatus', {
      bookId,
      status: 4,
      isCancel: 1,
      editTime: now - 50,
      eventId: 'c'.repeat(32),
    });
    expect(await ann.call('POST /book/markstatus', late)).toMatchObject({ status: 0, finishedCount: 0 });
    const newer = { ...late, eventId: 'n'.repeat(32), editTime: now - 10 };
    const first = await ann.call('POST /book/markstatus', newer);
    expect(first).toMatchObject({ status: 4, finishTime: now - 10, finishedCount: 1 });
    expect(await ann.call('POST /book/markstatus', newer)).toEqual(first);
  });
});
