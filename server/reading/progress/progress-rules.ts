// How a reported position and reading time are judged and merged: pure rules, without database or HTTP.

/** A place as it is stored, in one JSON column. */
export interface StoredPlace {
  chapterUid: number;
  chapterIdx: number;
  chapterOffset: number;
  progress: number;
  bookVersion: number;
  updateTime: number;
  deviceId: string;
  cfi?: string;
  textQuote?: string;
}

export interface Places {
  latest: StoredPlace;
  furthest: StoredPlace;
}

/** The newer place is the latest; the furthest only moves forward. `stale`: another device was here later. */
export function mergePlace(stored: Places | undefined, place: StoredPlace): Places & { stale: boolean } {
  if (!stored) return { latest: place, furthest: place, stale: false };
  const stale = place.updateTime < stored.latest.updateTime;
  return {
    latest: stale ? stored.latest : place,
    furthest: isFurther(place, stored.furthest) ? place : stored.furthest,
    stale,
  };
}

function isFurther(a: StoredPlace, b: StoredPlace): boolean {
  if (a.bookVersion !== b.bookVersion || a.progress !== b.progress) return a.progress > b.progress;
  return a.chapterIdx !== b.chapterIdx ? a.chapterIdx > b.chapterIdx : a.chapterOffset > b.chapterOffset;
}

/** Seconds by which clocks that were corrected may still differ. */
export const clockTolerance = 300;
export const longestRecord = 86_400;
const hourSeconds = 3600;

/** What one device reported, by time: `time` is its end, Unix seconds. */
export interface Heartbeat {
  time: number;
  seconds: number;
}

export interface Reported {
  timestamp: number;
  readingTime: number;
  ttsTime?: number;
  lectureTime?: number;
  lectureTextTime?: number;
  autoTime?: number;
  hours?: { time: number; readingTime: number }[];
}

/** Seconds that a record claims of the person's time. Speech and reading along run at the same time as reading. */
export function claimedSeconds(record: Reported): number {
  return Math.max(record.readingTime, record.ttsTime ?? 0, record.lectureTime ?? 0, record.lectureTextTime ?? 0);
}

/** Names the first value that cannot be true, or nothing. `others`: the device's neighbouring records. */
export function findImpossible(record: Reported, now: number, others: Heartbeat[]): string | undefined {
  const seconds = claimedSeconds(record);
  if (record.timestamp > now + clockTolerance) return 'timestamp lies in the future';
  if (seconds > longestRecord) return 'more than a day in one record';
  if ((record.autoTime ?? 0) > record.readingTime) return 'autoTime is more than readingTime';
  const byHour = (record.hours ?? []).reduce((sum, hour) => sum + hour.readingTime, 0);
  if (byHour > record.readingTime) return 'hours add up to more than readingTime';
  if (record.hours?.some((hour) => hour.time > record.timestamp)) return 'an hour lies after the record';
  const earliest = record.timestamp - longestRecord - hourSeconds;
  if (record.hours?.some((hour) => hour.time < earliest)) return 'an hour lies more than a day before the record';
  if (seconds === 0) return undefined;
  const before = Math.max(...others.filter((other) => other.time <= record.timestamp).map((other) => other.time));
  if (exceeds(seconds, record.timestamp - before)) return 'more seconds than passed since the record before';
  const after = others.filter((other) => other.time > record.timestamp && other.seconds > 0);
  const overlap = after.find((other) => exceeds(other.seconds, other.time - record.timestamp));
  return overlap ? 'the time was reported already' : undefined;
}

/** Timers drift and times are whole seconds. */
function exceeds(seconds: number, passed: number): boolean {
  return seconds > passed * 1.1 + 2;
}

export interface Slice {
  /** `2026-11-21` in the reader's time zone. */
  day: string;
  hour: number;
  seconds: number;
}

const quarter = 900;

/** Lays a record's claimed time on days and hours of the reader's time zone. Throws RangeError for an unknown zone. */
export function sliceTime(record: Reported, timeZone: string): Slice[] {
  const clock = clockOf(timeZone);
  const byHour = (record.hours ?? []).map((hour) => ({ time: hour.time, seconds: hour.readingTime }));
  const told = byHour.reduce((sum, piece) => sum + piece.seconds, 0);
  return [...byHour, ...quarters(record.timestamp, claimedSeconds(record) - told)]
    .filter((piece) => piece.seconds > 0)
    .map((piece) => ({ ...localHour(clock, piece.time), seconds: piece.seconds }));
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
}

/** Every time zone's hours begin on a quarter of an hour. */
function quarters(end: number, seconds: number): { time: number; seconds: number }[] {
  const pieces: { time: number; seconds: number }[] = [];
  for (let at = end, left = seconds; left > 0; ) {
    const start = Math.floor((at - 1) / quarter) * quarter;
    const part = Math.min(left, at - start);
    pieces.push({ time: start, seconds: part });
    at -= part;
    left -= part;
  }
  return pieces;
}

function localHour(clock: Intl.DateTimeFormat, time: number): { day: string; hour: number } {
  const parts = Object.fromEntries(clock.formatToParts(time * 1000).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}
