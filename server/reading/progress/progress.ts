// Where the caller is in a book: heartbeats, the offline batch, the position itself, and the marks reading and finished.

import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import { readBook } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { writeSyncKey } from '../sync-key.ts';
import { placesOf, positionOnWire, progressOnWire, unreadProgress } from './progress-rows.ts';
import { applyRecords } from './reading-records.ts';

type Routes = (typeof books)['routes'];

export function progressRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'POST /book/read': async (caller: Caller, params: Params<Routes['POST /book/read']>) => {
      const [outcome] = await applyRecords(reading, caller, [params]);
      if (!outcome || outcome.result === 'refused') throw outcome?.error ?? new AppError('internal');
      const names = await deviceNames(db, caller.vid);
      return {
        result: outcome.result,
        synckey: writeSyncKey(outcome.progress.sync_key, reading.life),
        latest: positionOnWire(outcome.places.latest, names),
        furthest: positionOnWire(outcome.places.furthest, names),
        readingTime: outcome.progress.reading_time,
        timestamp: reading.now(),
      };
    },

    'POST /book/batchUploadProgress': async (
      caller: Caller,
      params: Params<Routes['POST /book/batchUploadProgress']>,
    ) => {
      const zone = params.recordCreateTimeZone;
      const records = params.books.map((record) =>
        zone === undefined ? record : { recordCreateTimeZone: zone, ...record },
      );
      const outcomes = await applyRecords(reading, caller, records);
      const results = outcomes.map((outcome, index) => {
        const { bookId, deviceId, random } = records[index] as (typeof records)[number];
        if (outcome.result === 'refused') {
          const { code, message } = outcome.error;
          return { bookId, deviceId, random, result: outcome.result, error: code, errmsg: message };
        }
        const synckey = writeSyncKey(outcome.progress.sync_key, reading.life);
        return { bookId, deviceId, random, result: outcome.result, synckey };
      });
      return { results, timestamp: reading.now() };
    },

    'GET /book/getProgress': async ({ vid }: Caller, { bookId }: Params<Routes['GET /book/getProgress']>) => {
      const book = await readBook(db, vid, bookId);
      const row = await db
        .selectFrom('progress')
        .selectAll()
        .where('vid', '=', vid)
        .where('book_id', '=', bookId)
        .executeTakeFirst();
      const common = { bookId, canFreeRead: 1 as const, timestamp: reading.now() };
      if (!row) return { ...common, book: unreadProgress(book.version) };
      const names = await deviceNames(db, vid);
      return {
        ...common,
        book: progressOnWire(row, reading.life, names),
        furthest: positionOnWire(placesOf(row).furthest, names),
      };
    },
  };
}

const mostDevices = 200;

async function deviceNames(db: Db, vid: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('devices')
    .select(['device_id', 'device_name'])
    .where('vid', '=', vid)
    .orderBy('last_seen_at', 'desc')
    .limit(mostDevices)
    .execute();
  return new Map(rows.map((row) => [row.device_id, row.device_name]));
}
