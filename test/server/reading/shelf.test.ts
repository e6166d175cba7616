// The shelf through the door: adding, deleting, folders, pins and privacy, and who may do what.

import { beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from './house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;

  beforeEach(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });

  const mine = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.push(await addBook(house.reading, ann.vid));
    return ids;
  };

  test('a book that was added is there, and one that was deleted is in removed', async () => {
    const [first, second] = (await mine(2)) as [string, string];
    const added = await ann.call('POST /shelf/add', { bookIds: [first, second, first] });
    expect(added).toMatchObject({ added: [first, second], unknownIds: [] });

    const all = await ann.call('GET /shelf/sync', {});
    expect(all).toMatchObject({ clearAll: 1, hasMore: 0, bookCount: 2, pureBookCount: 2, removed: [] });
    expect(all.books.map((book) => book.bookId)).toEqual([first, second]);
    expect(all.books[0]).toMatchObject({ title: expect.any(String), cover: '', author: 'An author', isTop: 0 });

    expect(await ann.call('POST /shelf/delete', { bookIds: [first] })).toMatchObject({ removed: [first] });
    const changes = await ann.call('GET /shelf/sync', { synckey: all.synckey });
    expect(changes).toMatchObject({ clearAll: 0, books: [], removed: [first], bookCount: 1 });
    const nothing = await ann.call('GET /shelf/sync', { synckey: changes.synckey });
    expect(nothing).toMatchObject({ books: [], removed: [], synckey: changes.synckey });
  });

  test('another reader’s book cannot be put on a shelf, nor does its shelf show', async () => {
    const [book] = (await mine(1)) as [string];
    await ann.call('POST /shelf/add', { bookIds: [book] });
    expect(await bob.call('POST /shelf/add', { bookIds: [book, 'b_nothing'] })).toMatchObject({
      added: [],
      unknownIds: [book, 'b_nothing'],
    });
    expect((await bob.call('GET /shelf/sync', {})).books).toEqual([]);
    expect(await bob.call('POST /shelf/delete', { bookIds: [book] })).toMatchObject({ removed: [] });
    expect(await bob.call('POST /book/secret', { bookIds: [book], private: 1 })).toMatchObject({ unknownIds: [book] });
    expect(await bob.call('POST /shelf/top', { bookIds: [book] })).toMatchObject({ topIds: [], unknownIds: [book] });
    expect(await bob.call('POST /shelf/syncbook', { bookIds: [book] })).toMatchObject({ books: [], removed: [book] });
    expect((await ann.call('GET /shelf/sync', {})).books).toHaveLength(1);
  });

  test('everyone may put a library book on the shelf', async () => {
    const book = await addBook(house.reading, '');
    for (const reader of [ann, bob])
      expect(await reader.call('POST /shelf/add', { bookIds: [book] })).toMatchObject({ added: [book] });
  });

  test('the same edit sent twice is one edit', async () => {
    const [book] = (await mine(1)) as [string];
    const edit = { bookIds: [book], eventId: 'event-0000000000001', editTime: house.clock.now };
    await ann.call('POST /shelf/add', edit);
    await ann.call('POST /shelf/delete', { bookIds: [book], eventId: 'event-0000000000002' });
    await ann.call('POST /shelf/add', edit);
    expect((await ann.call('GET /shelf/sync', {})).books).toEqual([]);
  });

  test('an older removal does not undo a newer addition, and an older addition not a newer removal', async () => {
    const [book] = (await mine(1)) as [string];
    const { now } = house.clock;
    await ann.call('POST /shelf/add', { bookIds: [book], editTime: now - 100 });
    await ann.call('POST /shelf/delete', { bookIds: [book], editTime: now - 200 });
    expect((await ann.call('GET /shelf/sync', {})).books).toHaveLength(1);
    await ann.call('POST /shelf/delete', { bookIds: [book], editTime: now - 50 });
    await ann.call('POST /shelf/add', { bookIds: [book], editTime: now - 60 });
    expect((await ann.call('GET /shelf/sync', {})).books).toEqual([]);
  });

  test('a device whose clock runs ahead does not win for ever', async () => {
    const [book] = (await mine(1)) as [string];
    await ann.call('POST /shelf/add', { bookIds: [book], editTime: house.clock.now + 1_000_000 });
    house.clock.now += 1;
    await ann.call('POST /shelf/delete', { bookIds: [book] });
    expect((await ann.call('GET /shelf/sync', {})).books).toEqual([]);
  });

  describe('folders', () => {
    test('are made, renamed, filled, emptied and deleted', async () => {
      const [one, two] = (await mine(2)) as [string, string];
      await ann.call('POST /shelf/add', { bookIds: [one, two] });
      const made = await ann.call('POST /shelf/archive', { name: 'Sea', bookIds: [one, 'b_nothing'] });
      expect(made).toMatchObject({ name: 'Sea', unknownIds: ['b_nothing'] });
      const { archiveId } = made;
      const all = await ann.call('GET /shelf/sync', {});
      expect(all.archive).toMatchObject([{ archiveId, name: 'Sea', bookIds: [one], removed: [] }]);

      house.clock.now += 1;
      await ann.call('POST /shelf/archive', { archiveId, name: 'Ships', bookIds: [two] });
      const renamed = await ann.call('GET /shelf/sync', { synckey: all.synckey });
      expect(renamed.archive).toMatchObject([{ archiveId, name: 'Ships', bookIds: [two] }]);

      await ann.call('POST /shelf/archive', { archiveId: '0', bookIds: [one] });
      const out = await ann.call('GET /shelf/sync', { synckey: renamed.synckey });
      expect(out.archive).toMatchObject([{ archiveId, name: 'Ships', bookIds: [], removed: [one] }]);

      await ann.call('POST /shelf/deleteArchive', { archiveId, removeBooks: 1 });
      const deleted = await ann.call('GET /shelf/sync', { synckey: out.synckey });
      expect(deleted).toMatchObject({ removedArchive: [archiveId], removed: [two], archive: [], bookCount: 1 });
    });

    test('a folder deleted without its books leaves them on the shelf', async () => {
      const [one] = (await mine(1)) as [string];
      await ann.call('POST /shelf/add', { bookIds: [one] });
      const { archiveId } = await ann.call('POST /shelf/archive', { name: 'Sea', bookIds: [one] });
      await ann.call('POST /shelf/deleteArchive', { archiveId });
      expect(await ann.call('GET /shelf/sync', {})).toMatchObject({ bookCount: 1, archive: [], removedArchive: [] });
    });

    test('made twice by one edit are one folder, which both replies name; a name is more than blanks', async () => {
      const edit = { name: 'Sea', eventId: 'folder-of-the-sea' };
      const { archiveId } = await ann.call('POST /shelf/archive', edit);
      expect(await ann.call('POST /shelf/archive', edit)).toMatchObject({ archiveId, name: 'Sea' });
      expect((await ann.call('GET /shelf/sync', {})).archive).toMatchObject([{ archiveId }]);
      expect((await bob.call('POST /shelf/archive', edit)).archiveId).not.toBe(archiveId);
      for (const wrong of [{ name: ' ' }, { archiveId, name: '\t' }, {}]) {
        expect((await ann.ask('POST /shelf/archive', wrong)).body).toMatchObject({
          error: 'bad_argument',
          details: { name: expect.any(String) },
        });
      }
    });

    test('an entry is in one folder at a time', async () => {
      const [one] = (await mine(1)) as [string];
      await ann.call('POST /shelf/add', { bookIds: [one] });
      const a = await ann.call('POST /shelf/archive', { name: 'A', bookIds: [one] });
      const b = await ann.call('POST /shelf/archive', { name: 'B', bookIds: [one] });
      const { archive } = await ann.call('GET /shelf/sync', {});
      const folders = new Map(archive.map((folder) => [folder.archiveId, folder.bookIds]));
      expect(folders).toEqual(
        new Map([
          [a.archiveId, []],
          [b.archiveId, [one]],
        ]),
      );
    });

    test('of another reader are unknown', async () => {
      const { archiveId } = await ann.call('POST /shelf/archive', { name: 'A' });
      expect((await bob.ask('POST /shelf/deleteArchive', { archiveId })).status).toBe(404);
      expect((await bob.ask('POST /shelf/archive', { archiveId })).status).toBe(404);
      expect((await ann.call('GET /shelf/sync', {})).archive).toHaveLength(1);
    });
  });

  test('pins keep their order and privacy is kept per entry', async () => {
    const [one, two, three] = (await mine(3)) as [string, string, string];
    await ann.call('POST /shelf/add', { bookIds: [one, two, three] });
    house.clock.now += 1;
    expect(await ann.call('POST /shelf/top', { bookIds: [three, one] })).toMatchObject({ topIds: [three, one] });
    house.clock.now += 1;
    expect(await ann.call('POST /shelf/top', { bookIds: [two] })).toMatchObject({ topIds: [two, three, one] });
    house.clock.now += 1;
    expect(await ann.call('POST /shelf/top', { bookIds: [three], isTop: 0 })).toMatchObject({ topIds: [two, one] });
    await ann.call('POST /book/secret', { bookIds: [one], private: 1 });
    const named = await ann.call('POST /shelf/syncbook', { bookIds: [one, two, 'b_nothing'] });
    expect(named.books.map((book) => [book.bookId, book.isTop, book.secret]).sort()).toEqual(
      [
        [one, 1, 1],
        [two, 1, 0],
      ].sort(),
    );
    expect(named.removed).toEqual(['b_nothing']);
  });

  test('a large shelf comes in pages and every entry exactly once', async () => {
    const ids = await mine(25);
    await ann.call('POST /shelf/add', { bookIds: ids });
    const seen: string[] = [];
    let synckey: number | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await ann.call('GET /shelf/sync', synckey === undefined ? { count: 7 } : { synckey, count: 7 });
      expect(page.clearAll).toBe(pages === 0 ? 1 : 0);
      seen.push(...page.books.map((book) => book.bookId));
      synckey = page.synckey;
      if (!page.hasMore) break;
    }
    expect(seen).toEqual(ids);
    expect(await ann.call('GET /shelf/sync', { onlyBookid: 1 })).toMatchObject({ books: [], bookIds: ids });
  });

  test('a synckey of another life, or from the future, starts over', async () => {
    const [one] = (await mine(1)) as [string];
    await ann.call('POST /shelf/add', { bookIds: [one] });
    const { synckey } = await ann.call('GET /shelf/sync', {});
    for (const wrong of [synckey + 16 * 5, 7, 2 ** 52]) {
      expect(await ann.call('GET /shelf/sync', { synckey: wrong })).toMatchObject({
        clearAll: 1,
        restored: 1,
        books: [{ bookId: one }],
      });
    }
    expect(await ann.call('GET /shelf/sync', {})).toMatchObject({ clearAll: 1, restored: 0 });
  });

  test('wrong arguments are named', async () => {
    const unknown = await ann.ask('POST /shelf/add', { bookIds: ['x'], surprise: 1 });
    expect(unknown).toMatchObject({ status: 400, body: { errcode: -2003, details: { surprise: expect.any(String) } } });
    expect((await ann.ask('POST /shelf/add', { bookIds: 'x' })).status).toBe(400);
    expect((await ann.ask('GET /shelf/sync', { synckey: 'x' })).status).toBe(400);
  });
});
