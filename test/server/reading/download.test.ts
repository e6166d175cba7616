// Downloads through the door: whole, in parts, conditionally, and by whom.

import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../databases.ts';
import { type Client, migrationSets } from './house.ts';
import { buildEpub } from './import/build-epub.ts';
import { importBook, type LibraryHouse, openLibraryHouse, sha256Of } from './library-house.ts';

forEachDatabase((_name, open) => {
  let house: LibraryHouse;
  let ann: Client;
  let book: Buffer;
  let bookId: string;

  beforeAll(async () => {
    house = await openLibraryHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    book = await buildEpub();
    bookId = (await importBook(house, ann, book, 'a book.epub')).bookId;
    return () => house.close();
  });

  const get = (headers: Record<string, string> = {}, client = ann, method: 'GET' | 'HEAD' = 'GET') =>
    house.app.inject({
      method,
      url: `/book/download?bookId=${bookId}`,
      headers: { authorization: `Bearer ${client.accessToken}`, ...headers },
    });
  const etag = () => `"${sha256Of(book)}"`;

  test('the whole file, byte for byte, with what a client needs to go on', async () => {
    const reply = await get();
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.equals(book)).toBe(true);
    expect(reply.headers).toMatchObject({
      etag: etag(),
      'accept-ranges': 'bytes',
      'content-length': String(book.length),
      'content-type': 'application/epub+zip',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="a book.epub"; filename*=UTF-8''a%20book.epub`,
    });
  });

  test('the head alone', async () => {
    const reply = await get({}, ann, 'HEAD');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-length']).toBe(String(book.length));
    expect(reply.rawPayload).toHaveLength(0);
  });

  test.each<[string, (size: number) => [number, number]]>([
    ['bytes=0-0', () => [0, 0]],
    ['bytes=10-99', () => [10, 99]],
    ['bytes=100-', (size) => [100, size - 1]],
    ['bytes=-20', (size) => [size - 20, size - 1]],
    ['bytes=-999999999999', (size) => [0, size - 1]],
    ['bytes=5-999999999999', (size) => [5, size - 1]],
  ])('a part: %s', async (range, expected) => {
    const reply = await get({ range });
    const [start, end] = expected(book.length);
    expect(reply.statusCode).toBe(206);
    expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/${book.length}`);
    expect(reply.headers['content-length']).toBe(String(end - start + 1));
    expect(reply.rawPayload.equals(book.subarray(start, end + 1))).toBe(true);
  });

  test('a file in parts is the file', async () => {
    const parts: Buffer[] = [];
    for (let at = 0; at < book.length; at += 333) {
      const reply = await get({ range: `bytes=${at}-${at + 332}`, 'if-range': etag() });
      expect(reply.statusCode).toBe(206);
      parts.push(reply.rawPayload);
    }
    expect(Buffer.concat(parts).equals(book)).toBe(true);
  });

  test.each(['bytes=9-3', 'bytes=a-b', 'bytes=', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6'])(
    'what is no single range gets the whole: %s',
    async (range) => {
      const reply = await get({ range });
      expect(reply.statusCode).toBe(200);
      expect(reply.rawPayload.equals(book)).toBe(true);
    },
  );

  test('a part behind the end is told the size', async () => {
    for (const range of [`bytes=${book.length}-`, 'bytes=99999999-', 'bytes=-0']) {
      const reply = await get({ range });
      expect(reply.statusCode).toBe(416);
      expect(reply.headers['content-range']).toBe(`bytes */${book.length}`);
      expect(reply.json()).toMatchObject({ error: 'range_not_satisfiable', details: { size: book.length } });
    }
  });

  test('a part of another version gets the whole', async () => {
    for (const condition of ['"other"', `W/${etag()}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) {
      const reply = await get({ range: 'bytes=0-9', 'if-range': condition });
      expect(reply.statusCode).toBe(200);
      expect(reply.rawPayload.equals(book)).toBe(true);
    }
  });

  test('what the client has is not sent again', async () => {
    for (const known of [etag(), `W/${etag()}`, `"a", ${etag()}`, '*']) {
      const reply = await get({ 'if-none-match': known });
      expect(reply.statusCode).toBe(304);
      expect(reply.rawPayload).toHaveLength(0);
      expect(reply.headers.etag).toBe(etag());
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('only the owner', async () => {
    const bob = await house.signIn('bob');
    expect((await get({}, bob)).statusCode).toBe(404);
    expect((await get({ 'if-none-match': '*' }, bob)).statusCode).toBe(404);
    expect((await house.app.inject({ url: `/book/download?bookId=${bookId}` })).statusCode).toBe(401);
    expect((await house.app.inject({ url: `/covers/${bookId}` })).statusCode).toBe(401);
  });

  test('a book without a cover says so', async () => {
    const reply = await house.app.inject({
      url: `/covers/${bookId}`,
      headers: { authorization: `Bearer ${ann.accessToken}` },
    });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ error: 'not_found' });
  });
});
