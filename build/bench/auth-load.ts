// Lets a number of callers each do one thing again and again, and tells how often it was done and how long it took.

import { processorTimeOf } from './child-program.ts';
import { quantile } from './report.ts';

export interface AuthLoad {
  /** Callers at once, each waiting for its answer. */
  callers: number;
  seconds: number;
}

export interface AuthMeasured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Milliseconds of processor time that each took of the servers, which other programs on the machine disturb least. */
  processor: number | undefined;
}

/** Does it once; the caller keeps what it needs for the next time. */
export type Act = () => Promise<void>;

export async function measureActs(
  load: AuthLoad,
  pids: readonly number[],
  makeActs: (caller: number) => Promise<Act>,
): Promise<AuthMeasured> {
  const acts = await Promise.all(Array.from({ length: load.callers }, (_, caller) => makeActs(caller)));
  // Compiled and cached on both sides before the clock starts.
  await actFor(acts, Math.min(1, load.seconds / 4), []);
  const times: number[] = [];
  const before = processorTime(pids);
  const seconds = await actFor(acts, load.seconds, times);
  const after = processorTime(pids);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5) ?? 0,
    p99: quantile(times, 0.99) ?? 0,
    processor: before === undefined || after === undefined ? undefined : (after - before) / times.length,
  };
}

function processorTime(pids: readonly number[]): number | undefined {
  const times = pids.map(processorTimeOf);
  return times.every((time) => time !== undefined) ? times.reduce((sum, time) => sum + time, 0) : undefined;
}

/** Seconds that it took, with the last answers. */
async function actFor(acts: readonly Act[], seconds: number, times: number[]): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    acts.map(async (act) => {
      for (let start = performance.now(); start < end; ) {
        await act();
        const now = performance.now();
        times.push(now - start);
        start = now;
      }
    }),
  );
  return (performance.now() - begin) / 1000;
}
