// Following publications: they stand on the shelf as books of type 3, in folders and pinned as books do, and go with the
// publication.

import { beforeAll, expect, test } from 'vitest';
import { checkCounts } from '../../../../server/reading/administration/check-counts.ts';
import { checkReferences } from '../../../../server/reading/administration/check-references.ts';
import { removePublication } from '../../../../server/reading/publications/list-publications.ts';
import { addPublication } from '../../../../server/reading/publications/write-articles.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });

  const publication = (title: string, owner = '') => addPublication(house.reading, { title, owner });

  test('a followed account stands on the shelf until it is taken off, and says so beside all of them', async () => {
    const gazette = await publication('The School Gazette');
    const book = await addBook(house.reading, ann.vid);
    expect(await ann.call('POST /shelf/add', { bookIds: [gazette, book, 'mp_none'], follow: 1 })).toMatchObject({
      added: [gazette],
      unknownIds: [book, 'mp_none'],
    });
    await ann.call('POST /shelf/add', { bookIds: [book] });
    const all = await ann.call('GET /shelf/sync', {});
    expect(all.books.map(({ bookId, type, format }) => [bookId, type, format])).toEqual([
      [gazette, 3, 'mp'],
      [book, 1, 'epub'],
    ]);
    expect(all).toMatchObject({ bookCount: 2, pureBookCount: 1, mp: { show: 1, book: { bookId: 'mp', isTop: 0 } } });
    const { archiveId } = await ann.call('POST /shelf/archive', { name: 'News', bookIds: [gazette] });
    expect((await ann.call('POST /shelf/top', { bookIds: [gazette] })).topIds).toEqual([gazette]);
    const later = await ann.call('GET /shelf/sync', { synckey: all.synckey });
    expect(later.archive).toMatchObject([{ archiveId, bookIds: [gazette] }]);
    expect(later).toMatchObject({ books: [{ bookId: gazette, isTop: 1 }], mp: { book: { isTop: 1 } } });
    expect(await ann.call('POST /shelf/syncbook', { bookIds: [gazette] })).toMatchObject({
      books: [{ bookId: gazette, title: 'The School Gazette' }],
      removed: [],
      archive: [{ archiveId, bookIds: [gazette] }],
    });
    await ann.call('POST /shelf/delete', { bookIds: [gazette] });
    expect(await ann.call('GET /shelf/sync', { synckey: later.synckey })).toMatchObject({
      books: [],
      removed: [gazette],
      mp: { show: 0 },
      bookCount: 1,
    });
    expect((await ann.call('GET /shelf/sync', { count: 1 })).books).toHaveLength(1);
    expect(await checkCounts(house.reading, false)).toEqual([]);
  });

  test('whatever stands on a shelf can be asked for by its id, but a collection of others is not there', async () => {
    const gazette = await publication('The Evening Gazette');
    const diary = await publication('Diary', bob.vid);
    const book = await addBook(house.reading, ann.vid);
    await ann.call('POST /shelf/add', { bookIds: [gazette], follow: 1 });
    await ann.call('POST /book/secret', { bookIds: [gazette], private: 1 });
    const info = await ann.call('GET /book/info', { bookId: gazette });
    expect(info).toMatchObject({ bookId: gazette, title: 'The Evening Gazette', type: 3, format: 'mp', secret: 1 });
    expect(info).toMatchObject({ ratingCount: 0, chapterSize: 0, readingTime: 0 });
    expect(await ann.call('POST /book/infos', { bookIds: [gazette, diary, book, 'mp_none'] })).toMatchObject({
      books: [{ bookId: gazette }, { bookId: book }],
      unknownIds: [diary, 'mp_none'],
    });
    expect(await bob.call('GET /book/info', { bookId: diary })).toMatchObject({ type: 3, secret: 0 });
    expect((await ann.ask('GET /book/info', { bookId: diary })).status).toBe(404);
  });

  test('collections of others cannot be followed, and a publication that is removed leaves every shelf', async () => {
    const own = await publication('Saved', ann.vid);
    expect((await bob.call('POST /shelf/add', { bookIds: [own] })).unknownIds).toEqual([own]);
    expect((await ann.call('POST /shelf/add', { bookIds: [own] })).added).toEqual([own]);
    const news = await publication('News');
    await bob.call('POST /shelf/add', { bookIds: [news], follow: 1 });
    const before = await bob.call('GET /shelf/sync', {});
    await removePublication(house.reading, news);
    expect(await bob.call('GET /shelf/sync', { synckey: before.synckey })).toMatchObject({
      removed: [news],
      mp: { show: 0 },
      bookCount: 0,
    });
    expect(await checkCounts(house.reading, false)).toEqual([]);
  });

  test('one that is followed while it is removed is found by a check and taken off', async () => {
    const cat = await house.signIn('cat');
    const news = await publication('Gone');
    await cat.call('POST /shelf/add', { bookIds: [news] });
    await house.reading.database.kysely.deleteFrom('publications').where('book_id', '=', news).execute();
    expect(await cat.call('GET /shelf/sync', {})).toMatchObject({ books: [], bookCount: 1 });
    // The house's own books have no files.
    const found = async (repair: boolean) =>
      (await checkReferences(house.reading, repair)).filter(({ where }) => where.startsWith('shelf '));
    expect(await found(true)).toMatchObject([{ where: `shelf ${cat.vid} ${news}`, repaired: true }]);
    expect(await cat.call('GET /shelf/sync', {})).toMatchObject({ books: [], bookCount: 0 });
    expect(await found(false)).toEqual([]);
  });
});
