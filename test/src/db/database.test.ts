// Opening, upgrading and deleting an account's database; settings; files; events and their undoing.

import { expect, it } from 'vitest';
import { deleteDatabase, openDatabase, schemas } from '../../../src/db/database.ts';
import { countEvents, refusedEvents, retryRefused } from '../../../src/db/outbox/events.ts';
import { discardRefused, recordEvent, recordEvents } from '../../../src/db/outbox/record-event.ts';
import { removeFile, storedFile, storedOriginal, storeFile, storeOriginal } from '../../../src/db/reading/resources.ts';
import { latestVersion, type TableSchema } from '../../../src/db/schema.ts';
import { changeSetting, readSetting, setting } from '../../../src/db/settings/settings.ts';
import { bookRow } from '../../../src/db/shelf/books.ts';
import { sampleBook, temporaryDatabase } from './temporary-database.ts';

it('runs the upgrade steps of every version between the stored one and today’s', async () => {
  const name = `t-${crypto.randomUUID()}`;
  const first: TableSchema = { name: 'settings', stores: { 1: 'name' } };
  const old = await openDatabase(name, [first]);
  await old.settings.put({ name: 'size', value: 1 });
  old.close();
  const steps: string[] = [];
  const later: TableSchema = {
    name: 'settings',
    stores: { 1: 'name', 3: 'name,value' },
    upgrades: {
      2: async (table) => {
        steps.push('2');
        await table.toCollection().modify((row: { value: number }) => {
          row.value += 1;
        });
      },
      3: async () => {
        steps.push('3');
      },
    },
  };
  const upgraded = await openDatabase(name, [later]);
  expect(steps).toEqual(['2', '3']);
  expect(await upgraded.settings.where('value').equals(2).count()).toBe(1);
  upgraded.close();
  await deleteDatabase(name);
});

it.each(Array.from({ length: latestVersion(schemas) - 1 }, (_, n) => n + 1))(
  'keeps every row of a device that has version %i',
  async (version) => {
    const name = `t-${crypto.randomUUID()}`;
    const tables = schemas.flatMap(({ stores, ...schema }) => {
      const known = Object.entries(stores).filter(([since]) => Number(since) <= version);
      return known.length > 0 ? [{ ...schema, stores: Object.fromEntries(known) }] : [];
    });
    const old = await openDatabase(name, tables);
    const written = new Map<string, object>();
    for (const table of old.tables) {
      const paths = [table.schema.primKey, ...table.schema.indexes].flatMap(({ keyPath }) => keyPath ?? []);
      const row = Object.fromEntries(paths.map((path) => [path, 1]));
      await table.put(row);
      written.set(table.name, row);
    }
    old.close();
    const upgraded = await openDatabase(name);
    for (const [table, row] of written) expect(await upgraded.table(table).toArray(), table).toEqual([row]);
    expect(upgraded.tables.map((table) => table.name).sort()).toEqual(schemas.map((schema) => schema.name).sort());
    upgraded.close();
    await deleteDatabase(name);
  },
);

it('keeps accounts apart and deletes only the one that is named', async () => {
  const names = [`t-${crypto.randomUUID()}`, `t-${crypto.randomUUID()}`] as const;
  for (const name of names) {
    const database = await openDatabase(name);
    await database.settings.put({ name: 'whose', value: name });
    database.close();
  }
  await deleteDatabase(names[0]);
  const gone = await openDatabase(names[0]);
  const there = await openDatabase(names[1]);
  expect(await gone.settings.count()).toBe(0);
  expect(await there.settings.get('whose')).toEqual({ name: 'whose', value: names[1] });
  gone.close();
  there.close();
  for (const name of names) await deleteDatabase(name);
});

it('gives a new field of a stored setting its initial value', async () => {
  const database = await temporaryDatabase();
  await changeSetting(database, setting('reading', { size: 1 }), { size: 5 });
  expect(await readSetting(database, setting('reading', { size: 1, night: false }))).toEqual({ size: 5, night: false });
});

it('marks a book as downloaded exactly while its file is here', async () => {
  const database = await temporaryDatabase();
  await database.books.put(sampleBook('b'));
  await storeFile(database, 'b', new Blob(['bytes']), 1, 10);
  expect((await database.books.get('b'))?.downloaded).toBe(1);
  expect(await (await storedFile(database, 'b', 1))?.text()).toBe('bytes');
  expect(await storedFile(database, 'b', 2)).toBeUndefined();
  await removeFile(database, 'b');
  expect((await database.books.get('b'))?.downloaded).toBe(0);
  expect(await storedFile(database, 'b')).toBeUndefined();
});

it('keeps an original beside the file of its version, counts both, and drops it with them', async () => {
  const database = await temporaryDatabase();
  await database.books.put(sampleBook('b'));
  await storeOriginal(database, 'b', new Blob(['alone']), 1);
  expect(await database.resources.count()).toBe(0);
  await storeFile(database, 'b', new Blob(['text']), 1, 10);
  await storeOriginal(database, 'b', new Blob(['other']), 2);
  expect(await storedOriginal(database, 'b', 1)).toBeUndefined();
  await storeOriginal(database, 'b', new Blob(['pages']), 1);
  expect(await (await storedOriginal(database, 'b', 1))?.text()).toBe('pages');
  expect((await database.resources.get('b'))?.size).toBe(9);
  await storeFile(database, 'b', new Blob(['new text']), 2, 11);
  expect(await storedOriginal(database, 'b', 2)).toBeUndefined();
});

it('merges positions of one book that were not sent, and only those', async () => {
  const database = await temporaryDatabase();
  await database.books.put(sampleBook('b'));
  const at = (progress: number, updateTime: number) => ({
    kind: 'position' as const,
    bookId: 'b',
    bookVersion: 1,
    position: { chapterUid: 1, chapterIdx: 1, chapterOffset: progress, progress, updateTime, deviceId: 'd' },
    readingTime: 20,
  });
  await recordEvent(database, at(1, 100), 100);
  await recordEvent(database, at(2, 120), 120);
  const [only, ...others] = await database.events.toArray();
  expect(others).toEqual([]);
  expect(only?.body).toMatchObject({ readingTime: 40, position: { progress: 2 } });
  await database.events.update(only?.seq ?? 0, { state: 'sending' });
  await recordEvent(database, at(3, 140), 140);
  expect(await database.events.count()).toBe(2);
  expect(await database.positions.get('b')).toMatchObject({ mine: { progress: 3 }, furthest: { progress: 3 } });
  expect(await database.books.get('b')).toMatchObject({ progress: 3, status: 'reading' });
});

it('records what belongs together as a whole or not at all', async () => {
  const database = await temporaryDatabase();
  await database.books.bulkPut([sampleBook('a'), sampleBook('b')]);
  const both = ['a', 'b'].map((id) => ({ kind: 'shelf.top' as const, bookIds: [id], isTop: 1 as const }));
  const stop = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  database.books.hook('updating', (_change, key) => (key === 'b' ? stop() : undefined));
  await expect(recordEvents(database, both)).rejects.toThrow();
  expect(await database.events.count()).toBe(0);
  expect((await database.books.toArray()).map(({ isTop }) => isTop)).toEqual([0, 0]);
});

it('keeps a refused change and shows it, sends it again or takes it back as the reader decides', async () => {
  const database = await temporaryDatabase();
  await database.books.put(sampleBook('b'));
  await recordEvent(database, { kind: 'shelf.top', bookIds: ['b'], isTop: 1 }, 100);
  await recordEvent(database, { kind: 'book.secret', bookIds: ['b'], secret: 1 }, 101);
  const [pin, hide] = await database.events.toArray();
  for (const event of [pin, hide]) {
    await database.events.update(event?.seq ?? 0, {
      state: 'refused',
      error: { code: 'no_permission', message: 'no' },
    });
  }
  expect(await countEvents(database)).toEqual({ waiting: 0, refused: 2 });
  expect(await database.books.get('b')).toMatchObject({ isTop: 1, secret: 1 });
  await discardRefused(database, pin?.seq ?? 0);
  expect(await database.books.get('b')).toMatchObject({ isTop: 0, secret: 1 });
  await retryRefused(database, hide?.seq ?? 0);
  expect(await refusedEvents(database)).toEqual([]);
  expect(await countEvents(database)).toEqual({ waiting: 1, refused: 0 });
});

it('derives every sorting key from the facts', () => {
  const row = bookRow({ ...sampleBook('b', { title: 'The Élan', isTop: 1, readAt: 5, addedAt: 9 }) });
  expect(row).toMatchObject({ unpinned: 0, recentRank: -9, addedRank: -9, titleKey: 'elan', status: 'reading' });
});
