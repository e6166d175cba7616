// The rows of one engine with one book: what was measured, in quantiles, as it was and at the speed of the goals.

import { atGoalSpeed, type Beside, type Timed } from './known-work.ts';
import type { Case, Jumps, MeasuredIdle, MeasuredOpening, PlaceSeen } from './measure.ts';
import type { Row } from './report.ts';
import type { TurnRecord } from './trace.ts';

export interface Measured {
  openings: Beside<MeasuredOpening>[];
  /** Of our engine only. */
  idle: Beside<MeasuredIdle>[];
  turns: Beside<TurnRecord>[];
  jumps: Beside<Jumps> | undefined;
  /** Turns into chapters that nothing prepared; of our engine only. */
  cold: Beside<TurnRecord[]> | undefined;
  /** From the key on, in the middle of background work. */
  counting: Beside<TurnRecord[]> | undefined;
  places: PlaceSeen[];
  /** Megabytes that the page's own objects take, after a collection, of a reader who has turned and gone about the book. */
  heap: number;
  /** Megabytes of the whole process. */
  rss: number;
}

export function rowsOf(
  one: Case,
  { openings, idle, turns, jumps, cold, counting, places, heap, rss }: Measured,
): Row[] {
  const name = (action: string) => `${one.engine} ${one.book} ${action} ${one.throttle}x`;
  const row = (action: string, metric: string, value: number | undefined, unit: string): Row[] =>
    value === undefined || !Number.isFinite(value) ? [] : [{ case: name(action), metric, value: round(value), unit }];
  /** The value that a share of the times does not exceed, as measured and at the speed of the goals. */
  const times = (action: string, metric: string, samples: readonly Timed[], share: number, unit = 'ms'): Row[] => {
    const scaled = samples.flatMap((sample) => atGoalSpeed(sample, one.throttle) ?? []);
    const atSpeed = quantile(scaled, share);
    const values = samples.map(({ value }) => value);
    return row(action, metric, quantile(values, share), unit).map((made) =>
      atSpeed === undefined ? made : { ...made, atGoalSpeed: round(atSpeed) },
    );
  };
  const of = <Part extends string>(steps: readonly Beside<Record<Part, number>>[], part: Part) =>
    steps.map((step) => timeOf(step, (seen) => seen[part]));
  const crosses = (n: number) => places[n]?.section !== places[n + 1]?.section;
  const each = ({ result, known }: Beside<TurnRecord[]> = { result: [], known: 0 }) =>
    result.map((turn) => ({ result: turn, known }));
  const kinds: [string, Beside<TurnRecord>[]][] = [
    ['turn', turns.filter((_, n) => !crosses(n))],
    ['crossing', turns.filter((_, n) => crosses(n))],
    ['cold crossing', each(cold)],
    ['turn while counting', each(counting)],
  ];
  const known = [...openings, ...turns, ...(jumps ? [jumps] : [])].map((step) => step.known);
  const rowsOfJumps = ({ result, known }: Beside<Jumps>): Row[] => {
    const timed = (values: readonly number[]) => values.map((value) => ({ value, known }));
    const seen = result.seen.flatMap(({ stable }) => (stable === undefined ? [] : [stable]));
    return [
      ...times('jump', 'p50', timed(seen), 0.5),
      ...times('jump', 'ready', timed(result.ready), 0.5, 'ms until the engine says so'),
      ...row('jump', 'landed', (result.landed / result.ready.length) * 100, '% on the same page').map((made) => ({
        ...made,
        higherIsBetter: true as const,
      })),
    ];
  };
  return [
    ...row(
      'all',
      'knownWork',
      quantile(known, 0.5),
      `ms, ${round(Math.min(...known))} to ${round(Math.max(...known))}`,
    ),
    ...times('open', 'firstPage', of(openings, 'ready'), 0.5),
    ...times('open', 'painted', of(openings, 'painted'), 0.5, 'ms to the last paint'),
    ...times('open', 'main', of(openings, 'main'), 0.5),
    ...times('idle', 'counted', of(idle, 'counted'), 0.5, 'ms to every per cent'),
    ...times('idle', 'numbered', of(idle, 'numbered'), 0.5, 'ms to every number'),
    ...times('idle', 'longest', of(idle, 'longest'), 0.5, 'ms, longest task'),
    ...kinds.flatMap(([action, steps]) => {
      if (steps.length === 0) return [];
      const frames = steps.map(({ result }) => result.frames);
      const main = steps.map((step) => timeOf(step, (turn) => turn.main));
      const stable = steps.map((step) => timeOf(step, (turn) => turn.stable ?? Number.NaN));
      return [
        ...row(action, 'frames', Math.max(...frames), 'most per turn'),
        ...row(action, 'framesMean', frames.reduce((sum, count) => sum + count, 0) / steps.length, 'per turn'),
        ...times(action, 'mainP50', main, 0.5),
        ...times(action, 'mainP95', main, 0.95),
        ...times(action, 'p50', stable, 0.5),
        ...times(action, 'p95', stable, 0.95),
      ];
    }),
    ...(jumps ? rowsOfJumps(jumps) : []),
    ...row('read', 'heap', heap, 'MB'),
    ...row('read', 'rss', rss, 'MB'),
  ];
}

const timeOf = <T>({ result, known }: Beside<T>, part: (result: T) => number): Timed => ({
  value: part(result),
  known,
});

/** The least value that this share of them does not exceed. */
function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
