// A full disk: what was not used for long makes room for the book that is wanted, once and only as far as it helps.

import { afterEach, expect, it, vi } from 'vitest';
import { fileStateHeader } from '../../../../api/host-paths.ts';
import type { Database } from '../../../../src/db/database.ts';
import { unixSeconds } from '../../../../src/db/outbox/service-time.ts';
import { loadFile, loadOriginal } from '../../../../src/db/reading/load-file.ts';
import { noteOpening } from '../../../../src/db/reading/opened-book.ts';
import { storedOriginal, storeFile } from '../../../../src/db/reading/resources.ts';
import type { BookRow } from '../../../../src/db/shelf/books.ts';
import { sampleBook, temporaryDatabase } from '../temporary-database.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const day = 24 * 60 * 60;

/**
 * Files of 10 bytes, used so many days ago, on a disk that takes no more than these. `least`: attempts that are refused,
 * also where there is room.
 */
async function fullDisk(books: [bookId: string, days: number, change?: Partial<BookRow>][], least = 0) {
  const database = await temporaryDatabase();
  for (const [bookId, days, change] of books) {
    const usedAt = unixSeconds() - days * day;
    await database.books.put(sampleBook(bookId, change));
    await storeFile(database, bookId, new Blob(['0123456789']), 1, usedAt);
  }
  await database.books.put(sampleBook('new'));
  const most = books.length * 10;
  let refusals = 0;
  const kept = new Map(books.map(([bookId]) => [bookId, 10]));
  database.resources.hook('deleting', (bookId) => {
    kept.delete(bookId);
  });
  database.resources.hook('creating', (bookId, { size }) => {
    const all = [...kept.values()].reduce((sum, one) => sum + one, 0);
    if (all + size > most || refusals < least) {
      refusals++;
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    }
    kept.set(bookId, size);
  });
  return { database, refusals: () => refusals };
}

async function load(database: Database, bytes: number) {
  const answer = async () => new Response('x'.repeat(bytes), { headers: { [fileStateHeader]: 'current' } });
  vi.spyOn(window, 'fetch').mockImplementation(answer);
  const report = vi.fn();
  const parts = { database, report, now: unixSeconds };
  const { file } = await loadFile(parts, 'new', () => undefined, new AbortController().signal);
  return { size: file.size, report };
}

const here = async (database: Database) => (await database.resources.toCollection().primaryKeys()).sort();

it('gives the room of the longest unused, as much as is needed, and stores then', async () => {
  const { database, refusals } = await fullDisk([
    ['a', 32],
    ['b', 39],
    ['c', 35, { readAt: unixSeconds() - 60 }],
    ['d', 37],
  ]);
  const { report } = await load(database, 15);
  expect(await here(database)).toEqual(['a', 'c', 'new']);
  expect(refusals()).toBe(1);
  expect(report).not.toHaveBeenCalled();
  expect(await database.books.get('b')).toMatchObject({ downloaded: 0, onShelf: 1 });
});

it('takes nothing that is pinned, open, just used or here alone, and nothing in vain', async () => {
  const { database } = await fullDisk([
    ['pinned', 39, { isTop: 1 }],
    ['open', 39],
    ['used', 0],
    ['local_i', 39],
    ['a', 39],
  ]);
  await noteOpening(database, 'open');
  const { size, report } = await load(database, 15);
  expect(size).toBe(15);
  expect(report).toHaveBeenCalledTimes(1);
  expect(await here(database)).toEqual(['a', 'local_i', 'open', 'pinned', 'used']);
});

it('keeps nobody waiting who can read: nothing is fetched twice meanwhile, and pages are kept behind their text', async () => {
  const { database, refusals } = await fullDisk([['a', 40]], 2);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const first = load(database, 10);
  await expect.poll(refusals).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await first).toMatchObject({ size: 10 });
  const parts = { database, report: vi.fn(), now: unixSeconds };
  const { signal } = new AbortController();
  const again = loadFile(parts, 'new', () => undefined, signal);
  const original = loadOriginal(parts, 'new', 1, () => undefined, signal);
  const asked = () => vi.mocked(window.fetch).mock.calls.map(([address]) => String(address));
  await expect.poll(asked).toEqual(['/book-files/new', '/original-files/new']);
  expect(await here(database)).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  await Promise.all([again, original]);
  await expect.poll(() => here(database)).toEqual(['new']);
  await expect.poll(() => storedOriginal(database, 'new', 1)).toBeDefined();
  expect(asked()).toHaveLength(2);
  expect(parts.report).not.toHaveBeenCalled();
});
