// Which version a book's file is kept under: only what the service itself has now belongs to the version it told of.

import { beforeEach, expect, it, vi } from 'vitest';
import { type FileState, fileStateHeader } from '../../../../api/host-paths.ts';
import { loadFile, loadOriginal } from '../../../../src/db/reading/load-file.ts';
import { storedFile, storedOriginal, storeFile } from '../../../../src/db/reading/resources.ts';
import { sampleBook, temporaryDatabase } from '../temporary-database.ts';

let reply: { text: string; state: FileState };

beforeEach(() => {
  const answer = async () => new Response(reply.text, { headers: { [fileStateHeader]: reply.state } });
  const fetching = vi.spyOn(window, 'fetch').mockImplementation(answer);
  return () => fetching.mockRestore();
});

async function start() {
  const database = await temporaryDatabase();
  const bookId = 'b_1';
  await database.books.put(sampleBook(bookId, { version: 2 }));
  const parts = { database, report: vi.fn(), now: () => 1 };
  const { signal } = new AbortController();
  const load = async () => {
    const { file, version } = await loadFile(parts, bookId, () => undefined, signal);
    return { text: await file.text(), version };
  };
  const original = async (version: number) =>
    (await loadOriginal(parts, bookId, version, () => undefined, signal)).text();
  return { database, bookId, load, original };
}

it('reads the older file under its own number where the host has nothing newer, and the newer one once it is there', async () => {
  const { database, bookId, load } = await start();
  await storeFile(database, bookId, new Blob(['old']), 1, 1);
  reply = { text: 'old', state: 'last-seen' };
  expect(await load()).toEqual({ text: 'old', version: 1 });
  expect(await storedFile(database, bookId, 2)).toBeUndefined();
  reply = { text: 'new', state: 'current' };
  expect(await load()).toEqual({ text: 'new', version: 2 });
  expect(await (await storedFile(database, bookId, 2))?.text()).toBe('new');
});

it('reads what only the host has from before, and keeps it under no number', async () => {
  const { database, bookId, load } = await start();
  reply = { text: 'old', state: 'last-seen' };
  expect(await load()).toMatchObject({ text: 'old' });
  expect(await storedFile(database, bookId)).toBeUndefined();
});

it('keeps the imported file only as the service has it now', async () => {
  const { database, bookId, original } = await start();
  await storeFile(database, bookId, new Blob(['text']), 2, 1);
  reply = { text: 'old pages', state: 'last-seen' };
  expect(await original(2)).toBe('old pages');
  expect(await storedOriginal(database, bookId, 2)).toBeUndefined();
  reply = { text: 'pages', state: 'current' };
  expect(await original(2)).toBe('pages');
  expect(await (await storedOriginal(database, bookId, 2))?.text()).toBe('pages');
});

it('is given to nobody who has left while it was being kept, and is kept all the same', async () => {
  const { database, bookId } = await start();
  reply = { text: 'new', state: 'current' };
  const leaving = new AbortController();
  database.resources.hook('creating', () => leaving.abort());
  const parts = { database, report: vi.fn(), now: () => 1 };
  await expect(loadFile(parts, bookId, () => undefined, leaving.signal)).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => storedFile(database, bookId, 2)).toBeDefined();
});

it('is fetched once for all who wait for it, and goes on until the last of them has left', async () => {
  const { database, bookId } = await start();
  const parts = { database, report: vi.fn(), now: () => 1 };
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const asked: AbortSignal[] = [];
  vi.mocked(window.fetch).mockImplementation(async (_address, init) => {
    const { signal } = init as { signal: AbortSignal };
    asked.push(signal);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller;
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(stream, { headers: { 'content-length': '10', [fileStateHeader]: 'current' } });
  });
  const tenths: [string, number][] = [];
  const begin = (name: string, abort = new AbortController()) => {
    const loaded = loadFile(parts, bookId, (done) => tenths.push([name, done]), abort.signal);
    return { abort, loaded };
  };
  const first = begin('first');
  await vi.waitUntil(() => body);
  body?.enqueue(new TextEncoder().encode('halfw'));
  await vi.waitUntil(() => tenths.length === 1);
  const second = begin('second');
  await vi.waitUntil(() => tenths.length === 2);
  first.abort.abort();
  await expect(first.loaded).rejects.toMatchObject({ code: 'cancelled' });
  body?.enqueue(new TextEncoder().encode('ritten'.slice(0, 5)));
  body?.close();
  const { file } = await second.loaded;
  expect(await file.text()).toBe('halfwritte');
  expect(await storedFile(database, bookId, 2)).toBeDefined();
  expect(tenths).toEqual([
    ['first', 5],
    ['second', 5],
    ['second', 10],
  ]);
  expect(asked.map(({ aborted }) => aborted)).toEqual([false]);

  await database.resources.clear();
  const last = begin('last');
  await vi.waitUntil(() => asked.length === 2);
  last.abort.abort();
  await expect(last.loaded).rejects.toMatchObject({ code: 'cancelled' });
  expect(asked[1]?.aborted).toBe(true);
  vi.mocked(window.fetch).mockImplementation(async () => new Response('anew'));
  expect(await (await begin('later').loaded).file.text()).toBe('anew');
});
