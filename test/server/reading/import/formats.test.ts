// Every format through the door: known by its content, readable as EPUB, kept byte for byte.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEpub } from '../../../../server/reading/import/package/parse-epub.ts';
import { storedBytes } from '../../../../server/reading/import/storing/stored-bytes.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import {
  importBook,
  type LibraryHouse,
  openLibraryHouse,
  reservePlace,
  sendBytes,
  sha256Of,
} from '../library-house.ts';
import { buildEpub } from './build-epub.ts';
import { allFormats, picture, type SampleBook } from './samples/all-formats.ts';

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let samples: SampleBook[];
  let folder: string;

  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    samples = await allFormats();
    folder = await mkdtemp(join(tmpdir(), 'octavo-formats-'));
  });
  afterAll(async () => {
    await house.close();
    await rm(folder, { recursive: true, force: true });
  });

  const download = (bookId: string, client = ann, query = '') =>
    house.app.inject({
      url: `/book/download?bookId=${bookId}${query}`,
      headers: { authorization: `Bearer ${client.accessToken}` },
    });

  test('each is a book with its chapters, its original, and an EPUB that can be read', async () => {
    for (const { name, bytes, format, title, author, chapters, hasCover } of samples) {
      const { bookId, book } = await importBook(house, ann, bytes, name);
      expect(book, name).toMatchObject({ format, title, author, chapterSize: chapters.length });
      expect(book?.cover !== '', name).toBe(hasCover);
      const { data } = await ann.call('POST /book/chapterInfos', { bookIds: [bookId] });
      const listed = data[0]?.updated ?? [];
      expect(
        listed.map((chapter) => chapter.title),
        name,
      ).toEqual(chapters.map(([heading]) => heading));
      const original = await download(bookId);
      expect(original.rawPayload.equals(bytes), name).toBe(true);
      const edition = await download(bookId, ann, '&format=epub');
      expect(edition.headers['content-type'], name).toBe('application/epub+zip');
      expect(edition.headers.etag).toBe(`"${sha256Of(edition.rawPayload)}"`);
      await writeFile(join(folder, 'edition.epub'), edition.rawPayload);
      const read = await parseEpub(join(folder, 'edition.epub'), '');
      expect(
        read.chapters.map((chapter) => [chapter.length, chapter.uid]),
        name,
      ).toEqual(listed.map((chapter) => [chapter.textLength, chapter.chapterUid]));
      for (const [n, [, text]] of chapters.entries())
        expect(read.chapters[n]?.text.trim().slice(0, text.length), name).toBe(text);
    }
  });

  test('what they are part of, and who made them', async () => {
    const comic = samples.find((sample) => sample.format === 'cbz') as SampleBook;
    const { bookId } = await importBook(house, ann, comic.bytes);
    const db = house.reading.database.kysely;
    expect(await db.selectFrom('book_series').selectAll().where('book_id', '=', bookId).execute()).toEqual([
      { book_id: bookId, name: 'Panels', position: 3 },
    ]);
    expect(
      await db.selectFrom('book_contributors').select(['role', 'name']).where('book_id', '=', bookId).execute(),
    ).toEqual([{ role: 'aut', name: 'Ann Author' }]);
  });

  test('a record that says one number under two names is one number', async () => {
    const isbn = (type: string) =>
      `<ProductIdentifier><ProductIDType>${type}</ProductIDType><IDValue>9780306406157</IDValue></ProductIdentifier>`;
    const onix = `<ONIXMessage release="3.0"><Product>${isbn('03')}${isbn('15')}</Product></ONIXMessage>`;
    const bytes = await buildEpub({ metadata: '<dc:title>Numbered</dc:title>', files: { 'META-INF/onix.xml': onix } });
    expect(await importBook(house, ann, bytes)).toMatchObject({ book: { isbn: '9780306406157' } });
  });

  test('another reader with the same bytes gets the same edition, and nothing of the first one’s file name', async () => {
    const untitled = Buffer.from('Just a text without a title, and some more words in it.\n\nAnd another paragraph.');
    const anns = await importBook(house, ann, untitled, 'my secret diary.txt');
    expect(anns.book?.title).toBe('my secret diary');
    const bob = await house.signIn('bob');
    const bobs = await importBook(house, bob, untitled, 'found on a train.txt');
    expect(bobs.book?.title).toBe('found on a train');
    const [one, two] = [
      await download(anns.bookId, ann, '&format=epub'),
      await download(bobs.bookId, bob, '&format=epub'),
    ];
    expect(two.rawPayload.equals(one.rawPayload)).toBe(true);
    expect(two.rawPayload.includes('secret')).toBe(false);
    expect((await download(anns.bookId, bob, '&format=epub')).statusCode).toBe(404);
  });

  test('locked and foreign files are refused with a reason', async () => {
    const { buildMobi } = await import('./samples/build-mobi.ts');
    const refused: [Buffer, string][] = [
      [buildMobi({ encryption: 2 }), 'unsupported_format'],
      [Buffer.from('Rar!\x1a\x07\x00 and so on', 'latin1'), 'unsupported_format'],
      [Buffer.from([0, 1, 2, 3, 0, 0, 1, 5, 9, 0]), 'unsupported_format'],
      [await (await import('./samples/build-zip.ts')).buildZip({ 'a.exe': 'MZ' }), 'unsupported_format'],
    ];
    for (const [bytes, error] of refused) {
      const place = await reservePlace(ann, bytes, 'a');
      await sendBytes(house, place, bytes);
      expect((await ann.ask('POST /cos/notify', { name: place.name })).body.error).toBe(error);
    }
  });

  describe('pictures, fonts and recordings', () => {
    async function keep(bytes: Buffer, mode: 'cover' | 'font' | 'audio') {
      const place = await reservePlace(ann, bytes, `thing.${mode}`, { mode });
      expect(place).toMatchObject({ uploaded: 0 });
      await sendBytes(house, place, bytes);
      return ann.ask('POST /cos/notify', { name: place.name });
    }
    const fetchObject = (url: string, client = ann) =>
      house.app.inject({ url, headers: { authorization: `Bearer ${client.accessToken}` } });

    test('are kept once, and only for whom they belong to', async () => {
      const font = Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(200, 7)]);
      const audio = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(300, 9)]);
      const cover = await picture('#123456', 900, 1500);
      const before = await storedBytes(house.reading.database.kysely, ann.vid, house.clock.now);
      for (const [bytes, mode, type] of [
        [font, 'font', 'font/woff2'],
        [audio, 'audio', 'audio/mpeg'],
        [cover, 'cover', 'image/jpeg'],
      ] as const) {
        const { status, body } = await keep(bytes, mode);
        expect([status, body]).toMatchObject([200, { state: 'ready', existed: 0 }]);
        const reply = await fetchObject(body.url ?? '');
        expect(reply.headers['content-type']).toBe(type);
        if (mode !== 'cover') expect(reply.rawPayload.equals(bytes)).toBe(true);
        else
          expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 1200 });
        const again = await keep(bytes, mode);
        expect(again.body.bookId).toBe(body.bookId);
        expect((await fetchObject(body.url ?? '', await house.signIn('bob'))).statusCode).toBe(404);
        expect((await house.app.inject({ url: body.url ?? '' })).statusCode).toBe(401);
      }
      const after = await storedBytes(house.reading.database.kysely, ann.vid, house.clock.now);
      expect(after.objects - before.objects).toBeGreaterThan(font.length + audio.length);
      expect(after.total).toBe(after.books + after.covers + after.objects + after.uploads);
    });

    test('what is none of them is refused', async () => {
      for (const mode of ['cover', 'font', 'audio'] as const) {
        expect((await keep(Buffer.from('neither this nor that, but long enough'), mode)).body.error).toBe(
          'unsupported_format',
        );
      }
    });
  });

  test('what a reader stores counts each file once', async () => {
    const cleo = await house.signIn('cleo');
    const bytes = await buildEpub({ metadata: '<dc:title>Counted</dc:title>' });
    const db = house.reading.database.kysely;
    expect((await storedBytes(db, cleo.vid, house.clock.now)).total).toBe(0);
    const place = await reservePlace(cleo, bytes);
    expect(await storedBytes(db, cleo.vid, house.clock.now)).toMatchObject({ books: 0, uploads: bytes.length });
    await sendBytes(house, place, bytes);
    await cleo.call('POST /cos/notify', { name: place.name });
    await importBook(house, cleo, bytes);
    expect(await storedBytes(db, cleo.vid, house.clock.now)).toMatchObject({
      books: bytes.length,
      uploads: 0,
      total: bytes.length,
    });
  });
});
