// Writes what applied records change: the records themselves, progress, times per day and hour, the shelf's entries.

import type { Trx } from '../reading.ts';
import type { ProgressRow, ReadingDayRow, ReadingRecordRow } from '../schema/progress.ts';
import { itemKey, readEntries, writeEntries } from '../shelf/shelf-entries.ts';
import { noteInterest } from '../store/note-changes.ts';
import { scaleSlices } from './credit.ts';
import type { Slice } from './progress-rules.ts';
import type { ReadingRecord } from './reading-record.ts';
import { type SpeedSample, writeSpeeds } from './reading-speed.ts';

/** What the records change, collected to be written at once. */
export interface Changes {
  records: ReadingRecordRow[];
  progress: Map<string, ProgressRow>;
  days: Map<string, Omit<ReadingDayRow, 'vid'>>;
  hours: Map<string, { day: string; hour: number; seconds: number }>;
  speeds: SpeedSample[];
  /** Of the newest record that told one. */
  timeZone?: { name: string; time: number };
}

export function noChanges(): Changes {
  return { records: [], progress: new Map(), days: new Map(), hours: new Map(), speeds: [] };
}

/** Adds what counted of a record to its days and hours, and which part of it was read or listened to. */
export function addTimes(
  changes: Changes,
  record: ReadingRecord,
  slices: Slice[],
  { seconds, credited }: { seconds: number; credited: number },
): void {
  const counted = scaleSlices(slices, seconds, credited);
  for (const slice of counted) {
    dayOf(changes, slice.day, record.bookId).total_seconds += slice.seconds;
    const row = changes.hours.get(`${slice.day} ${slice.hour}`) ?? { day: slice.day, hour: slice.hour, seconds: 0 };
    row.seconds += slice.seconds;
    changes.hours.set(`${slice.day} ${slice.hour}`, row);
  }
  const share = (part: number) => scaleSlices(counted, credited, Math.round((credited * part) / Math.max(1, seconds)));
  for (const { day, seconds } of share(record.readingTime)) dayOf(changes, day, record.bookId).seconds += seconds;
  const listened = Math.min(seconds, (record.ttsTime ?? 0) + (record.lectureTime ?? 0));
  for (const { day, seconds } of share(listened)) dayOf(changes, day, record.bookId).listened_seconds += seconds;
}

function dayOf(changes: Changes, day: string, bookId: string): Omit<ReadingDayRow, 'vid'> {
  const nothing = { day, book_id: bookId, total_seconds: 0, seconds: 0, listened_seconds: 0 };
  const row = changes.days.get(`${day} ${bookId}`) ?? nothing;
  changes.days.set(`${day} ${bookId}`, row);
  return row;
}

export async function writeChanges(trx: Trx, vid: string, changes: Changes, takeKey: () => number): Promise<void> {
  if (changes.records.length === 0) return;
  await trx.insertInto('reading_records').values(changes.records).execute();
  await writeProgress(trx, [...changes.progress.values()]);
  await writeTimes(trx, vid, changes);
  await writeSpeeds(trx, vid, changes.speeds);
  await keepTimeZone(trx, vid, changes.timeZone);
  const items = [...changes.progress.keys()].map((id) => ({ kind: 'book' as const, id }));
  const entries = await readEntries(trx, vid, items);
  const rows = items.flatMap(({ kind, id }) => {
    const entry = entries.get(itemKey(kind, id));
    const readAt = changes.progress.get(id)?.update_time ?? 0;
    if (entry?.removed_at !== 0 || entry.read_at >= readAt) return [];
    return [{ ...entry, read_at: readAt, sync_key: takeKey() }];
  });
  await writeEntries(trx, rows);
  const noted = new Set(rows.map((row) => row.item_id));
  await noteInterest(
    trx,
    vid,
    items.flatMap(({ id }) => (noted.has(id) ? [] : [id])),
  );
}

/** Days and hours are told in the zone where the person is now; records that come late do not say that. */
async function keepTimeZone(trx: Trx, vid: string, zone: Changes['timeZone']): Promise<void> {
  if (!zone) return;
  await trx
    .updateTable('users')
    .set({ time_zone: zone.name })
    .where('vid', '=', vid)
    .where('time_zone', '<>', zone.name)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('reading_records as later')
            .select('later.vid')
            .where('later.vid', '=', vid)
            .where('later.recorded_at', '>', zone.time),
        ),
      ),
    )
    .execute();
}

async function writeProgress(trx: Trx, rows: ProgressRow[]): Promise<void> {
  await trx
    .insertInto('progress')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['vid', 'book_id']).doUpdateSet((row) => ({
        sync_key: row.ref('excluded.sync_key'),
        latest: row.ref('excluded.latest'),
        furthest: row.ref('excluded.furthest'),
        update_time: row.ref('excluded.update_time'),
        reading_time: row.ref('excluded.reading_time'),
        tts_time: row.ref('excluded.tts_time'),
        lecture_time: row.ref('excluded.lecture_time'),
        started_at: row.ref('excluded.started_at'),
        finished_at: row.ref('excluded.finished_at'),
        install_id: row.ref('excluded.install_id'),
        app_id: row.ref('excluded.app_id'),
        summary: row.ref('excluded.summary'),
        review_id: row.ref('excluded.review_id'),
      })),
    )
    .execute();
}

async function writeTimes(trx: Trx, vid: string, changes: Changes): Promise<void> {
  if (changes.days.size > 0) {
    await trx
      .insertInto('reading_days')
      .values([...changes.days.values()].map((row) => ({ vid, ...row })))
      .onConflict((conflict) =>
        conflict.columns(['vid', 'day', 'book_id']).doUpdateSet((row) => ({
          total_seconds: row('reading_days.total_seconds', '+', row.ref('excluded.total_seconds')),
          seconds: row('reading_days.seconds', '+', row.ref('excluded.seconds')),
          listened_seconds: row('reading_days.listened_seconds', '+', row.ref('excluded.listened_seconds')),
        })),
      )
      .execute();
    const seconds = [...changes.days.values()].reduce((sum, day) => sum + day.total_seconds, 0);
    await trx
      .insertInto('reading_totals')
      .values({ vid, seconds })
      .onConflict((conflict) =>
        conflict.column('vid').doUpdateSet((row) => ({ seconds: row('reading_totals.seconds', '+', seconds) })),
      )
      .execute();
  }
  if (changes.hours.size > 0) {
    await trx
      .insertInto('reading_hours')
      .values([...changes.hours.values()].map((row) => ({ vid, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['vid', 'day', 'hour'])
          .doUpdateSet((row) => ({ seconds: row('reading_hours.seconds', '+', row.ref('excluded.seconds')) })),
      )
      .execute();
  }
}
