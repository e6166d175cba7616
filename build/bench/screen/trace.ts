// Records what the browser painted and what its main thread did, and cuts the record into single page turns.

import type { CDPSession } from 'playwright';

export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Of it, what the thread itself ran. */
  tdur?: number;
}

export interface TurnRecord {
  /** Frames with damage. */
  frames: number;
  /** Milliseconds from the turn to the last frame that it caused. */
  stable: number | undefined;
  /** Milliseconds of the main thread until it has handed over the first frame. */
  main: number;
  /** Until the last one. */
  mainToLast: number;
}

const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing,viz';

export async function record(session: CDPSession, action: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    events.push(...(value as TraceEvent[]));
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(','), recordMode: 'recordUntilFull' },
  });
  await action();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/** One record per pair of marks `turn-N` and `seen-N`. */
export function turnsOf(events: readonly TraceEvent[], count: number): TurnRecord[] {
  const marks = new Map(events.filter((event) => event.cat.includes('user_timing')).map((mark) => [mark.name, mark]));
  const first = marks.get('turn-0');
  if (!first) throw new Error('The trace has no marks; the page did not turn.');
  const swaps = events.filter((event) => event.name === 'SoftwareRenderer::SwapBuffers');
  const tasks = tasksOf(events, first);
  const commits = onThread(events, first, 'Commit');
  return Array.from({ length: count }, (_, n) => {
    const start = marks.get(`turn-${n}`)?.ts ?? 0;
    const end = marks.get(`seen-${n}`)?.ts ?? 0;
    const painted = swaps.filter((swap) => swap.ts >= start && swap.ts < end).map((swap) => swap.ts + (swap.dur ?? 0));
    // What the main thread does while the frame is drawn beside it delays nothing.
    const commit = commits.find(({ ts }) => ts >= start);
    const until = Math.min(painted[0] ?? end, commit ? commit.ts + (commit.dur ?? 0) : end);
    const last = painted.at(-1);
    const mainUntil = (at: number) => tasks.reduce((sum, task) => sum + overlap(task, start, at), 0) / 1000;
    return {
      frames: painted.length,
      stable: last === undefined ? undefined : (last - start) / 1000,
      main: mainUntil(until),
      mainToLast: mainUntil(last ?? end),
    };
  });
}

/** Time of the thread, not of the clock: what other programs take of a busy machine is not the page's. */
function overlap({ ts, dur = 0, tdur = dur }: TraceEvent, start: number, end: number): number {
  const within = Math.max(0, Math.min(ts + dur, end) - Math.max(ts, start));
  return dur > 0 ? within * Math.min(1, tdur / dur) : 0;
}

/** Milliseconds of the longest task of the page's main thread. */
export function longestTask(events: readonly TraceEvent[], from: string): number {
  const first = markOf(events, from);
  if (!first) throw new Error(`The trace has no mark ${from}.`);
  return Math.max(...tasksOf(events, first).map(({ ts, dur = 0, tdur = dur }) => (ts >= first.ts ? tdur : 0))) / 1000;
}

/** Milliseconds from a mark to the last frame with damage before another, or to the last of all where that is missing. */
export function lastPaint(events: readonly TraceEvent[], from: string, until: string): number {
  const [first, end] = [from, until].map((name) => markOf(events, name));
  const swaps = events.filter(
    ({ name, ts }) =>
      name === 'SoftwareRenderer::SwapBuffers' && ts >= (first?.ts ?? 0) && ts < (end?.ts ?? Number.POSITIVE_INFINITY),
  );
  const last = Math.max(...swaps.map(({ ts, dur = 0 }) => ts + dur));
  return first && swaps.length > 0 ? (last - first.ts) / 1000 : Number.NaN;
}

/** Milliseconds of the main thread between two marks. */
export function mainBetween(events: readonly TraceEvent[], from: string, to: string): number {
  const [first, last] = [from, to].map((name) => markOf(events, name));
  if (!first || !last) return Number.NaN;
  return tasksOf(events, first).reduce((sum, task) => sum + overlap(task, first.ts, last.ts), 0) / 1000;
}

const markOf = (events: readonly TraceEvent[], name: string) =>
  events.find((event) => event.cat.includes('user_timing') && event.name === name);

const tasksOf = (events: readonly TraceEvent[], mark: TraceEvent) => onThread(events, mark, 'RunTask');

function onThread(events: readonly TraceEvent[], { pid, tid }: TraceEvent, name: string): TraceEvent[] {
  return events.filter((event) => event.name === name && event.ph === 'X' && event.pid === pid && event.tid === tid);
}
