// What has to be known to judge reported records: books, devices, earlier records and their neighbours in time.
// A fixed number of queries, however many records there are.

import { type ListedBook, readBooks } from '../books/book-access.ts';
import type { Trx } from '../reading.ts';
import { timeZoneOf } from '../reading-data/time-zone.ts';
import type { ProgressRow } from '../schema/progress.ts';
import type { Credited } from './credit.ts';
import { claimedSeconds, type Heartbeat, longestRecord } from './progress-rules.ts';
import type { ReadingRecord } from './reading-record.ts';

export interface Known {
  books: Map<string, ListedBook>;
  progress: Map<string, ProgressRow>;
  /** The account's devices. */
  devices: Set<string>;
  /** `deviceId random` of records applied before. */
  applied: Set<string>;
  /** Neighbouring records by device. */
  heartbeats: Map<string, Heartbeat[]>;
  /** What counted of the person's records on all devices around these. */
  credited: Credited[];
  /** Where the person is, as far as it is known. */
  timeZone: string;
  /** `bookId chapterUid` that exist in the current version. */
  chapters: Set<string>;
}

export const recordKey = (deviceId: string, random: string) => `${deviceId} ${random}`;

export async function readKnown(trx: Trx, vid: string, records: ReadingRecord[]): Promise<Known> {
  const bookIds = [...new Set(records.map((record) => record.bookId))];
  const deviceIds = [...new Set(records.map((record) => record.deviceId))];
  const progress = await trx
    .selectFrom('progress')
    .selectAll()
    .where('vid', '=', vid)
    .where('book_id', 'in', bookIds)
    .execute();
  const devices = await trx
    .selectFrom('devices')
    .select('device_id')
    .where('vid', '=', vid)
    .where('device_id', 'in', deviceIds)
    .execute();
  const applied = await trx
    .selectFrom('reading_records')
    .select(['device_id', 'random'])
    .where('vid', '=', vid)
    .where('device_id', 'in', deviceIds)
    .where(
      'random',
      'in',
      records.map((record) => record.random),
    )
    .execute();
  const chapters = await trx
    .selectFrom('chapters')
    .innerJoin('books', (join) =>
      join.onRef('books.book_id', '=', 'chapters.book_id').onRef('books.version', '=', 'chapters.version'),
    )
    .select(['chapters.book_id', 'chapter_uid'])
    .where('chapters.book_id', 'in', bookIds)
    .where('chapter_uid', 'in', [...new Set(records.map((record) => record.chapterUid))])
    .execute();
  return {
    books: await readBooks(trx, vid, bookIds),
    progress: new Map(progress.map((row) => [row.book_id, row])),
    devices: new Set(devices.map((row) => row.device_id)),
    applied: new Set(applied.map((row) => recordKey(row.device_id, row.random))),
    heartbeats: await readHeartbeats(trx, vid, deviceIds, records),
    credited: await readCredited(trx, vid, records),
    timeZone: await timeZoneOf(trx, vid),
    chapters: new Set(chapters.map((row) => `${row.book_id} ${row.chapter_uid}`)),
  };
}

/** Of each device: the record before the first of these, and those from there to a day after the last. */
async function readHeartbeats(
  trx: Trx,
  vid: string,
  deviceIds: string[],
  records: ReadingRecord[],
): Promise<Map<string, Heartbeat[]>> {
  const times = records.map((record) => record.timestamp);
  const first = Math.min(...times);
  const before = await trx
    .selectFrom('reading_records')
    .select((row) => ['device_id', row.fn.max('recorded_at').as('recorded_at')])
    .where('vid', '=', vid)
    .where('device_id', 'in', deviceIds)
    .where('recorded_at', '<=', first)
    .groupBy('device_id')
    .execute();
  const around = await trx
    .selectFrom('reading_records')
    .select(['device_id', 'recorded_at', 'seconds'])
    .where('vid', '=', vid)
    .where('device_id', 'in', deviceIds)
    .where('recorded_at', '>', first)
    .where('recorded_at', '<=', Math.max(...times) + longestRecord)
    .execute();
  const rows = [...before.map((row) => ({ ...row, seconds: 0 })), ...around];
  const byDevice = Map.groupBy(rows, (row) => row.device_id);
  return new Map(
    [...byDevice].map(([deviceId, list]) => [
      deviceId,
      list.map((row) => ({ time: Number(row.recorded_at), seconds: row.seconds })),
    ]),
  );
}

/** Windows are a day long at most, so whatever overlaps these ended within a day of them. */
async function readCredited(trx: Trx, vid: string, records: ReadingRecord[]): Promise<Credited[]> {
  if (records.every((record) => claimedSeconds(record) === 0)) return [];
  const times = records.map((record) => record.timestamp);
  const rows = await trx
    .selectFrom('reading_records')
    .select(['window_start', 'recorded_at', 'credited'])
    .where('vid', '=', vid)
    .where('recorded_at', '>', Math.min(...times) - longestRecord)
    .where('recorded_at', '<', Math.max(...times) + longestRecord)
    .where('credited', '>', 0)
    .execute();
  return rows.map((row) => ({
    start: Number(row.window_start),
    end: Number(row.recorded_at),
    credited: row.credited,
  }));
}
