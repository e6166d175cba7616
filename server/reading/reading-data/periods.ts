// The periods that reading data is told for: weeks from Monday, months, years and all time, as days of the reader's time
// zone. Pure.

import { addDays, weekday } from './local-days.ts';

export type Mode = 'weekly' | 'monthly' | 'annually' | 'overall';

/** `from` is in it, `to` is not. */
export interface Period {
  from: string;
  to: string;
}

/** The period that the day falls in; `firstDay`: of all the reader's data. */
export function periodAround(mode: Mode, day: string, firstDay: string): Period {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  switch (mode) {
    case 'weekly': {
      const from = addDays(day, -weekday(day));
      return { from, to: addDays(from, 7) };
    }
    case 'monthly':
      return { from: monthStart(year, month), to: monthStart(year, month + 1) };
    case 'annually':
      return { from: monthStart(year, 1), to: monthStart(year + 1, 1) };
    case 'overall':
      return { from: firstDay < day ? firstDay : day, to: addDays(day, 1) };
  }
}

/** The one before it; all time has none. */
export function periodBefore(mode: Mode, { from }: Period): Period | undefined {
  return mode === 'overall' ? undefined : periodAround(mode, addDays(from, -1), from);
}

/** `2026-11-01` of a month that may lie outside of 1–12. */
function monthStart(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

/** First days of the months that the period touches. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = [];
  const [year = 0, month = 1] = from.split('-').map(Number);
  for (let next = month; ; next++) {
    const start = monthStart(year, next);
    if (start >= to) return months;
    months.push(start);
  }
}

export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day);
  return days;
}
