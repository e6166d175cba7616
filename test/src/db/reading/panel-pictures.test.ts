// Prepared pictures: found again, and the ones longest unused go when they are too many.

import { expect, it, vi } from 'vitest';
import { findPanelPicture, keepPanelPicture } from '../../../../src/db/reading/panel-pictures.ts';
import { temporaryDatabase } from '../temporary-database.ts';

it('keeps what was used lately, within its bound', async () => {
  const database = await temporaryDatabase();
  const day = 24 * 60 * 60 * 1000;
  const image = new Blob([new Uint8Array(100)]);
  for (const [index, key] of ['a', 'b', 'c'].entries()) {
    await keepPanelPicture(database, key, image, { now: index, most: 320 });
  }
  expect((await findPanelPicture(database, 'a', 2 * day))?.size).toBe(100);
  expect(await findPanelPicture(database, 'none')).toBeUndefined();
  await keepPanelPicture(database, 'd', image, { now: 3 * day, most: 320 });
  const kept = await database.panelPictures.toCollection().primaryKeys();
  expect(kept).toEqual(['a', 'c', 'd']);
  // The same again is no more.
  await keepPanelPicture(database, 'd', image, { now: 4 * day, most: 320 });
  expect(await database.panelPictures.count()).toBe(3);
});

it('counts what is kept now and then alone, and stays within its bound', async () => {
  const database = await temporaryDatabase();
  const counts = vi.spyOn(database.panelPictures, 'orderBy');
  const image = new Blob([new Uint8Array(100)]);
  const keep = async (first: number, last: number) => {
    for (let now = first; now <= last; now++) await keepPanelPicture(database, `p${now}`, image, { now, most: 3200 });
  };
  await keep(1, 32);
  expect(counts).toHaveBeenCalledTimes(1);
  // At the bound room is made for several.
  await keep(33, 100);
  expect(counts.mock.calls.length).toBeLessThan(50);
  const kept = await database.panelPictures.orderBy('[usedAt+bytes]').primaryKeys();
  expect(kept.length).toBeLessThanOrEqual(32);
  expect(kept.length).toBeGreaterThanOrEqual(30);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => `p${101 - kept.length + at}`));
});

it('counts again after one that could not be kept', async () => {
  const database = await temporaryDatabase();
  const image = new Blob([new Uint8Array(100)]);
  await keepPanelPicture(database, 'a', image, { now: 1, most: 320 });
  vi.spyOn(database.panelPictures, 'put').mockRejectedValueOnce(new DOMException('Full.', 'QuotaExceededError'));
  const counts = vi.spyOn(database.panelPictures, 'orderBy');
  await expect(keepPanelPicture(database, 'b', image, { now: 2, most: 320 })).rejects.toThrow('Full.');
  await keepPanelPicture(database, 'c', image, { now: 3, most: 320 });
  expect(counts).toHaveBeenCalledTimes(1);
});
