// A changed file of a book that a reader has becomes its next version, and what they keep in it moves along.

import { beforeEach, expect, test } from 'vitest';
import { checkPlaces } from '../../../../server/reading/administration/check-references.ts';
import { askForStalePlaces, stalePlaces } from '../../../../server/reading/versions/stale-places.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import { buildEpub, xhtml } from '../import/build-epub.ts';
import { importBook, type LibraryHouse, openLibraryHouse, reservePlace, sendBytes } from '../library-house.ts';

const id = 'urn:uuid:7b0a9a52-0a4b-4c6f-9f7f-2c6a0f9d7f11';
const metadata = (title = 'A Novel', identifier = id) =>
  `<dc:identifier>${identifier}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language>`;
const ishmael =
  'Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about a little.';
const counterpane = 'Upon waking next morning about daylight, I found a strange arm thrown over me in a loving manner.';
const gone = 'This sentence will be struck out by the editor of the second edition without a trace.';

const book = (one: string, two: string, more: Parameters<typeof buildEpub>[0] = {}) =>
  buildEpub({
    metadata: metadata(),
    files: {
      'book/one.xhtml': xhtml(`<h1>One</h1><p>${one}</p>`),
      'book/two.xhtml': xhtml(`<h1>Two</h1><p>${two}</p>`),
      ...more.files,
    },
    ...('manifest' in more ? { manifest: more.manifest } : {}),
    ...('spine' in more ? { spine: more.spine } : {}),
  });

/** A preface in front, a typing error mended, other quotes and dashes, one sentence gone. */
const second = () =>
  book(ishmael, counterpane.replace('strange arm', 'strange, heavy arm').replace('morning about', 'morning — about'), {
    manifest:
      '<item id="c0" href="preface.xhtml" media-type="application/xhtml+xml"/><item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="two.xhtml" media-type="application/xhtml+xml"/>',
    spine: '<itemref idref="c0"/><itemref idref="c1"/><itemref idref="c2"/>',
    files: { 'book/preface.xhtml': xhtml('<h1>Preface</h1><p>To the second edition.</p>') },
  });

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;

  beforeEach(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    return () => house.close();
  });

  const list = async (bookId: string) => (await ann.call('GET /book/bookmarklist', { bookId })).updated;

  async function mark(bookId: string, chapterUid: number, text: string, quote: string, more = {}) {
    const start = text.indexOf(quote) + 3;
    const params = { bookId, chapterUid, markText: quote, range: `${start}-${start + quote.length}`, type: 1 as const };
    const context = {
      textBefore: text.slice(Math.max(0, start - 35), start - 3),
      textAfter: text.slice(start - 3 + quote.length).slice(0, 32),
    };
    return ann.call('POST /book/addBookmark', { ...params, textQuote: quote, ...context, ...more });
  }

  test('marks and places are where their words are, and none is lost', async () => {
    const { bookId } = await importBook(house, ann, await book(`${ishmael} ${gone}`, counterpane));
    await mark(bookId, 1, ishmael, 'never mind how long precisely', { style: 2 });
    await mark(bookId, 2, counterpane, 'next morning about daylight');
    await mark(bookId, 2, counterpane, 'a strange arm');
    const lost = await mark(bookId, 1, `${ishmael} ${gone}`, gone);
    await ann.call('POST /book/addBookmark', {
      bookId,
      chapterUid: 2,
      markText: '',
      range: '8-8',
      type: 0,
      textAfter: counterpane.slice(5, 37),
    });
    const progress = {
      bookId,
      chapterUid: 2,
      chapterIdx: 2,
      chapterOffset: 3 + counterpane.indexOf('I found'),
      progress: 70,
      readingTime: 0,
    };
    await ann.call('POST /book/read', { ...progress, deviceId: ann.deviceId, textQuote: 'I found a strange' });
    const before = await list(bookId);

    house.clock.now += 10;
    const imported = await importBook(house, ann, await second());
    expect(imported).toMatchObject({ bookId, existed: 0, book: { version: 2 } });
    // Until the work is done, everything is there as it was.
    expect((await list(bookId)).map((each) => each.bookmarkId).sort()).toEqual(
      before.map((each) => each.bookmarkId).sort(),
    );
    await house.jobs.runAll();

    const after = await list(bookId);
    const words = (quote: string) => after.find((each) => each.markText === quote);
    expect(after).toHaveLength(before.length);
    expect(words('never mind how long precisely')).toMatchObject({
      chapterUid: 2,
      bookVersion: 2,
      unplaced: 0,
      style: 2,
      textQuote: 'never mind how long precisely',
    });
    expect(words('next morning about daylight')).toMatchObject({
      chapterUid: 3,
      unplaced: 0,
      textQuote: 'next morning — about daylight',
    });
    expect(words('a strange arm')).toMatchObject({ chapterUid: 3, unplaced: 0, textQuote: 'a strange, heavy arm' });
    expect(words(gone)).toMatchObject({
      bookmarkId: lost.bookmarkId,
      chapterUid: 1,
      bookVersion: 1,
      unplaced: 1,
      textQuote: gone,
    });
    expect(after.find((each) => each.type === 0)).toMatchObject({ chapterUid: 3, unplaced: 0, range: '8-8' });
    const { book: place } = await ann.call('GET /book/getProgress', { bookId });
    expect(place).toMatchObject({ chapterUid: 3, chapterIdx: 3, bookVersion: 2 });
    expect(place.chapterOffset).toBe(3 + counterpane.replace('morning about', 'morning — about').indexOf('I found'));

    expect(await stalePlaces(house.reading.database.kysely)).toEqual([]);
    // Work that was lost, as with a restored backup, is asked for again.
    await house.reading.database.kysely.deleteFrom('moved_places').execute();
    house.clock.now += 7 * 3600;
    expect(await checkPlaces(house.reading, false)).toMatchObject([{ what: 'places', repaired: false }]);
    await askForStalePlaces(house.reading);
    expect(await house.jobs.runAll()).toBeGreaterThan(0);
    expect(await checkPlaces(house.reading, true)).toEqual([]);
    house.clock.now -= 7 * 3600;
    expect(await stalePlaces(house.reading.database.kysely)).toEqual([]);
    expect(await list(bookId)).toEqual(after);

    // Run again, the work changes nothing.
    await house.reading.jobs.enqueue(house.reading.database.kysely, 'reading.movePlaces', { bookId });
    await house.jobs.runAll();
    expect(await list(bookId)).toEqual(after);
  });

  test('a copy follows by what changed; edits of the former ids reach the marks', async () => {
    const { bookId } = await importBook(house, ann, await book(ishmael, counterpane));
    const first = await mark(bookId, 1, ishmael, 'Some years ago');
    const other = await mark(bookId, 1, ishmael, 'sail about a little');
    const { synckey } = await ann.call('GET /book/bookmarklist', { bookId });
    house.clock.now += 10;
    await importBook(house, ann, await second());
    await house.jobs.runAll();
    const changes = await ann.call('GET /book/bookmarklist', { bookId, synckey });
    expect(changes.removed.sort()).toEqual([first.bookmarkId, other.bookmarkId].sort());
    expect(changes.updated.map((each) => each.chapterUid)).toEqual([2, 2]);
    // A tablet that was offline knows the former ids.
    house.clock.now += 10;
    const { bookmark } = await ann.call('POST /book/updateBookmark', { bookmarkId: first.bookmarkId, style: 1 });
    expect(bookmark).toMatchObject({ chapterUid: 2, style: 1 });
    expect(await ann.call('POST /book/removeBookmark', { bookmarkId: other.bookmarkId })).toMatchObject({ removed: 1 });
    expect((await list(bookId)).map((each) => [each.markText, each.style])).toEqual([['Some years ago', 1]]);
  });

  test('marks made offline in the former version move too, and never displace others', async () => {
    const { bookId } = await importBook(house, ann, await book(ishmael, counterpane));
    const lost = await mark(bookId, 1, ishmael, 'Some years ago', {
      textQuote: 'words that nobody finds again',
      markText: 'words that nobody finds again',
      textBefore: 'which nobody ever wrote',
      textAfter: 'in any edition of it',
    });
    await importBook(house, ann, await second());
    await house.jobs.runAll();
    expect(await list(bookId)).toMatchObject([{ bookmarkId: lost.bookmarkId, unplaced: 1 }]);
    const late = await mark(bookId, 2, counterpane, 'loving manner', { bookVersion: 1 });
    await house.jobs.runAll();
    expect((await list(bookId)).find((each) => each.markText === 'loving manner')).toMatchObject({
      chapterUid: 3,
      unplaced: 0,
    });
    expect((await list(bookId)).map((each) => each.bookmarkId)).not.toContain(late.bookmarkId);
    // New words where the lost ones have their offsets.
    const [, range = ''] = /_([\d-]+)$/.exec(lost.bookmarkId) ?? [];
    const fresh = {
      bookId,
      chapterUid: 1,
      markText: 'Preface',
      textQuote: 'Preface',
      range,
      type: 1 as const,
      bookVersion: 2,
    };
    expect((await ann.call('POST /book/addBookmark', fresh)).bookmarkId).toBe(lost.bookmarkId);
    const marks = await list(bookId);
    expect(marks.map((each) => each.markText).sort()).toEqual([
      'Preface',
      'loving manner',
      'words that nobody finds again',
    ]);
    expect(marks.find((each) => each.markText.startsWith('words'))).toMatchObject({ unplaced: 1, bookVersion: 1 });
  });

  test('which files are versions of a book, and which are not', async () => {
    const original = await book(ishmael, counterpane);
    const { bookId } = await importBook(house, ann, original);
    const others = [
      await buildEpub({ metadata: metadata('Another Title') }),
      await buildEpub({ metadata: metadata('A Novel', 'urn:uuid:00000000-0000-4000-8000-000000000001') }),
      await buildEpub({ metadata: '<dc:identifier>1</dc:identifier><dc:title>A Novel</dc:title>' }),
      await buildEpub({
        metadata: '<dc:identifier>1</dc:identifier><dc:title>A Novel</dc:title><dc:creator>B</dc:creator>',
      }),
    ];
    const ids = new Set([bookId]);
    for (const bytes of others) ids.add((await importBook(house, ann, bytes)).bookId);
    expect(ids.size).toBe(5);
    // Another reader's book is theirs.
    const bob = await house.signIn('bob');
    expect((await importBook(house, bob, await second())).bookId).not.toBe(bookId);
    // The former bytes are the book that has them, in any version.
    await importBook(house, ann, await second());
    expect(await importBook(house, ann, original)).toMatchObject({
      bookId,
      existed: 1,
      book: { version: 2 },
    });
  });

  test('a reader says of which book a file is a version', async () => {
    const { bookId } = await importBook(house, ann, await buildEpub());
    const bytes = await buildEpub({ metadata: '<dc:title>A New Name</dc:title>' });
    const place = await reservePlace(ann, bytes, 'b.epub', { replaces: bookId });
    await sendBytes(house, place, bytes);
    const reply = await ann.call('POST /cos/notify', { name: place.name });
    expect(reply).toMatchObject({ bookId, book: { version: 2, title: 'A New Name' } });
    const bob = await house.signIn('bob');
    const foreign = { name: 'b.epub', size: bytes.length, sha256: 'a'.repeat(64), replaces: bookId };
    expect((await bob.ask('GET /cos/getcredential', foreign)).body.error).toBe('not_found');
    const { books } = await ann.call('GET /shelf/sync', {});
    expect(books.map((each) => [each.bookId, each.version])).toEqual([[bookId, 2]]);
  });
});
