// Book files: resumed and verified downloads, never a torn file, offline from the cache, ranges.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { fileStateHeader } from '../../../api/host-paths.ts';
import { readByteRange } from '../../../electron/books/byte-range.ts';
import { failing, fakeService, type Received, sha256 } from '../fake-service.ts';
import { bytesOf, openFiles } from './open-files.ts';

// How often folders are read is counted.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, readdir: vi.fn(real.readdir) };
});

const book = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 17) % 253));
const etag = `"${sha256(book)}"`;

/** Answers like the service: ETag, If-None-Match, Range with If-Range; `cut` ends the first transfers early. */
function serveBook(bytes: Buffer, tag: string, cuts: number[] = []) {
  return ({ headers }: Received, response: ServerResponse) => {
    const shared = { etag: tag, 'content-type': 'application/epub+zip' };
    if (headers['if-none-match'] === tag) {
      response.writeHead(304, shared).end();
      return true;
    }
    const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
    const range = isSame ? readByteRange(headers.range, bytes.length) : undefined;
    const start = typeof range === 'object' ? range.start : 0;
    const part = bytes.subarray(start);
    const ranged = { ...shared, 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(range ? 206 : 200, { ...(range ? ranged : shared), 'content-length': part.length });
    const cut = cuts.shift();
    if (cut === undefined) response.end(part);
    // What has arrived and was not read by then is lost with the connection.
    else response.write(part.subarray(0, cut), () => setTimeout(() => response.destroy(), 100));
    return true;
  };
}

test('a book comes whole, and again without a second transfer', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files, folder } = await openFiles(service);
  const first = await files.serve('/book-files/b_1', {});
  expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'application/epub+zip', etag } });
  expect(await bytesOf(first)).toEqual(book);
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
  expect(service.received[1]?.headers['if-none-match']).toBe(etag);
  expect((await readdir(folder)).sort()).toEqual(['b_1', 'b_1.json']);
});

test('the file as it was imported comes beside the one that the service made of it', async () => {
  const service = await fakeService({
    'GET /book/download': (received, response) => {
      const original = received.query.get('format') === 'original';
      return original
        ? serveBook(book.subarray(0, 999), '"o"')(received, response)
        : serveBook(book, etag)(received, response);
    },
  });
  const { files } = await openFiles(service);
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
  expect(await bytesOf(await files.serve('/original-files/b_1', {}))).toEqual(book.subarray(0, 999));
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
});

test('a broken transfer goes on where it broke', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag, [100_000, 50_000]) });
  const { files } = await openFiles(service);
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
  const ranges = service.received.map(({ headers }) => headers.range);
  expect(ranges[0]).toBeUndefined();
  expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(String(range)))).toBe(true);
  expect(service.received.at(-1)?.headers['if-range']).toBe(etag);
});

test('a transfer that falls silent is broken, and goes on where it stopped', async () => {
  const service = await fakeService();
  service.on('GET /book/download', (_received, response) => {
    service.on('GET /book/download', serveBook(book, etag));
    response.writeHead(200, { etag, 'content-length': book.length }).write(book.subarray(0, 1000));
    return true;
  });
  const { files } = await openFiles(service, { silence: 300 });
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
  expect(service.received.at(-1)?.headers.range).toBe('bytes=1000-');
});

test('a download is resumed after a restart, and a book that changed meanwhile comes anew', async () => {
  const service = await fakeService();
  const cutting = serveBook(book, etag, [1000, 1000, 1000, 1000, 1000]);
  service.on('GET /book/download', cutting);
  const one = await openFiles(service);
  expect(await one.files.serve('/book-files/b_1', {})).toMatchObject({ status: 503 });
  const have = (await readFile(join(one.folder, 'b_1.part'))).length;
  expect(have).toBeGreaterThan(0);
  service.on('GET /book/download', serveBook(book, etag));
  expect(await bytesOf(await one.files.serve('/book-files/b_1', {}))).toEqual(book);
  expect(service.received.at(-1)?.headers.range).toBe(`bytes=${have}-`);

  service.on('GET /book/download', serveBook(book, etag, [1000, 1000, 1000, 1000, 1000]));
  expect(await one.files.serve('/book-files/b_2', {})).toMatchObject({ status: 503 });
  const other = Buffer.from('another edition');
  service.on('GET /book/download', serveBook(other, `"${sha256(other)}"`));
  expect(await bytesOf(await one.files.serve('/book-files/b_2', {}))).toEqual(other);
});

test('damaged bytes are never served: the checksum decides', async () => {
  const damaged = Buffer.from(book);
  damaged[1234] = (damaged[1234] ?? 0) ^ 1;
  const service = await fakeService({ 'GET /book/download': serveBook(damaged, etag) });
  const { files, folder } = await openFiles(service);
  expect(await files.serve('/book-files/b_1', {})).toMatchObject({ status: 422 });
  expect(await readdir(folder)).toEqual([]);
  service.on('GET /book/download', serveBook(book, etag));
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
});

test('a torn file in the cache counts as absent', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files, folder } = await openFiles(service);
  await bytesOf(await files.serve('/book-files/b_1', {}));
  await writeFile(join(folder, 'b_1'), book.subarray(0, 10));
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
  expect(service.received.at(-1)?.headers['if-none-match']).toBeUndefined();
});

test('offline, what is cached is served, and the rest is 503', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files } = await openFiles(service);
  await bytesOf(await files.serve('/book-files/b_1', {}));
  await service.close();
  expect(await bytesOf(await files.serve('/book-files/b_1', {}))).toEqual(book);
  expect(await files.serve('/book-files/b_2', {})).toMatchObject({ status: 503 });
});

test('every answer says whether the service has that file now', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files } = await openFiles(service);
  const state = async (headers = {}) => (await files.serve('/book-files/b_1', headers))?.headers[fileStateHeader];
  expect(await state()).toBe('current');
  expect(await state()).toBe('current');
  await service.close();
  expect(await state()).toBe('last-seen');
  expect(await state({ range: 'bytes=0-9' })).toBe('last-seen');
});

test('a service that does not answer is not waited for again and again where an older file is here', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files } = await openFiles(service, { patience: 300 });
  await bytesOf(await files.serve('/book-files/b_1', {}));
  service.on('GET /book/download', () => new Promise(() => undefined));
  const begun = performance.now();
  expect((await files.serve('/book-files/b_1', {}))?.headers).toMatchObject({ [fileStateHeader]: 'last-seen' });
  expect(performance.now() - begun).toBeLessThan(5000);
  service.on('GET /book/download', failing('upstream_unavailable', { retryAfter: 20 }));
  expect((await files.serve('/book-files/b_1', {}))?.headers).toMatchObject({ [fileStateHeader]: 'last-seen' });
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('a newer file that does not go on coming is not waited for where an older one is here, and goes on next time', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files, folder } = await openFiles(service, { silence: 300, maxBytes: 5_000_000 });
  await bytesOf(await files.serve('/book-files/b_1', {}));
  const newer = Buffer.from(book).reverse();
  const newTag = `"${sha256(newer)}"`;
  const stall = (_received: Received, response: ServerResponse) => {
    response.writeHead(200, { etag: newTag, 'content-length': newer.length }).write(newer.subarray(0, 1000));
    return true as const;
  };
  service.on('GET /book/download', stall);
  const begun = performance.now();
  const old = await files.serve('/book-files/b_1', {});
  expect([old?.headers[fileStateHeader], service.received.length]).toEqual(['last-seen', 2]);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await bytesOf(old)).toEqual(book);
  service.on('GET /book/download', serveBook(newer, newTag));
  const now = await files.serve('/book-files/b_1', {});
  expect([now?.headers[fileStateHeader], service.received.at(-1)?.headers.range]).toEqual(['current', 'bytes=1000-']);
  expect(await bytesOf(now)).toEqual(newer);

  service.on('GET /book/download', (received, response) => {
    // What had arrived of that edition is more than this one has.
    if (received.headers.range === undefined) return serveBook(Buffer.from('short'), '"s"')(received, response);
    response.writeHead(416).end();
    return true;
  });
  await writeFile(join(folder, 'b_1.part'), newer);
  await writeFile(join(folder, 'b_1.part.json'), JSON.stringify({ etag: newTag, type: '', size: 400_000 }));
  const other = await files.serve('/book-files/b_1', {});
  expect(other?.headers[fileStateHeader]).toBe('current');
  expect(service.received.slice(-2).map(({ headers }) => headers.range)).toEqual(['bytes=300000-', undefined]);
  expect(await bytesOf(other)).toEqual(Buffer.from('short'));
});

test.each([
  ['whose answer has not begun', 0],
  ['that is half here', 1000],
])('a book %s when its account is deleted leaves nothing behind', async (_how, begun) => {
  const service = await fakeService();
  const held = Promise.withResolvers<void>();
  service.on('GET /book/download', async (received, response) => {
    if (begun > 0) response.writeHead(200, { etag, 'content-length': book.length }).write(book.subarray(0, begun));
    await held.promise;
    if (begun === 0) return serveBook(book, etag)(received, response);
    response.end(book.subarray(begun));
    return true;
  });
  const { files, folder } = await openFiles(service);
  const coming = files.serve('/book-files/b_1', {});
  await expect.poll(() => service.received.length).toBe(1);
  if (begun > 0) await expect.poll(() => readFile(join(folder, 'b_1.part')).catch(() => '')).toHaveLength(begun);
  await files.forget('u_reader-test');
  held.resolve();
  expect((await coming)?.status).not.toBe(200);
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('no browser keeps a copy of its own', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files } = await openFiles(service);
  for (const headers of [{}, { range: 'bytes=0-9' }]) {
    expect(await files.serve('/book-files/b_1', headers)).toMatchObject({ headers: { 'cache-control': 'no-store' } });
  }
  expect(await files.serve('/original-files/b_1', {})).toMatchObject({ headers: { 'cache-control': 'no-store' } });
});

test('an unknown book is 404, another path none of ours, a wrong one refused', async () => {
  const service = await fakeService({ 'GET /book/download': failing('not_found') });
  const { files } = await openFiles(service);
  const missing = await files.serve('/book-files/b_9', {});
  expect(missing?.status).toBe(404);
  expect(JSON.parse(await text(Readable.from([missing?.body])))).toMatchObject({ error: 'not_found' });
  expect(await files.serve('/other', {})).toBeUndefined();
  expect(await files.serve('/book-files/%', {})).toBeUndefined();
  expect(await files.serve('/book-files/a/b', {})).toBeUndefined();
});

test('an id that is a path stays inside the cache', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files, folder } = await openFiles(service);
  await bytesOf(await files.serve(`/book-files/${encodeURIComponent('../../../x')}`, {}));
  expect(service.received[0]?.query.get('bookId')).toBe('../../../x');
  expect((await readdir(folder)).every((name) => /^[0-9a-f]{64}(\.json)?$/.test(name))).toBe(true);
});

test('ranges of a cached book are served', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files } = await openFiles(service);
  const part = await files.serve('/book-files/b_1', { range: 'bytes=10-19' });
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 10-19/${book.length}` } });
  expect(await bytesOf(part)).toEqual(book.subarray(10, 20));
  expect((await files.serve('/book-files/b_1', { range: `bytes=${book.length}-` }))?.status).toBe(416);
});

test('the longest unused files go when the cache is full', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files, folder } = await openFiles(service);
  await bytesOf(await files.serve('/book-files/b_1', {}));
  await bytesOf(await files.serve('/book-files/b_2', {}));
  await expect.poll(async () => (await readdir(folder)).sort()).toEqual(['b_2', 'b_2.json']);
});

test('what arrived of files that broke off counts as well, and goes when nobody fetches it any more', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag, [290_000, 100, 100, 100, 100]) });
  const { files, folder } = await openFiles(service);
  expect(await files.serve('/book-files/b_1', {})).toMatchObject({ status: 503 });
  expect(await readdir(folder)).toContain('b_1.part');
  await bytesOf(await files.serve('/book-files/b_2', {}));
  await expect.poll(async () => (await readdir(folder)).sort()).toEqual(['b_2', 'b_2.json']);
});

test('what is arriving stays, however little room there is', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book, etag) });
  const { files, folder } = await openFiles(service, { maxBytes: 1000, silence: 60_000 });
  const held = Promise.withResolvers<void>();
  service.on('GET /book/download', (received, response) => {
    if (received.query.get('bookId') === 'b_2') return serveBook(book, etag)(received, response);
    response.writeHead(200, { etag, 'content-length': book.length }).write(book.subarray(0, 200_000));
    return held.promise.then(() => {
      response.end(book.subarray(200_000));
      return true;
    });
  });
  const slow = files.serve('/book-files/b_1', {});
  await expect.poll(async () => (await readFile(join(folder, 'b_1.part')).catch(() => book)).length).toBe(200_000);
  await files.serve('/book-files/b_2', {});
  await expect.poll(async () => (await readdir(folder)).sort()).toEqual(['b_1.part', 'b_1.part.json']);
  await wait(100);
  expect((await readdir(folder)).sort()).toEqual(['b_1.part', 'b_1.part.json']);
  held.resolve();
  expect(await bytesOf(await slow)).toEqual(book);
});

test('the cache is looked through once for several downloads, and not at all for what is here already', async () => {
  const service = await fakeService({ 'GET /book/download': serveBook(book.subarray(0, 1000), '"s"') });
  const due: (() => void)[] = [];
  const { files, folder } = await openFiles(service, { maxBytes: 5500, later: (tidy) => due.push(tidy) });
  const looks = vi.mocked(readdir);
  const serve = (names: string[]) => Promise.all(names.map((name) => files.serve(`/book-files/${name}`, {})));
  looks.mockClear();
  await serve(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(looks).not.toHaveBeenCalled();
  expect(due).toHaveLength(1);
  due[0]?.();
  expect(looks).toHaveBeenCalledOnce();
  await expect.poll(async () => (await readdir(folder)).length).toBe(10);
  const left = (await readdir(folder)).filter((name) => !name.endsWith('.json'));
  expect(left).toHaveLength(5);
  looks.mockClear();
  await serve(left);
  expect(due).toHaveLength(1);
  expect(looks).not.toHaveBeenCalled();
  await serve(['h']);
  expect(due).toHaveLength(2);
});
