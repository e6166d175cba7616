// Roles and quotas hold at once and to the byte; a book becomes the library's and private again, with all that others see
// of it.

import { expect, onTestFinished, test } from 'vitest';
import { migrationSets } from '../../../../server/open-octavo.ts';
import { publishBook, withdrawBook } from '../../../../server/reading/administration/library.ts';
import { quotaState, setQuota } from '../../../../server/reading/administration/quotas.ts';
import { setRole } from '../../../../server/reading/administration/roles.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { forEachDatabase, type OpenDatabase } from '../../databases.ts';
import { buildEpub } from '../import/build-epub.ts';
import { importBook, openLibraryHouse, reservePlace, sendBytes, sha256Of } from '../library-house.ts';

const titled = (title: string) =>
  buildEpub({ metadata: `<dc:title>${title}</dc:title><dc:creator>Ann</dc:creator><dc:language>en</dc:language>` });

async function opened(open: OpenDatabase) {
  const database = await open<Tables>(...migrationSets);
  const house = await openLibraryHouse(database);
  onTestFinished(() => house.close());
  return { database, house, ann: await house.signIn('ann'), bob: await house.signIn('bob') };
}

forEachDatabase((_name, open) => {
  test('guests bring nothing in, from the moment they are guests; only librarians bring into the library', async () => {
    const { database, house, ann, bob } = await opened(open);
    const bytes = await titled('One');
    const place = await reservePlace(ann, bytes);
    await sendBytes(house, place, bytes);
    await setRole(database.kysely, ann.vid, 'guest');
    expect(await ann.ask('POST /cos/notify', { name: place.name })).toMatchObject({ body: { error: 'no_permission' } });
    const asked = { name: 'a.epub', size: bytes.length, sha256: sha256Of(bytes) };
    expect(await ann.ask('GET /cos/getcredential', asked)).toMatchObject({ body: { error: 'no_permission' } });
    await setRole(database.kysely, ann.vid, 'reader');
    const toLibrary = { ...asked, toLibrary: 1 as const };
    expect(await ann.ask('GET /cos/getcredential', toLibrary)).toMatchObject({ body: { error: 'no_permission' } });
    await setRole(database.kysely, ann.vid, 'librarian');
    const second = await ann.call('GET /cos/getcredential', toLibrary);
    await sendBytes(house, second, bytes);
    const { bookId = '' } = await ann.call('POST /cos/notify', { name: second.name });
    expect(await bob.call('GET /book/info', { bookId })).toMatchObject({ title: 'One', type: 0 });
    expect((await ann.call('GET /shelf/sync', {})).books).toEqual([]);
    expect((await quotaState(house.reading, database.kysely, ann.vid)).used.books).toBe(0);
  });

  test('a quota holds at the reservation and at the import, for two at once as well', async () => {
    const { database, house, ann } = await opened(open);
    const [one, two] = [await titled('One'), await titled('Two')];
    await setQuota(database.kysely, ann.vid, one.length + 10);
    await importBook(house, ann, one);
    const asked = { name: 'b.epub', size: two.length, sha256: sha256Of(two) };
    const refused = await ann.ask('GET /cos/getcredential', asked);
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'quota_exceeded', details: { quota: one.length + 10, used: one.length, bytes: two.length } },
    });
    // Reserved while there was room, and received when there is none.
    await setQuota(database.kysely, ann.vid, 0);
    const three = await titled('Three');
    const places = [await reservePlace(ann, two), await reservePlace(ann, three)];
    for (const [n, place] of places.entries()) await sendBytes(house, place, n === 0 ? two : three);
    await setQuota(database.kysely, ann.vid, one.length + Math.max(two.length, three.length) + 10);
    const replies = await Promise.all(places.map(({ name }) => ann.ask('POST /cos/notify', { name })));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 403]);
    // Nothing more is kept by what is there already.
    await setQuota(database.kysely, ann.vid, 1);
    expect(await importBook(house, ann, one)).toMatchObject({ existed: 1 });
  });

  test('published and withdrawn: what others see, have on the shelf and wrote follows', {
    timeout: 60_000,
  }, async () => {
    const { database, house, ann, bob } = await opened(open);
    const { bookId } = await importBook(house, ann, await titled('Loomings'));
    await ann.call('POST /review/add', { bookId, content: 'Ann’s words', type: 4, star: 80 });
    expect((await bob.ask('GET /book/info', { bookId })).status).toBe(404);
    const shelf = await ann.call('GET /shelf/sync', {});
    await publishBook(house.reading, bookId);
    await house.jobs.runAll();
    expect(await ann.call('GET /shelf/sync', { synckey: shelf.synckey })).toMatchObject({
      books: [{ bookId, type: 0 }],
    });
    expect(await bob.call('GET /book/info', { bookId })).toMatchObject({ title: 'Loomings' });
    expect((await bob.ask('GET /book/download', { bookId } as never).catch(() => ({ status: 200 }))).status).toBe(200);
    await bob.call('POST /shelf/add', { bookIds: [bookId] });
    const mark = { bookId, chapterUid: 1, range: '0-4', type: 1 as const, style: 0 as const, markText: 'Call' };
    await bob.call('POST /book/addBookmark', mark);
    await ann.call('POST /book/addBookmark', mark);
    await house.jobs.runAll();
    const shared = () => database.kysely.selectFrom('underlines').selectAll().where('book_id', '=', bookId).execute();
    expect(await shared()).toMatchObject([{ readers: 2 }]);
    const before = await bob.call('GET /shelf/sync', {});
    const notes = await bob.call('GET /user/notebooks', {});
    expect(notes.books).toHaveLength(1);

    expect(await withdrawBook(house.reading, bookId)).toBe(1);
    await house.jobs.runAll();
    expect((await bob.ask('GET /book/info', { bookId })).status).toBe(404);
    expect(await bob.call('GET /shelf/sync', { synckey: before.synckey })).toMatchObject({ removed: [bookId] });
    expect(await bob.call('GET /user/notebooks', { synckey: notes.synckey })).toMatchObject({ removed: [bookId] });
    expect(await shared()).toEqual([]);
    expect((await ann.call('GET /shelf/sync', {})).books).toMatchObject([{ bookId, type: 1 }]);

    // What he wrote is there again.
    await publishBook(house.reading, bookId);
    await house.jobs.runAll();
    expect((await bob.call('GET /user/notebooks', { synckey: notes.synckey })).books).toMatchObject([{ bookId }]);
    expect(await shared()).toMatchObject([{ readers: 2 }]);
    expect(await withdrawBook(house.reading, bookId, bob.vid)).toBe(1);
    expect(await bob.call('GET /book/info', { bookId })).toMatchObject({ type: 1 });
    expect((await ann.ask('GET /book/info', { bookId })).status).toBe(404);
  });
});
