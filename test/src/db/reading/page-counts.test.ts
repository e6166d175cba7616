// Kept page counts: one row per version and layout of a book, bounded, and there for a database of an earlier version.

import { expect, it } from 'vitest';
import { deleteDatabase, openDatabase } from '../../../../src/db/database.ts';
import { marksSchema } from '../../../../src/db/marks/marks.ts';
import { basesSchema } from '../../../../src/db/outbox/bases.ts';
import { eventsSchema } from '../../../../src/db/outbox/events.ts';
import { chaptersSchema } from '../../../../src/db/reading/chapters.ts';
import { keptPages } from '../../../../src/db/reading/page-counts.ts';
import { positionsSchema } from '../../../../src/db/reading/positions.ts';
import { removeFile, resourcesSchema } from '../../../../src/db/reading/resources.ts';
import { settingsSchema } from '../../../../src/db/settings/settings.ts';
import { archivesSchema } from '../../../../src/db/shelf/archives.ts';
import { booksSchema } from '../../../../src/db/shelf/books.ts';
import { coversSchema } from '../../../../src/db/shelf/covers.ts';
import { synckeysSchema } from '../../../../src/db/sync/synckeys.ts';
import { sampleBook, temporaryDatabase } from '../temporary-database.ts';

const counted = (pages: number) => ({ pages: [[pages]], starts: [], named: [] });

it('keeps counts by book, version and layout, and lets the longest unused go', async () => {
  const database = await temporaryDatabase();
  let time = 0;
  const now = () => ++time;
  const kept = keptPages(database, 'b', 1, now);
  const named: [string, number][] = [['a.xhtml#b', 12]];
  const measured = {
    pages: [[3, null], [], [1]],
    starts: [[[0, 7, 9], null], [], [[0]]],
    named,
    lengths: [90, null, 7],
  };
  await kept.save('large', measured);
  await keptPages(database, 'b', 0, now).save('large', counted(4));
  await keptPages(database, 'other', 1, now).save('large', counted(5));
  expect(await kept.load('large')).toMatchObject(measured);
  expect(await kept.load('small')).toBeUndefined();
  for (let n = 0; n < 11; n++) await kept.save(`size ${n}`, counted(n));
  expect(await keptPages(database, 'b', 0, now).load('large')).toBeUndefined();
  expect(await kept.load('large')).toBeDefined();
  expect(await database.pageCounts.where('[bookId+usedAt]').between(['b', 0], ['b', 999]).count()).toBe(12);
  await database.pageCounts.bulkPut(
    Array.from({ length: 600 }, (_, n) => ({
      bookId: `n${n}`,
      version: 1,
      layout: '',
      ...counted(1),
      usedAt: 100 + n,
    })),
  );
  await keptPages(database, 'last', 1, () => 9999).save('', counted(1));
  expect(await database.pageCounts.count()).toBe(600);
  expect(await keptPages(database, 'other', 1).load('large')).toBeUndefined();
});

it('forgets what it counted of an older version once a newer one is counted, and of a file that is removed', async () => {
  const database = await temporaryDatabase();
  const [old, newer] = [keptPages(database, 'b', 1), keptPages(database, 'b', 12)];
  await database.books.bulkPut([sampleBook('b'), sampleBook('ba')]);
  await old.save('large', counted(1));
  await old.save('small', counted(2));
  await keptPages(database, 'ba', 1).save('large', counted(3));
  expect(await newer.load('large')).toBeUndefined();
  // Until then the older one may still be what is read.
  expect(await old.load('large')).toMatchObject(counted(1));
  await newer.save('large', counted(4));
  expect(await database.pageCounts.where('[bookId+usedAt]').between(['b', 0], ['b', Infinity]).count()).toBe(1);
  await removeFile(database, 'b');
  expect(await newer.load('large')).toBeUndefined();
  expect(await keptPages(database, 'ba', 1).load('large')).toMatchObject(counted(3));
});

it('comes to a database that was stored before there were any, which loses nothing', async () => {
  const name = `t-${crypto.randomUUID()}`;
  const first = [
    ...[booksSchema, archivesSchema, chaptersSchema, resourcesSchema, positionsSchema, marksSchema],
    ...[eventsSchema, basesSchema, synckeysSchema, coversSchema, settingsSchema],
  ].map((schema) => ({ name: schema.name, stores: { 1: schema.stores[1] ?? '' } }));
  const old = await openDatabase(name, first);
  expect(old.verno).toBe(1);
  await old.books.put(sampleBook('b'));
  await old.settings.put({ name: 'size', value: 1 });
  old.close();
  const today = await openDatabase(name);
  expect(await today.books.get('b')).toEqual(sampleBook('b'));
  expect(await today.settings.get('size')).toEqual({ name: 'size', value: 1 });
  await keptPages(today, 'b', 1).save('', counted(1));
  expect(await keptPages(today, 'b', 1).load('')).toMatchObject(counted(1));
  today.close();
  await deleteDatabase(name);
});
