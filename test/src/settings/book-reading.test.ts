// How each book is set: for all, for one, back to the first settings; and settings of older versions.

import { expect, it } from 'vitest';
import { readingSettings } from '../../../src/db/settings/reading-settings.ts';
import { openSettings } from '../../../src/settings/store.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { unpackFont } from './unpack-font.ts';

it('gives a book settings of its own, which last and can be taken away', async () => {
  const database = await temporaryDatabase();
  const settings = await openSettings(database, unpackFont);
  const one = settings.readingOf('one');
  const other = settings.readingOf('other');
  await one.change({ fontSize: 150 });
  expect([one.reading().fontSize, other.reading().fontSize]).toEqual([150, 150]);
  const before = one.reading();
  await one.setOwn(true);
  expect(one.reading()).toBe(before);
  await one.change({ fontSize: 80, indent: 2, night: true });
  expect([one.reading().fontSize, other.reading().fontSize, other.reading().indent]).toEqual([80, 150, -1]);
  // Whether it is dark in the room is no matter of the book.
  expect(other.reading().night).toBe(true);
  await other.change({ margin: 4, night: false });
  const again = (await openSettings(database, unpackFont)).readingOf('one');
  expect(again.reading()).toMatchObject({ fontSize: 80, indent: 2, margin: 2, night: false });
  await again.setOwn(false);
  expect(again.reading()).toMatchObject({ fontSize: 150, indent: -1, margin: 4 });
  await again.setOwn(true);
  expect(again.reading()).toMatchObject({ fontSize: 80, indent: 2 });
  await again.reset();
  expect(again.reading()).toEqual({ ...readingSettings.initial, night: false });
});

it('goes back to the first settings for all books, but stays dark', async () => {
  const settings = await openSettings(await temporaryDatabase(), unpackFont);
  const book = settings.readingOf('one');
  await book.change({ fontSize: 200, night: true, columns: 2 });
  await book.reset();
  expect(settings.state.getState().reading).toEqual({ ...readingSettings.initial, night: true });
});

it('keeps what an older version stored, and gives new settings their first value', async () => {
  const database = await temporaryDatabase();
  const old = {
    fontFamily: 'old',
    fontSize: 140,
    lineHeight: 1.55,
    margin: 3,
    align: 'left',
    hyphenate: false,
    publisherStyles: false,
    night: true,
    header: true,
  };
  await database.settings.put({ name: 'reading', value: old });
  const { reading } = (await openSettings(database, unpackFont)).state.getState();
  expect(reading).toEqual({ ...readingSettings.initial, ...old });
});

it('keeps both of two settings that are changed at once', async () => {
  const database = await temporaryDatabase();
  const book = (await openSettings(database, unpackFont)).readingOf('one');
  await book.setOwn(true);
  await Promise.all([book.change({ fontSize: 180 }), book.change({ lineHeight: 2 })]);
  expect(book.reading()).toMatchObject({ fontSize: 180, lineHeight: 2 });
});
