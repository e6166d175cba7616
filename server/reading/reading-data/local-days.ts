// Days of a time zone: which day a moment falls on, when a day begins, and arithmetic on `2026-11-21` without clocks.
// Pure; a day of 23 or 25 hours is a day.

const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 64;
const dayMilliseconds = 86_400_000;

/** Throws RangeError for an unknown zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= mostFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** What a clock on the wall shows, as if it were UTC; milliseconds. */
function wallTime(time: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(time * 1000);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The day of a moment, Unix seconds. */
export function dayOf(time: number, timeZone: string): string {
  return new Date(wallTime(time, timeZone)).toISOString().slice(0, 10);
}

/** When the day begins, Unix seconds; its first moment where midnight is left out by a change of clocks. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`) / 1000;
  // Zones lie within 14 hours of UTC, and clocks change rarely: the offsets around that midnight are all there can be.
  const offsets = new Set([midnight - 14 * 3600, midnight, midnight + 14 * 3600].map((at) => offsetAt(at, timeZone)));
  const starts = [...offsets].map((offset) => midnight - offset).sort((a, b) => a - b);
  const exact = starts.find((at) => wallTime(at, timeZone) === midnight * 1000);
  if (exact !== undefined) return exact;
  // The clocks jumped over midnight: the jump itself is the first moment of the day.
  const [before = midnight, after = midnight] = [starts[0], starts.at(-1)];
  return firstMoment(day, before, after, timeZone);
}

function firstMoment(day: string, before: number, after: number, timeZone: string): number {
  let [low, high] = [before - 1, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayOf(middle, timeZone) < day) low = middle;
    else high = middle;
  }
  return high;
}

function offsetAt(time: number, timeZone: string): number {
  return wallTime(time, timeZone) / 1000 - time;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMilliseconds).toISOString().slice(0, 10);
}

/** Days from `from` until before `to`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMilliseconds);
}

/** 0 is Monday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Days are written so that they sort as words. */
export const earlierDay = (a: string, b: string) => [a, b].sort()[0] as string;
export const laterDay = (a: string, b: string) => [a, b].sort()[1] as string;
