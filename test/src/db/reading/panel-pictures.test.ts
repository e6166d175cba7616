// Prepared pictures: found again, and the ones longest unused go when they are too many.

import { expect, it } from 'vitest';
import { findPanelPicture, keepPanelPicture } from '../../../../src/db/reading/panel-pictures.ts';
import { temporaryDatabase } from '../temporary-database.ts';

it('keeps what was used lately, within its bound', async () => {
  const database = await temporaryDatabase();
  const day = 24 * 60 * 60 * 1000;
  const image = new Blob([new Uint8Array(100)]);
  for (const [index, key] of ['a', 'b', 'c'].entries()) {
    await keepPanelPicture(database, key, image, { now: index, most: 300 });
  }
  expect((await findPanelPicture(database, 'a', 2 * day))?.size).toBe(100);
  expect(await findPanelPicture(database, 'none')).toBeUndefined();
  await keepPanelPicture(database, 'd', image, { now: 3 * day, most: 300 });
  const kept = await database.panelPictures.toCollection().primaryKeys();
  expect(kept).toEqual(['a', 'c', 'd']);
  // The same again is no more.
  await keepPanelPicture(database, 'd', image, { now: 4 * day, most: 300 });
  expect(await database.panelPictures.count()).toBe(3);
});
