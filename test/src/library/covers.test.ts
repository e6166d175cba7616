// Covers of a page: stored ones at once, missing ones fetched once, changed ones anew, and no URL left behind.

import { expect, it } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { pageCovers } from '../../../src/library/covers.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';

const image = (text: string) => new Blob([text], { type: 'image/png' });

const size = { width: 200, height: 284 };

it('fetches what is missing once and shows it from the store', async () => {
  const database = await temporaryDatabase();
  const books = [sampleBook('a', { cover: '/c/a' }), sampleBook('b', { cover: '/c/b' }), sampleBook('none')];
  const asked: string[] = [];
  const covers = pageCovers(database, async (bookId) => {
    asked.push(bookId);
    return bookId === 'b' ? undefined : image(bookId);
  });
  expect((await covers.stored(books, size))?.size).toBe(0);
  expect(await covers.complete(books)).toBe(true);
  expect(asked.sort()).toEqual(['a', 'b']);
  const shown = await covers.stored(books, size);
  expect(await (await fetch(shown?.get('a') ?? '')).text()).toBe('a');
  expect(shown?.get('b')).toBe('');
  expect(await covers.complete(books)).toBe(false);
  expect(asked).toHaveLength(2);
});

it('keeps an URL while its cover is shown, and frees it with the page', async () => {
  const database = await temporaryDatabase();
  const covers = pageCovers(database, async (bookId) => image(bookId));
  const first = [sampleBook('a', { cover: '/a' })];
  await covers.complete(first);
  const url = (await covers.stored(first, size))?.get('a');
  expect((await covers.stored(first, size))?.get('a')).toBe(url);
  expect(await covers.stored([], size, () => false)).toBeUndefined();
  expect((await fetch(url ?? '')).ok).toBe(true);
  await covers.stored([], size);
  await expect(fetch(url ?? '')).rejects.toThrow();
});

it('shows a cover as it was prepared for its size, once, and the old one under its own name until the new one is here', async () => {
  const database = await temporaryDatabase();
  const asked: string[] = [];
  const covers = pageCovers(
    database,
    async () => image('raw'),
    async (name, raw, { width }) => {
      asked.push(`${name} ${width}`);
      return image(`${await raw.text()} ${width}`);
    },
  );
  const old = [sampleBook('a', { cover: '/1' })];
  await covers.complete(old);
  const shown = async (books: typeof old, at: typeof size) =>
    (await fetch((await covers.stored(books, at))?.get('a') ?? '')).text();
  expect(await shown(old, size)).toBe('raw 200');
  expect(await shown(old, { width: 80, height: 114 })).toBe('raw 80');
  const changed = [sampleBook('a', { cover: '/2' })];
  await covers.stored(changed, size);
  await covers.complete(changed);
  expect(await shown(changed, size)).toBe('raw 200');
  expect(asked).toEqual(['cover a /1 200', 'cover a /1 80', 'cover a /1 200', 'cover a /2 200']);
});

it('fetches a cover again under another address, and again after a failure', async () => {
  const database = await temporaryDatabase();
  let version = 1;
  let offline = true;
  const covers = pageCovers(database, async () => {
    if (offline) throw new AppError('offline');
    return image(`v${version}`);
  });
  expect(await covers.complete([sampleBook('a', { cover: '/1' })])).toBe(false);
  offline = false;
  expect(await covers.complete([sampleBook('a', { cover: '/1' })])).toBe(true);
  version = 2;
  const changed = [sampleBook('a', { cover: '/2' })];
  expect(await covers.complete(changed)).toBe(true);
  expect(await (await fetch((await covers.stored(changed, size))?.get('a') ?? '')).text()).toBe('v2');
});
