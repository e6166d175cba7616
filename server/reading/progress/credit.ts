// How much of a record's reading time counts: one person reads one book at a time, so records of several devices never
// add up to more than the time that passed. Pure rules, without database or HTTP.

import { type Heartbeat, longestRecord, type Slice } from './progress-rules.ts';

/** A record as far as it counted: `credited` seconds somewhere between `start` and `end`, Unix seconds; of any device. */
export interface Credited {
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

/**
 * The seconds that fit beside what was credited before, wherever in their windows those lay: for every stretch of time
 * around the window, what must lie within the stretch may not be longer than it. The person has the benefit of any doubt
 * that is left.
 */
export function creditOf(seconds: number, window: { start: number; end: number }, before: readonly Credited[]): number {
  const near = overlapping(window, before);
  const starts = new Set([window.start, ...near.map(({ start }) => start).filter((start) => start < window.start)]);
  const byEnd = near.toSorted((a, b) => a.end - b.end);
  let room = Math.min(seconds, window.end - window.start);
  for (const start of starts) {
    let inside = 0;
    for (const [index, other] of byEnd.entries()) {
      if (other.start >= start) inside += other.credited;
      const next = byEnd[index + 1];
      if (next && next.end <= window.end) continue;
      room = Math.min(room, Math.max(other.end, window.end) - start - inside);
    }
  }
  return Math.max(0, room);
}

/** Those that share time with the window, directly or by way of others; touching is not sharing. */
function overlapping(window: { start: number; end: number }, before: readonly Credited[]): Credited[] {
  const sorted = before.toSorted((a, b) => a.start - b.start);
  let { start, end } = window;
  let kept: Credited[] = [];
  for (;;) {
    const found = sorted.filter((other) => other.start < end && other.end > start);
    if (found.length === kept.length) return kept;
    kept = found;
    start = Math.min(start, ...found.map((other) => other.start));
    end = Math.max(end, ...found.map((other) => other.end));
  }
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
