// Content delivery through the door: chapters as zip archives, parts one by one, pictures for panels; by whom, in parts,
// again after losses, and gone when the book is.

import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../../../server/base/log.ts';
import { preparedWith } from '../../../../server/reading/delivery/prepared-book.ts';
import { purgeDelivery } from '../../../../server/reading/delivery/purge-delivery.ts';
import { readChapterText } from '../../../../server/reading/import/chapter-text.ts';
import { purgeImports } from '../../../../server/reading/import/purge-imports.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, migrationSets } from '../house.ts';
import { importBook, type LibraryHouse, openLibraryHouse, reservePlace, sendBytes } from '../library-house.ts';
import { hostileBook, makeBook, words } from './made-books.ts';
import { readZip } from './read-zip.ts';

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let bob: Client;
  let bookId: string;

  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    bookId = (await importBook(house, ann, await makeBook(), 'a.epub')).bookId;
    return () => house.close();
  });

  const get = (url: string, headers: Record<string, string> = {}, client = ann, method: 'GET' | 'HEAD' = 'GET') =>
    house.app.inject({ method, url, headers: { authorization: `Bearer ${client.accessToken}`, ...headers } });
  const zipUrl = (query = '') => `/book/chapterdownload?bookId=${bookId}&chapters=1-9${query}`;
  const partUrl = (path: string, version = `1.${preparedWith}`) => `/content/${bookId}/${version}/${path}`;

  describe('chapters as a zip archive', () => {
    test('the chapters, what they need, and a list', async () => {
      const reply = await get(zipUrl());
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({ 'content-type': 'application/zip', 'accept-ranges': 'bytes' });
      const files = await readZip(reply.rawPayload);
      expect([...files.keys()]).toEqual([
        'META-INF/chapters.json',
        'book/one.xhtml',
        'book/text/two b.xhtml',
        'book/i/a b.jpg',
        'book/i/d.svg',
        'book/s.css',
      ]);
      const list = JSON.parse(files.get('META-INF/chapters.json')?.toString() ?? '');
      expect(list).toMatchObject({ bookId, bookVersion: 1 });
      expect(
        list.chapters.map((chapter: { chapterUid: number; file: string }) => [chapter.chapterUid, chapter.file]),
      ).toEqual([
        [1, 'book/one.xhtml'],
        [3, 'book/text/two b.xhtml'],
        [4, ''],
      ]);
      const one = files.get('book/one.xhtml')?.toString() ?? '';
      expect(one).not.toMatch(/script|x\.js/);
      expect(one).toContain('<p id="part">');
      expect(one).toContain('src="i/a%20b.jpg"');
      expect(readChapterText(one).text).toBe(`One${words.repeat(200)}é`);
      expect(list.chapters[0].textLength).toBe(readChapterText(one).text.length);
      expect(files.get('book/text/two b.xhtml')?.toString()).toContain('href="../one.xhtml#part"');
      expect(files.get('book/s.css')?.toString()).not.toContain('elsewhere');
    });

    test('one chapter brings only what it needs', async () => {
      const reply = await get(`/book/chapterdownload?bookId=${bookId}&chapters=3,3`);
      expect([...(await readZip(reply.rawPayload)).keys()]).toEqual([
        'META-INF/chapters.json',
        'book/text/two b.xhtml',
        'book/i/d.svg',
      ]);
    });

    test('in parts, with the head alone, and not again', async () => {
      const whole = await get(zipUrl());
      const etag = String(whole.headers.etag);
      const size = whole.rawPayload.length;
      expect((await get(zipUrl())).rawPayload.equals(whole.rawPayload)).toBe(true);
      const head = await get(zipUrl(), {}, ann, 'HEAD');
      expect([head.statusCode, head.headers['content-length'], head.headers.etag]).toEqual([200, String(size), etag]);
      const parts: Buffer[] = [];
      for (let at = 0; at < size; at += 1777) {
        const part = await get(zipUrl(), { range: `bytes=${at}-${at + 1776}`, 'if-range': etag });
        expect(part.statusCode).toBe(206);
        parts.push(part.rawPayload);
      }
      expect(Buffer.concat(parts).equals(whole.rawPayload)).toBe(true);
      expect((await get(zipUrl(), { range: 'bytes=5-9', 'if-range': '"other"' })).statusCode).toBe(200);
      expect((await get(zipUrl(), { 'if-none-match': etag })).statusCode).toBe(304);
      expect((await get(zipUrl(), { range: `bytes=${size}-` })).statusCode).toBe(416);
      expect((await get(`/book/chapterdownload?bookId=${bookId}&chapters=1`)).headers.etag).not.toBe(etag);
    });

    test('as plain text', async () => {
      const files = await readZip((await get(zipUrl('&bookType=txt'))).rawPayload);
      expect(files.get('00001.txt')?.toString()).toBe(`One${words.repeat(200)}é`);
      expect(files.get('00003.txt')?.toString()).toBe('Loomings. back ');
    });

    test('with the words that marks refer to, and another identity', async () => {
      const before = (await get(zipUrl('&quote=1'))).headers.etag;
      await ann.call('POST /book/addBookmark', {
        bookId,
        chapterUid: 1,
        range: '3-8',
        markText: 'It is',
        type: 1,
      });
      const reply = await get(zipUrl('&quote=1&preload=1&preview=1'));
      expect(reply.headers.etag).not.toBe(before);
      const quotes = JSON.parse((await readZip(reply.rawPayload)).get('META-INF/quotes.json')?.toString() ?? '');
      expect(quotes).toMatchObject({ bookId, quotes: [{ chapterUid: 1, range: '3-8', quote: 'It is' }] });
    });

    test.each<[string, number, string]>([
      ['chapters=2', 404, 'not_found'],
      ['chapters=1,77', 404, 'not_found'],
      ['chapters=5-3', 400, 'bad_argument'],
      ['chapters=a', 400, 'bad_argument'],
      ['chapters=1&bookVersion=2', 409, 'conflict'],
    ])('%s is refused', async (query, status, error) => {
      const reply = await get(`/book/chapterdownload?bookId=${bookId}&${query}`);
      expect([reply.statusCode, reply.json().error]).toEqual([status, error]);
    });
  });

  describe('single parts', () => {
    test('in every packing that the client takes', async () => {
      const plain = await get(partUrl('book/one.xhtml'));
      expect(plain.headers).toMatchObject({
        'content-type': 'application/xhtml+xml; charset=utf-8',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      });
      expect(plain.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/);
      for (const [accepted, sent, unpack] of [
        ['gzip, zstd;q=0.5', 'zstd', zstdDecompressSync],
        ['br, gzip', 'gzip', gunzipSync],
        ['zstd;q=0, *', 'gzip', gunzipSync],
        ['identity', undefined, (bytes: Buffer) => bytes],
      ] as const) {
        const reply = await get(partUrl('book/one.xhtml'), { 'accept-encoding': accepted });
        expect(reply.headers['content-encoding']).toBe(sent);
        expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
        expect(Buffer.from(unpack(reply.rawPayload)).equals(plain.rawPayload)).toBe(true);
        const again = await get(partUrl('book/one.xhtml'), {
          'accept-encoding': accepted,
          'if-none-match': String(reply.headers.etag),
        });
        expect(again.statusCode).toBe(304);
      }
      const range = await get(partUrl('book/one.xhtml'), { range: 'bytes=100-4099', 'accept-encoding': 'gzip' });
      expect(range.statusCode).toBe(206);
      expect(range.rawPayload.equals(plain.rawPayload.subarray(100, 4100))).toBe(true);
    });

    test('pictures, drawings and styles by their bytes; nothing else', async () => {
      const picture = await get(partUrl('book/i/a%20b.jpg'));
      expect(picture.headers['content-type']).toBe('image/jpeg');
      expect((await sharp(picture.rawPayload).metadata()).width).toBe(300);
      const drawing = await get(partUrl('book/i/d.svg?panel=100x100x16'));
      expect(drawing.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      expect(drawing.body).not.toContain('script');
      for (const path of [
        'book/x.js',
        'book/package.opf',
        'META-INF/container.xml',
        'book/../mimetype',
        'x'.repeat(600),
      ]) {
        expect((await get(partUrl(path))).statusCode).toBe(404);
      }
    });

    test.each([
      `/content/%00/1.${preparedWith}/a`,
      `/content/b_none/1.${preparedWith}/a`,
      'a%00b',
      '%ed%a0%80',
      `${'%F0%9F%98%80'.repeat(900)}`,
      '..%2f..%2fetc%2fpasswd',
      '',
    ])('an address that nothing can have, "%.40s", is answered without failing', async (path) => {
      const reply = await get(path.startsWith('/') ? path : partUrl(path));
      expect([400, 404]).toContain(reply.statusCode);
    });

    test('an address without the preparation is asked for again, an unknown version is unknown', async () => {
      expect((await get(partUrl('book/s.css', '1'))).headers['cache-control']).toBe('private, no-cache');
      for (const version of ['2', '2.1', '0', '1.1.1', 'x']) {
        expect((await get(partUrl('book/s.css', version))).statusCode).toBe(404);
      }
    });
  });

  describe('pictures for panels', () => {
    test('fitted, in as many greys as the panel has, and made once', async () => {
      const url = partUrl('book/i/a%20b.jpg?panel=150x150x16');
      const [first, second] = await Promise.all([get(url), get(url)]);
      expect(first.headers['content-type']).toBe('image/png');
      expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
      const { data, info } = await sharp(first.rawPayload)
        .toColourspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([150, 100]);
      for (const grey of data.filter((_, n) => n % info.channels === 0)) expect(grey % 17).toBe(0);
      const keys = (await house.keys()).filter((key) => key.startsWith('panels/'));
      expect(keys).toHaveLength(1);
      const larger = await get(partUrl('book/i/a%20b.jpg?panel=4096x4096x2'));
      expect((await sharp(larger.rawPayload).metadata()).width).toBe(300);
    });

    test.each(['9999x10x16', '0x0x16', '100x100x3', '-1x5x2', '1e3x10x2', '', 'x', '100x100x16x1', '15x15x16'])(
      'the size "%s" is refused',
      async (panel) => {
        const reply = await get(partUrl(`book/i/a%20b.jpg?panel=${panel}`));
        expect([reply.statusCode, reply.json().error]).toEqual([400, 'bad_argument']);
      },
    );

    test('only so many sizes are kept', async () => {
      for (let side = 20; side < 32; side++) {
        house.clock.now++;
        expect((await get(partUrl(`book/i/a%20b.jpg?panel=${side}x${side}x4`))).statusCode).toBe(200);
      }
      const rows = await house.reading.database.kysely.selectFrom('panel_pictures').select('width').execute();
      expect(rows.map((row) => row.width).sort()).toEqual([24, 25, 26, 27, 28, 29, 30, 31]);
    });
  });

  test('others see nothing of it, and nobody without a session', async () => {
    for (const url of [zipUrl(), partUrl('book/one.xhtml'), partUrl('book/i/a%20b.jpg?panel=150x150x16')]) {
      expect((await get(url, { 'if-none-match': '*' }, bob)).statusCode).toBe(404);
      expect((await house.app.inject({ url })).statusCode).toBe(401);
    }
  });

  test('what the store has lost is made again', async () => {
    const url = partUrl('book/i/a%20b.jpg?panel=31x31x4');
    const before = [
      await get(zipUrl()),
      await get(partUrl('book/s.css'), { 'accept-encoding': 'gzip' }),
      await get(url),
    ];
    for (const lose of [/^prepared\//, /^p(repared|anels)\//]) {
      for (const key of await house.keys()) if (lose.test(key)) await house.blobs.remove(key);
      const after = [
        await get(partUrl('book/s.css'), { 'accept-encoding': 'gzip' }),
        await get(zipUrl()),
        await get(url),
      ];
      expect(after.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
      expect(after[1]?.rawPayload.equals(before[0]?.rawPayload as Buffer)).toBe(true);
      expect(after[0]?.rawPayload.equals(before[1]?.rawPayload as Buffer)).toBe(true);
      expect(after[2]?.rawPayload.equals(before[2]?.rawPayload as Buffer)).toBe(true);
    }
    for (const key of await house.keys()) if (key.startsWith('prepared/')) await house.blobs.remove(key);
    expect((await get(zipUrl())).rawPayload.equals(before[0]?.rawPayload as Buffer)).toBe(true);
  });

  test('a new version has addresses of its own, and the former one keeps its', async () => {
    const own = (await importBook(house, ann, await makeBook('Another'), 'b.epub')).bookId;
    const place = await reservePlace(ann, await makeBook('Another, mended'), 'c.epub', { replaces: own });
    await sendBytes(house, place, await makeBook('Another, mended'));
    await ann.call('POST /cos/notify', { name: place.name });
    const url = (version: string) => `/content/${own}/${version}/book/s.css`;
    expect([
      (await get(url(`1.${preparedWith}`))).statusCode,
      (await get(url(`2.${preparedWith}`))).statusCode,
    ]).toEqual([200, 200]);
    const former = await get(`/book/chapterdownload?bookId=${own}&chapters=1&bookVersion=1`);
    expect(former.json()).toMatchObject({ error: 'conflict', details: { bookVersion: 2 } });
    expect((await get(`/book/chapterdownload?bookId=${own}&chapters=1&bookVersion=2`)).statusCode).toBe(200);
  });

  test('what was prepared goes with the last book that has the file', async () => {
    const carl = await house.signIn('carl');
    const own = (await importBook(house, carl, await makeBook('Carl’s'), 'c.epub')).bookId;
    expect((await get(`/content/${own}/1.${preparedWith}/book/i/a%20b.jpg?panel=77x77x8`, {}, carl)).statusCode).toBe(
      200,
    );
    const db = house.reading.database.kysely;
    const counts = async () => [
      (await db.selectFrom('prepared_books').select('epub_sha256').execute()).length,
      (await house.keys()).filter((key) => /^p(repared|anels)/.test(key)).length,
    ];
    const [books = 0, blobs = 0] = await counts();
    await purgeDelivery(house.reading);
    expect(await counts()).toEqual([books, blobs]);
    // A database from which the book went without more ado.
    for (const table of ['chapters', 'book_versions', 'books'] as const) {
      await db.deleteFrom(table).where('book_id', '=', own).execute();
    }
    await purgeDelivery(house.reading);
    house.clock.now += 2 * 86_400;
    const parts = { reading: house.reading, blobs: house.blobs, log: createLog({ name: 'test', level: 'silent' }) };
    await purgeImports(parts);
    house.clock.now -= 2 * 86_400;
    expect(await counts()).toEqual([books - 1, blobs - 2]);
    expect((await get(zipUrl())).statusCode).toBe(200);
  });

  test('a hostile book shows its words and nothing else', async () => {
    const eve = await house.signIn('eve');
    const own = (await importBook(house, eve, await hostileBook(), 'h.epub')).bookId;
    const zip = await get(`/book/chapterdownload?bookId=${own}&chapters=1-9`, {}, eve);
    const files = await readZip(zip.rawPayload);
    expect([...files.keys()].sort()).toEqual([
      'META-INF/chapters.json',
      'book/d.svg',
      'book/one.xhtml',
      'book/s.css',
      'book/two.svg',
    ]);
    for (const [name, bytes] of files) {
      expect(bytes.toString(), name).not.toMatch(
        /script|alert|on\w+=|evil\.test(?!&lt;|")|srcdoc|http-equiv|<form|<iframe|<object data/i,
      );
    }
    expect(readChapterText(files.get('book/one.xhtml')?.toString() ?? '').text).toBe('Words.Send me');
    // Neither what only claims to be a picture, nor one of many frames or pixels, costs more than an error.
    for (const [path, status] of [
      ['fake.png', 404],
      ['evil.html.jpg', 404],
      ['bomb.png', 422],
      ['cut.jpg', 422],
    ] as const) {
      const reply = await get(`/content/${own}/1.${preparedWith}/book/${path}?panel=100x100x16`, {}, eve);
      expect([path, reply.statusCode]).toEqual([path, status]);
    }
    const moving = await get(`/content/${own}/1.${preparedWith}/book/moving.gif?panel=100x100x2`, {}, eve);
    expect((await sharp(moving.rawPayload).metadata()).pages ?? 1).toBe(1);
  });
});
