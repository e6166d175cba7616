// What an engine is to reach, in the terms of the bench's rows.

import type { Row } from './report.ts';

interface Goal {
  /** What the engine does; `open`, `turn`. */
  action: string;
  metric: string;
  throttle: number;
  /** The least where a higher value is better. Of all books, or of some other than of the rest. */
  most: number;
  /** The goal is that share of the better of the other engines. */
  ofOthers?: true;
  books?: Readonly<Record<string, number>>;
}

const chineseOrJapanese = (most: number) => ({ chinese: most, kusamakura: most });

const both = (goal: Omit<Goal, 'throttle'>): Goal[] => [1, 6].map((throttle) => ({ ...goal, throttle }));

const goals: readonly Goal[] = [
  ...both({ action: 'turn', metric: 'frames', most: 1 }),
  ...both({ action: 'crossing', metric: 'frames', most: 1 }),
  ...both({ action: 'cold crossing', metric: 'frames', most: 1 }),
  ...both({ action: 'read', metric: 'heap', most: 8 }),
  ...both({ action: 'jump', metric: 'landed', most: 100 }),
  { action: 'open', metric: 'firstPage', throttle: 1, most: 0.45, ofOthers: true },
  { action: 'open', metric: 'firstPage', throttle: 6, most: 600, books: { chinese: 1000, 'long-chapter': 1500 } },
  { action: 'turn', metric: 'mainP50', throttle: 6, most: 12 },
  { action: 'turn', metric: 'mainP95', throttle: 6, most: 16, books: chineseOrJapanese(20) },
  { action: 'turn', metric: 'p95', throttle: 6, most: 50, books: chineseOrJapanese(75) },
  { action: 'crossing', metric: 'p95', throttle: 6, most: 60 },
  { action: 'cold crossing', metric: 'p95', throttle: 6, most: 350 },
  { action: 'idle', metric: 'counted', throttle: 6, most: 2000 },
  { action: 'idle', metric: 'longest', throttle: 6, most: 100 },
  // Of books of up to 3 MB; one of two thousand chapters has no goal.
  { action: 'idle', metric: 'numbered', throttle: 6, most: 15_000, books: { 'many-chapters': Number.NaN } },
  { action: 'jump', metric: 'p50', throttle: 6, most: 350 },
  { action: 'turn', metric: 'mainP95', throttle: 1, most: 4 },
];

/** Of our engine's rows, each with the goal that it has. */
export function setGoals(rows: readonly Row[], engine: string): Row[] {
  return rows.map((row) => {
    const book = /^\S+ (\S+) /.exec(row.case)?.[1] ?? '';
    const goal = goals.find(
      ({ action, metric, throttle }) =>
        row.case === `${engine} ${book} ${action} ${throttle}x` && row.metric === metric,
    );
    const most = goal && (goal.books?.[book] ?? goal.most);
    if (most === undefined || Number.isNaN(most)) return row;
    if (!goal?.ofOthers) return { ...row, goal: most };
    return row.ratio === undefined ? row : { ...row, goal: Math.round((most * row.value * 10) / row.ratio) / 10 };
  });
}
