// Applies what devices report of reading: however many records in one transaction and a fixed number of queries.
// Each record is applied whole, or refused whole with its reason; one that was applied before changes nothing.

import { AppError } from '../../../api/errors.ts';
import type { ListedBook } from '../books/book-access.ts';
import type { Caller, Reading } from '../reading.ts';
import type { ProgressRow } from '../schema/progress.ts';
import { shelfCollection } from '../shelf/shelf-entries.ts';
import { withSyncKeys } from '../sync-key.ts';
import { creditOf, windowStart } from './credit.ts';
import { type Known, readKnown, recordKey } from './known-records.ts';
import { placesOf } from './progress-rows.ts';
import {
  claimedSeconds,
  findImpossible,
  type Heartbeat,
  mergePlace,
  type Places,
  type Slice,
  type StoredPlace,
  sliceTime,
} from './progress-rules.ts';
import type { ReadingRecord } from './reading-record.ts';
import { sampleSpeed } from './reading-speed.ts';
import { addTimes, type Changes, noChanges, writeChanges } from './write-records.ts';

export type Outcome =
  | { result: 'applied' | 'duplicate' | 'stale'; progress: ProgressRow; places: Places }
  | { result: 'refused'; error: AppError };

/** Outcomes in the records' order. */
export async function applyRecords(reading: Reading, { vid }: Caller, records: ReadingRecord[]): Promise<Outcome[]> {
  const now = reading.now();
  return reading.database.transaction(async (trx) => {
    const { result } = await withSyncKeys(trx, vid, shelfCollection, async (takeKey) => {
      const known = await readKnown(trx, vid, records);
      const changes = noChanges();
      const outcomes = new Map<ReadingRecord, Outcome>();
      for (const record of records.toSorted((a, b) => a.timestamp - b.timestamp)) {
        outcomes.set(record, applyRecord(vid, now, record, known, changes));
      }
      for (const row of changes.progress.values()) row.sync_key = takeKey();
      await writeChanges(trx, vid, changes, takeKey);
      return records.map((record) => outcomes.get(record) as Outcome);
    });
    return result;
  });
}

function applyRecord(vid: string, now: number, record: ReadingRecord, known: Known, changes: Changes): Outcome {
  const book = known.books.get(record.bookId);
  if (!book) return refuse('not_found', 'There is no such book for this account.', { bookId: record.bookId });
  if (!known.devices.has(record.deviceId)) {
    return refuse('no_permission', 'That device never signed in to this account.', { deviceId: record.deviceId });
  }
  const stored = known.progress.get(record.bookId);
  if (known.applied.has(recordKey(record.deviceId, record.random))) {
    if (stored) return { result: 'duplicate', progress: stored, places: placesOf(stored) };
    return refuse('bad_argument', 'That random was used for another record.', { random: 'is not new' });
  }
  const heartbeats = known.heartbeats.get(record.deviceId) ?? [];
  const impossible = findImpossible(record, now, heartbeats) ?? findUnknownChapter(record, book, known);
  if (impossible)
    return refuse('impossible_value', `The record cannot be true: ${impossible}.`, { reason: impossible });
  const slices = sliceSafely(record, known.timeZone);
  if (!slices) return refuse('bad_argument', 'The time zone is not known.', { recordCreateTimeZone: 'unknown' });

  const place = placeOf(record, book, now);
  const before = stored && placesOf(stored);
  const merged = mergePlace(before, place);
  const counted = countTime(record, heartbeats, known);
  const { seconds } = counted.row;
  const progress = nextProgress(vid, record, stored, merged, counted.row.credited);
  const sample = sampleSpeed(book, before?.latest, place, Math.min(record.readingTime, counted.row.credited));
  if (sample) changes.speeds.push(sample);
  known.progress.set(record.bookId, progress);
  known.applied.add(recordKey(record.deviceId, record.random));
  known.heartbeats.set(record.deviceId, [...heartbeats, { time: record.timestamp, seconds }]);
  changes.progress.set(record.bookId, progress);
  changes.records.push({ vid, received_at: now, ...counted.row });
  if (record.recordCreateTimeZone) changes.timeZone = { name: record.recordCreateTimeZone, time: record.timestamp };
  addTimes(changes, record, slices, counted.row);
  return { result: merged.stale ? 'stale' : 'applied', progress, places: merged };
}

function refuse(
  code: 'not_found' | 'no_permission' | 'impossible_value' | 'bad_argument',
  message: string,
  details: Record<string, unknown>,
): Outcome {
  return { result: 'refused', error: new AppError(code, message, details) };
}

/** A place in another version cannot be checked; it is found again by its quote. */
function findUnknownChapter(record: ReadingRecord, book: ListedBook, known: Known): string | undefined {
  if (record.bookVersion !== undefined && record.bookVersion !== book.version) return undefined;
  return known.chapters.has(`${record.bookId} ${record.chapterUid}`) ? undefined : 'the book has no such chapter';
}

/** A record that does not say its zone was made where the person is otherwise. */
function sliceSafely(record: ReadingRecord, timeZone: string): Slice[] | undefined {
  try {
    return sliceTime(record, record.recordCreateTimeZone ?? timeZone);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function placeOf(record: ReadingRecord, book: ListedBook, now: number): StoredPlace {
  return {
    chapterUid: record.chapterUid,
    chapterIdx: record.chapterIdx ?? record.chapterUid,
    chapterOffset: record.chapterOffset,
    progress: record.progress,
    bookVersion: record.bookVersion ?? book.version,
    updateTime: Math.min(record.timestamp, now),
    deviceId: record.deviceId,
    ...(record.cfi === undefined ? {} : { cfi: record.cfi }),
    ...(record.textQuote === undefined ? {} : { textQuote: record.textQuote }),
  };
}

function nextProgress(
  vid: string,
  record: ReadingRecord,
  stored: ProgressRow | undefined,
  places: Places,
  credited: number,
): ProgressRow {
  const isLatest = places.latest.updateTime <= record.timestamp;
  const told = (given: string | undefined, before: string | undefined) =>
    isLatest && given !== undefined ? given : (before ?? '');
  return {
    vid,
    book_id: record.bookId,
    sync_key: stored?.sync_key ?? 0,
    latest: JSON.stringify(places.latest),
    furthest: JSON.stringify(places.furthest),
    update_time: places.latest.updateTime,
    reading_time: (stored?.reading_time ?? 0) + credited,
    tts_time: (stored?.tts_time ?? 0) + (record.ttsTime ?? 0),
    lecture_time: (stored?.lecture_time ?? 0) + (record.lectureTime ?? 0),
    started_at: Math.min(stored?.started_at ?? record.timestamp, record.timestamp),
    finished_at: stored?.finished_at || (record.finish ? record.timestamp : 0),
    install_id: told(record.installId, stored?.install_id),
    app_id: told(record.appId, stored?.app_id),
    summary: told(record.summary, stored?.summary),
    review_id: told(record.reviewId, stored?.review_id),
  };
}

/** What counts of the record's time beside what other devices reported; known to the records after it. */
function countTime(record: ReadingRecord, heartbeats: Heartbeat[], known: Known) {
  const { deviceId, random, bookId, timestamp } = record;
  const seconds = claimedSeconds(record);
  const window = { start: windowStart(timestamp, seconds, heartbeats), end: timestamp };
  const credited = creditOf(seconds, window, known.credited);
  known.credited.push({ ...window, credited });
  const row = { device_id: deviceId, random, book_id: bookId, recorded_at: timestamp, seconds, credited };
  return { row: { ...row, window_start: window.start } };
}
