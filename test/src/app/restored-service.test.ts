// The service comes back from a copy that is older than what its clients have: what a reader made is told again, and
// what is newer at the service stands.

import { expect, it } from 'vitest';
import { drainOutbox } from '../../../src/app/sync/outbox.ts';
import { booksToRead, pullMarks, pullShelf } from '../../../src/app/sync/pull.ts';
import type { Transport } from '../../../src/app/transport.ts';
import type { Database } from '../../../src/db/database.ts';
import { bookmarkIdOf, type MarkRow } from '../../../src/db/marks/marks.ts';
import { countEvents } from '../../../src/db/outbox/events.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { createServiceModel, type ServiceModel } from '../service-model.ts';

const now = 1_700_000_000;

function mark(bookId: string, start: number, time: number): MarkRow {
  const place = { bookId, chapterUid: 1, start, end: start + 5 };
  const times = { createTime: time, editTimes: { style: time, colorStyle: time } };
  const words = { markText: 'words', bookVersion: 1, type: 1 as const, style: 0 as const, colorStyle: 0 as const };
  return { ...place, ...times, ...words, bookmarkId: bookmarkIdOf(place) };
}

async function sync(database: Database, service: ServiceModel): Promise<void> {
  const transport: Transport = { call: async (route, params) => service.call(route, structuredClone(params)) as never };
  await drainOutbox({ database, transport, deviceId: 'd' });
  await pullShelf(database, transport);
  for (const bookId of await booksToRead(database, 50)) await pullMarks(database, transport, bookId);
}

const alive = (rows: Map<string, { removedAt: number }>) =>
  [...rows].filter(([, row]) => !row.removedAt).map(([id]) => id);

it('tells the marks, places and folders again that a restored service lost', async () => {
  const database = await temporaryDatabase();
  const service = createServiceModel(() => now);
  for (const bookId of ['b', 'c']) service.addBook({ bookId, title: bookId, at: now - 900 });
  await sync(database, service);
  const kept = mark('b', 0, now - 500);
  await recordEvent(database, { kind: 'mark.add', mark: kept }, now - 500);
  await sync(database, service);
  const restore = service.backup();

  const lost = mark('b', 10, now - 300);
  const lostElsewhere = mark('c', 20, now - 200);
  const place = { chapterUid: 1, chapterIdx: 1, chapterOffset: 9, progress: 9, updateTime: now - 150, deviceId: 'd' };
  await recordEvent(database, { kind: 'mark.add', mark: lost }, now - 300);
  await recordEvent(database, { kind: 'mark.add', mark: lostElsewhere }, now - 200);
  await recordEvent(database, { kind: 'shelf.archive', archiveId: 'a', name: 'Sea', bookIds: ['b'] }, now - 200);
  await recordEvent(database, { kind: 'shelf.top', bookIds: ['c'], isTop: 1 }, now - 200);
  await recordEvent(database, { kind: 'position', bookId: 'b', bookVersion: 1, position: place, readingTime: 5 });
  await sync(database, service);
  restore();
  expect(alive(service.marks())).toEqual([kept.bookmarkId]);

  await sync(database, service);
  await sync(database, service);
  const all = [kept, lost, lostElsewhere].map(({ bookmarkId }) => bookmarkId).sort();
  expect(alive(service.marks()).sort()).toEqual(all);
  expect((await database.marks.toCollection().primaryKeys()).sort()).toEqual(all);
  expect(service.folders().get('a')?.value.name).toBe('Sea');
  expect(service.books().get('b')?.value.folder).toBe('a');
  expect(service.books().get('c')?.value.isTop).toBe(1);
  expect(service.places().get('b')?.latest).toMatchObject({ chapterOffset: 9, updateTime: now - 150 });
  expect(await database.books.get('b')).toMatchObject({ onShelf: 1, folder: 'a' });
  expect(await countEvents(database)).toEqual({ waiting: 0, refused: 0 });
  expect(await database.bases.count()).toBe(0);
});

it('lets a removal stand that is newer than the mark', async () => {
  const database = await temporaryDatabase();
  const service = createServiceModel(() => now);
  service.addBook({ bookId: 'b', title: 'b', at: now - 900 });
  await sync(database, service);
  const removed = mark('b', 0, now - 500);
  await recordEvent(database, { kind: 'mark.add', mark: removed }, now - 500);
  await sync(database, service);
  // Another device removes it, and this one hears of nothing before the service is another.
  service.call('POST /book/removeBookmark', {
    bookmarkId: removed.bookmarkId,
    editTime: now - 100,
    eventId: 'of another device',
  });
  service.rebirth();
  await sync(database, service);
  await sync(database, service);
  expect(alive(service.marks())).toEqual([]);
  expect(await database.marks.count()).toBe(0);
});
