// How much of a record's reading time counts: one person reads one book at a time, so records of several devices never
// add up to more than the time that passed. Pure rules, without database or HTTP.

import { type Heartbeat, longestRecord, type Slice } from './progress-rules.ts';

/** A record as far as it counted: `credited` seconds somewhere between `start` and `end`, Unix seconds. */
export interface Credited {
  deviceId: string;
  start: number;
  end: number;
  credited: number;
}

/** Where the record's seconds can lie: since the device's record before, at most a day. */
export function windowStart(timestamp: number, seconds: number, heartbeats: readonly Heartbeat[]): number {
  const before = heartbeats.filter((other) => other.time <= timestamp).map((other) => other.time);
  const start = Math.max(timestamp - longestRecord, ...before);
  // Timers drift, so a record may claim a little more than passed.
  return Math.min(before.length > 0 ? start : timestamp - seconds, timestamp - seconds);
}

/** The seconds that fit beside what other devices reported of the same time; the person has the benefit of the doubt. */
export function creditOf(seconds: number, window: { start: number; end: number }, others: readonly Credited[]): number {
  const taken = others.reduce((sum, other) => sum + secondsInside(other, window), 0);
  return Math.max(0, Math.min(seconds, window.end - window.start - taken));
}

/** The part of it that must lie in the window, wherever in its own it lay. */
function secondsInside({ start, end, credited }: Credited, window: { start: number; end: number }): number {
  const shared = Math.min(end, window.end) - Math.max(start, window.start);
  if (shared <= 0) return 0;
  return Math.max(0, credited - (end - start - shared));
}

/** The slices of `claimed` seconds brought down to `credited`, to the second. */
export function scaleSlices(slices: readonly Slice[], claimed: number, credited: number): Slice[] {
  if (credited >= claimed) return [...slices];
  let before = 0;
  let given = 0;
  return slices.flatMap((slice) => {
    before += slice.seconds;
    const until = Math.round((before * credited) / claimed);
    const seconds = until - given;
    given = until;
    return seconds > 0 ? [{ ...slice, seconds }] : [];
  });
}
