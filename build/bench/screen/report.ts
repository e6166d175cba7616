// Sets the rows of our engine beside those of the others, and prints them as a table or as JSON.

export interface Row {
  /** `octavo moby-dick turn 1x`. */
  case: string;
  metric: string;
  value: number;
  unit: string;
  /** A lower one is, where nothing is said. */
  higherIsBetter?: true;
  /** The better of the other engines in the same case. */
  versus?: string;
  /** Ours to theirs, or theirs to ours where a higher value is better: below 1 ours is. Absent where it would divide by 0. */
  ratio?: number;
  /** The value that is to be reached: the most that is good, or the least where a higher one is better. */
  goal?: number;
  /** What it would have been on a machine as fast as the one that the goals were set on. */
  atGoalSpeed?: number;
}

/** Adds `versus` and `ratio` to the rows of `engine`. */
export function compare(rows: readonly Row[], engine: string): Row[] {
  return rows.map((row) => {
    if (!row.case.startsWith(`${engine} `) || row.metric === 'knownWork') return row;
    const rest = row.case.slice(engine.length);
    const higher = row.higherIsBetter ?? false;
    const others = rows.filter(
      // A time of 0, or no frame at all, is nothing that was measured; 0 of what is better the more there is has been.
      (other) =>
        other !== row && other.metric === row.metric && other.case.endsWith(rest) && (higher || other.value > 0),
    );
    const best = others.sort((a, b) => (higher ? b.value - a.value : a.value - b.value))[0];
    if (!best) return row;
    const ratio = higher ? best.value / row.value : row.value / best.value;
    const versus = best.case.slice(0, -rest.length);
    return { ...row, versus, ...(Number.isFinite(ratio) && { ratio: Math.round(ratio * 100) / 100 }) };
  });
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.case,
    row.metric,
    String(row.value),
    row.unit,
    row.versus ? `${row.ratio ?? '–'} × ${row.versus}` : '',
    row.atGoalSpeed === undefined ? '' : String(row.atGoalSpeed),
    row.goal === undefined ? '' : `${row.goal}: ${shareOf(row, row.value)}, ${shareOf(row, row.atGoalSpeed)}`,
  ]);
  const all = [
    ['case', 'metric', 'value', 'unit', 'compared', 'at goal speed', 'goal: reached, at its speed'],
    ...lines,
  ];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Up to 1 it is reached. */
function shareOf({ goal = Number.NaN, higherIsBetter }: Row, value: number | undefined): string {
  return value === undefined ? '–' : `${(higherIsBetter ? goal / value : value / goal).toFixed(2)} ×`;
}
