// Covers of a page: stored ones at once, missing ones fetched once, changed ones anew, and no URL left behind.

import { expect, it } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { pageCovers } from '../../../src/library/covers.ts';
import { sampleBook, temporaryDatabase } from '../db/temporary-database.ts';

const image = (text: string) => new Blob([text], { type: 'image/png' });

it('fetches what is missing once and shows it from the store', async () => {
  const database = await temporaryDatabase();
  const books = [sampleBook('a', { cover: '/c/a' }), sampleBook('b', { cover: '/c/b' }), sampleBook('none')];
  const asked: string[] = [];
  const covers = pageCovers(database, async (bookId) => {
    asked.push(bookId);
    return bookId === 'b' ? undefined : image(bookId);
  });
  expect((await covers.stored(books)).size).toBe(0);
  expect(await covers.complete(books)).toBe(true);
  expect(asked.sort()).toEqual(['a', 'b']);
  const shown = await covers.stored(books);
  expect(await (await fetch(shown.get('a') ?? '')).text()).toBe('a');
  expect(shown.get('b')).toBe('');
  expect(await covers.complete(books)).toBe(false);
  expect(asked).toHaveLength(2);
});

it('keeps an URL while its cover is shown, and frees it with the page', async () => {
  const database = await temporaryDatabase();
  const covers = pageCovers(database, async (bookId) => image(bookId));
  const first = [sampleBook('a', { cover: '/a' })];
  await covers.complete(first);
  const url = (await covers.stored(first)).get('a');
  expect((await covers.stored(first)).get('a')).toBe(url);
  await covers.stored([]);
  await expect(fetch(url ?? '')).rejects.toThrow();
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
  expect(await (await fetch((await covers.stored(changed)).get('a') ?? '')).text()).toBe('v2');
});
