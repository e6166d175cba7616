// Every route that is served asks who is calling; what belongs to one reader is out of another's reach.

import { beforeEach, expect, test } from 'vitest';
import { type RouteName, routeNamed } from '../../../api/catalog.ts';
import { forEachDatabase } from '../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse, request } from './house.ts';

/** Routes that take a book's id, with what a reader who may not see the book is answered. */
const bookRoutes: [RouteName, (bookId: string) => object, 'not_found' | 'unknown'][] = [
  ['GET /book/info', (bookId) => ({ bookId }), 'not_found'],
  ['POST /book/infos', (bookId) => ({ bookIds: [bookId] }), 'unknown'],
  ['POST /book/chapterInfos', (bookId) => ({ bookIds: [bookId] }), 'unknown'],
  ['GET /book/getProgress', (bookId) => ({ bookId }), 'not_found'],
  ['GET /book/bookmarklist', (bookId) => ({ bookId }), 'not_found'],
  ['POST /book/markstatus', (bookId) => ({ bookId, status: 4 }), 'not_found'],
  ['POST /shelf/add', (bookId) => ({ bookIds: [bookId] }), 'unknown'],
  ['POST /book/secret', (bookId) => ({ bookIds: [bookId], private: 1 }), 'unknown'],
  ['POST /shelf/top', (bookId) => ({ bookIds: [bookId] }), 'unknown'],
  ['GET /book/bestbookmarksinfo', (bookId) => ({ bookId }), 'not_found'],
  ['GET /book/underlines', (bookId) => ({ bookId, chapterUid: 1 }), 'not_found'],
  ['POST /book/setting', (bookId) => ({ bookIds: [bookId], hideReview: 1 }), 'unknown'],
  ['POST /review/add', (bookId) => ({ bookId, type: 4, content: 'Good' }), 'not_found'],
];

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

  test('no route but those for signing in answers without a session', async () => {
    const closed = house.served.filter((key) => !routeNamed(key as RouteName).anonymous) as RouteName[];
    expect(closed.length).toBeGreaterThan(15);
    for (const key of closed) {
      expect([key, await request(house.app, key, {})]).toMatchObject([
        key,
        { status: 401, body: { error: 'not_signed_in' } },
      ]);
      const made = await request(house.app, key, {}, 'x'.repeat(43));
      expect([key, made]).toMatchObject([key, { status: 401, body: { error: 'not_signed_in' } }]);
    }
    expect(house.served.filter((key) => routeNamed(key as RouteName).anonymous)).toEqual([
      'POST /login',
      'GET /extticket',
    ]);
  });

  test('a refresh token is no access token', async () => {
    const { status } = await request(house.app, 'GET /user', {}, ann.refreshToken);
    expect(status).toBe(401);
  });

  test.each(bookRoutes)('%s knows nothing of another reader’s book', async (key, params, answer) => {
    const bookId = await addBook(house.reading, ann.vid);
    const own = await ann.ask(key, params(bookId));
    expect([own.status, JSON.stringify(own.body)]).toEqual([200, expect.stringContaining(bookId)]);
    const other = await bob.ask(key, params(bookId));
    const missing = await bob.ask(key, params('b_missing'));
    if (answer === 'not_found') expect(other).toMatchObject({ status: 404, body: { error: 'not_found' } });
    else expect(other).toMatchObject({ status: 200, body: { unknownIds: [bookId] } });
    // The same words as for a book that does not exist at all.
    const withoutIds = (body: object) => JSON.stringify({ ...body, requestId: '' }).replaceAll(bookId, 'b_missing');
    expect(withoutIds(other.body).replace(/"synckey":\d+/, '')).toBe(
      withoutIds(missing.body).replace(/"synckey":\d+/, ''),
    );
  });

  test('a person is shown to others without what is private', async () => {
    const bookId = await addBook(house.reading, ann.vid);
    await ann.call('POST /shelf/add', { bookIds: [bookId] });
    await ann.call('POST /book/markstatus', { bookId, status: 4 });
    await ann.call('POST /book/secret', { bookIds: [bookId], private: 1 });
    expect(await ann.call('GET /user', {})).toMatchObject({ userVid: ann.vid, name: 'ann', finishedCount: 1 });
    expect(await bob.call('GET /user', { userVid: ann.vid })).toMatchObject({ name: 'ann', finishedCount: 0 });
    expect((await bob.ask('GET /user', { userVid: 'u_nobody' })).status).toBe(404);
  });

  test('books and contents come with what is known of them', async () => {
    const bookId = await addBook(house.reading, ann.vid, 4);
    expect(await ann.call('GET /book/info', { bookId })).toMatchObject({
      bookId,
      chapterSize: 4,
      bookSize: 1000,
      finishReading: 0,
    });
    for (const source of ['search', 'store']) await ann.call('GET /book/info', { bookId, source });
    expect((await bob.ask('GET /book/info', { bookId, source: 'guess' })).status).toBe(404);
    const found = house.reading.database.kysely.selectFrom('discoveries').select(['vid', 'source']);
    expect(await found.where('book_id', '=', bookId).execute()).toEqual([{ vid: ann.vid, source: 'search' }]);
    const { data } = await ann.call('POST /book/chapterInfos', { bookIds: [bookId] });
    expect(data).toMatchObject([{ bookId, clearAll: 1, removed: [], book: { bookId } }]);
    expect(data[0]?.updated.map((chapter) => [chapter.chapterUid, chapter.title, chapter.textLength])).toEqual(
      [1, 2, 3, 4].map((uid) => [uid, `Chapter ${uid}`, 1000]),
    );
    const again = await ann.call('POST /book/chapterInfos', { bookIds: [bookId], synckeys: [data[0]?.synckey ?? 0] });
    expect(again.data).toMatchObject([{ clearAll: 0, updated: [] }]);
  });
});
