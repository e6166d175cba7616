// Bookmarks and highlights through the door: one mark per place, edits that merge, tombstones, and who sees them.

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

  const highlight = (more: object = {}) => ({
    bookId,
    chapterUid: 2,
    markText: 'Call me Ishmael.',
    range: '10-26',
    type: 1 as const,
    style: 2 as const,
    ...more,
  });
  const list = (client: Client, synckey?: number) =>
    client.call('GET /book/bookmarklist', synckey === undefined ? { bookId } : { bookId, synckey });

  test('a highlight comes back as it was made', async () => {
    const anchors = {
      cfi: 'epubcfi(/6/4!/4/2)',
      textQuote: 'Call me Ishmael.',
      textBefore: 'Loomings. ',
      textAfter: ' Some years',
    };
    const { bookmarkId, kept } = await tablet.call('POST /book/addBookmark', highlight({ ...anchors, colorStyle: 3 }));
    expect([bookmarkId, kept]).toEqual([`${bookId}_2_10-26`, 1]);
    const marks = await list(laptop);
    expect(marks).toMatchObject({
      clearAll: 1,
      hasMore: 0,
      removed: [],
      book: { bookId, cover: '', author: 'An author' },
    });
    expect(marks.chapters).toEqual([{ bookId, chapterUid: 2, chapterIdx: 2, title: 'Chapter 2' }]);
    expect(marks.updated).toMatchObject([
      {
        bookmarkId,
        range: '10-26',
        style: 2,
        colorStyle: 3,
        type: 1,
        chapterName: 'Chapter 2',
        unplaced: 0,
        deviceId: 'tablet',
        ...anchors,
      },
    ]);
  });

  test('added again it keeps what is not said anew, and counts in a version that there is', async () => {
    await tablet.call('POST /book/addBookmark', highlight({ colorStyle: 3, translateMode: 1, bookVersion: 9 }));
    house.clock.now += 60;
    const { style: _style, ...plain } = highlight();
    await laptop.call('POST /book/addBookmark', plain);
    await laptop.call('POST /book/addBookmark', { ...plain, colorStyle: 4 });
    const { updated } = await list(tablet);
    expect(updated).toMatchObject([{ style: 2, colorStyle: 4, translateMode: 1, bookVersion: 1 }]);
  });

  test('one beyond the end of its chapter is kept as unplaced', async () => {
    for (const range of ['990-1000', '990-1001']) await tablet.call('POST /book/addBookmark', highlight({ range }));
    const { updated } = await list(laptop);
    expect(updated.map((mark) => [mark.range, mark.unplaced])).toEqual([
      ['990-1000', 0],
      ['990-1001', 1],
    ]);
  });

  test('the same place twice is one mark, and a bookmark beside it another', async () => {
    await tablet.call('POST /book/addBookmark', highlight());
    await laptop.call('POST /book/addBookmark', highlight({ style: 1 }));
    await laptop.call('POST /book/addBookmark', highlight({ type: 0, range: '10-10', markText: '' }));
    const { updated } = await list(tablet);
    expect(updated.map(({ range, style }) => [range, style])).toEqual([
      ['10-26', 1],
      ['10-10', 2],
    ]);
  });

  test('each field keeps its newest edit, in whatever order the edits come', async () => {
    const { now } = house.clock;
    const { bookmarkId } = await tablet.call('POST /book/addBookmark', highlight({ editTime: now - 100 }));
    await laptop.call('POST /book/updateBookmark', { bookmarkId, style: 0, editTime: now - 10 });
    await tablet.call('POST /book/updateBookmark', { bookmarkId, style: 1, colorStyle: 4, editTime: now - 50 });
    expect((await list(tablet)).updated).toMatchObject([
      { style: 0, colorStyle: 4, editTimes: { style: now - 10, colorStyle: now - 50 } },
    ]);
  });

  describe('a removal', () => {
    test('wins over older edits and leaves a tombstone', async () => {
      const { now } = house.clock;
      const { bookmarkId } = await tablet.call('POST /book/addBookmark', highlight({ editTime: now - 100 }));
      const { synckey } = await list(laptop);
      expect(await tablet.call('POST /book/removeBookmark', { bookmarkId, editTime: now - 50 })).toMatchObject({
        removed: 1,
      });
      const late = await laptop.ask('POST /book/updateBookmark', { bookmarkId, style: 0, editTime: now - 60 });
      expect(late).toMatchObject({ status: 410, body: { error: 'gone' } });
      expect(await laptop.call('POST /book/addBookmark', highlight({ editTime: now - 70 }))).toMatchObject({ kept: 0 });
      expect(await list(laptop, synckey)).toMatchObject({ clearAll: 0, updated: [], removed: [bookmarkId] });
    });

    test('loses to newer edits, and a mark made again afterwards is there again', async () => {
      const { now } = house.clock;
      const { bookmarkId } = await tablet.call('POST /book/addBookmark', highlight({ editTime: now - 100 }));
      await laptop.call('POST /book/updateBookmark', { bookmarkId, style: 0, editTime: now - 40 });
      expect(await tablet.call('POST /book/removeBookmark', { bookmarkId, editTime: now - 50 })).toMatchObject({
        removed: 0,
      });
      expect((await list(tablet)).updated).toHaveLength(1);
      await tablet.call('POST /book/removeBookmark', { bookmarkId, editTime: now - 30 });
      expect((await list(tablet)).updated).toEqual([]);
      expect(
        await laptop.call('POST /book/updateBookmark', { bookmarkId, style: 1, editTime: now - 20 }),
      ).toMatchObject({ bookmark: { style: 1 } });
      expect((await list(tablet)).updated).toHaveLength(1);
    });

    test('of what is not there is not found', async () => {
      const missing = await tablet.ask('POST /book/removeBookmark', { bookmarkId: `${bookId}_1_1-2` });
      expect(missing).toMatchObject({ status: 404, body: { error: 'not_found' } });
    });
  });

  test('replaying a whole outbox changes nothing', async () => {
    const bookmarkId = `${bookId}_2_10-26`;
    const event = (number: number) => `event-${String(number).padStart(16, '0')}`;
    const outbox: [Parameters<Client['call']>[0], object][] = [
      ['POST /book/addBookmark', highlight({ eventId: event(1), editTime: house.clock.now })],
      ['POST /book/updateBookmark', { bookmarkId, style: 0, eventId: event(2), editTime: house.clock.now }],
      ['POST /book/removeBookmark', { bookmarkId, eventId: event(3), editTime: house.clock.now }],
      ['POST /book/addBookmark', highlight({ style: 1, eventId: event(4), editTime: house.clock.now })],
    ];
    for (const [route, params] of outbox) await tablet.call(route, params as never);
    const once = await list(laptop);
    house.clock.now += 1000;
    for (const [route, params] of outbox) await tablet.call(route, params as never);
    const twice = await list(laptop);
    expect(twice).toEqual(once);
    expect(twice.updated).toMatchObject([{ style: 1 }]);
  });

  test('a long list comes in pages, also when it changes meanwhile', async () => {
    for (let start = 0; start < 12; start++) {
      await tablet.call('POST /book/addBookmark', highlight({ range: `${start}-${start + 5}` }));
    }
    const first = await laptop.call('GET /book/bookmarklist', { bookId, count: 5 });
    expect([first.updated.length, first.hasMore]).toEqual([5, 1]);
    await tablet.call('POST /book/removeBookmark', { bookmarkId: `${bookId}_2_0-5` });
    await tablet.call('POST /book/addBookmark', highlight({ range: '50-55' }));
    const copy = new Set(first.updated.map((mark) => mark.bookmarkId));
    let { synckey } = first;
    for (let more: 0 | 1 = 1; more; ) {
      const page = await laptop.call('GET /book/bookmarklist', { bookId, synckey, count: 5 });
      expect(page.clearAll).toBe(0);
      for (const mark of page.updated) copy.add(mark.bookmarkId);
      for (const bookmarkId of page.removed) copy.delete(bookmarkId);
      synckey = page.synckey;
      more = page.hasMore;
    }
    const all = await laptop.call('GET /book/bookmarklist', { bookId, count: 1000 });
    expect([...copy].sort()).toEqual(all.updated.map((mark) => mark.bookmarkId).sort());
  });

  test('another reader neither sees nor touches marks', async () => {
    const shared = await addBook(house.reading, '');
    const { bookmarkId } = await tablet.call('POST /book/addBookmark', highlight({ bookId: shared }));
    expect((await bob.call('GET /book/bookmarklist', { bookId: shared })).updated).toEqual([]);
    expect((await bob.ask('POST /book/removeBookmark', { bookmarkId })).status).toBe(404);
    expect((await bob.ask('POST /book/updateBookmark', { bookmarkId, style: 0 })).status).toBe(404);
    expect((await bob.ask('POST /book/addBookmark', highlight())).status).toBe(404);
    expect((await bob.ask('GET /book/bookmarklist', { bookId })).status).toBe(404);
    expect((await tablet.call('GET /book/bookmarklist', { bookId: shared })).updated).toHaveLength(1);
  });

  test.each([
    ['a highlight of nothing', { range: '5-5' }],
    ['a range backwards', { range: '9-5' }],
    ['a page bookmark over a stretch', { type: 0, range: '5-9' }],
    ['numbers beyond all books', { range: '1-99999999999999999999' }],
    ['a range that is none', { range: 'a-b' }],
    ['an unknown style', { style: 9 }],
    ['an unknown key', { surprise: 1 }],
    ['no chapter', { chapterUid: 0 }],
  ])('%s is refused', async (_what, more) => {
    const { status, body } = await tablet.ask('POST /book/addBookmark', highlight(more));
    expect([status, body]).toMatchObject([400, { error: 'bad_argument' }]);
  });
});
