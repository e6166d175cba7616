// Sums of reading time out of the days and hours that records were laid on: by day, by book, by hour, per period.
// Each is one query over one reader's index.

import { sql } from 'kysely';
import type { Db } from '../reading.ts';
import type { Period } from './periods.ts';

export interface DayTime {
  day: string;
  total: number;
  read: number;
  listened: number;
}

/** Days with reading, oldest first. */
export async function timeByDay(db: Db, vid: string, { from, to }: Period): Promise<DayTime[]> {
  const rows = await db
    .selectFrom('reading_days')
    .select((row) => [
      'day',
      row.fn.sum<number>('total_seconds').as('total'),
      row.fn.sum<number>('seconds').as('read'),
      row.fn.sum<number>('listened_seconds').as('listened'),
    ])
    .where('vid', '=', vid)
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('day')
    .orderBy('day')
    .execute();
  return rows.map(({ day, total, read, listened }) => ({
    day,
    total: Number(total),
    read: Number(read),
    listened: Number(listened),
  }));
}

export async function totalTime(db: Db, vid: string, { from, to }: Period): Promise<number> {
  const { total } = await db
    .selectFrom('reading_days')
    .select((row) => row.fn.sum<number | null>('total_seconds').as('total'))
    .where('vid', '=', vid)
    .where('day', '>=', from)
    .where('day', '<', to)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

export interface BookTime {
  bookId: string;
  total: number;
}

/** Longest first. */
export async function timeByBook(db: Db, vid: string, { from, to }: Period): Promise<BookTime[]> {
  const rows = await db
    .selectFrom('reading_days')
    .select((row) => ['book_id', row.fn.sum<number>('total_seconds').as('total')])
    .where('vid', '=', vid)
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('book_id')
    .orderBy('total', 'desc')
    .orderBy('book_id')
    .execute();
  return rows.map(({ book_id, total }) => ({ bookId: book_id, total: Number(total) })).filter(({ total }) => total > 0);
}

/** Seconds by hour of the day, from 00:00. */
export async function timeByHour(db: Db, vid: string, { from, to }: Period): Promise<number[]> {
  const rows = await db
    .selectFrom('reading_hours')
    .select((row) => ['hour', row.fn.sum<number>('seconds').as('total')])
    .where('vid', '=', vid)
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('hour')
    .execute();
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { hour, total } of rows) hours[hour] = Number(total);
  return hours;
}

/** Seconds by `2026-11`, oldest first. */
export async function timeByMonth(db: Db, vid: string): Promise<{ month: string; total: number }[]> {
  const month = sql<string>`substr(day, 1, 7)`;
  const rows = await db
    .selectFrom('reading_days')
    .select((row) => [month.as('month'), row.fn.sum<number>('total_seconds').as('total')])
    .where('vid', '=', vid)
    .groupBy(month)
    .orderBy('month')
    .execute();
  return rows.map((row) => ({ month: row.month, total: Number(row.total) }));
}

/** The first day with reading, if there is one. */
export async function firstDay(db: Db, vid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('reading_days')
    .select('day')
    .where('vid', '=', vid)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row?.day;
}
