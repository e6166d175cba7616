// What every bench prints: rows as a table for people or as one JSON array for programs, on standard output; progress
// goes to standard error. Must not know what is measured.

export interface Row {
  /** Program, storage or engine, action, throttle: `sqlite shelf sync nothing new`. */
  case: string;
  /** `perSecond`, `p50`, `p99`, `mainP95`, `frames`, `firstPage`, `rss` and so on. */
  metric: string;
  value: number;
  unit: string;
  /** What was measured in the same run and stands beside it. */
  versus?: string;
  /** This value to the other one. */
  ratio?: number;
}

/** `versus` is left out when there is nothing to stand beside, or when that was not measured. */
export function row(
  name: string,
  metric: string,
  value: number,
  unit: string,
  versus?: { name: string; value: number },
): Row {
  const compared = versus && versus.value > 0 ? { versus: versus.name, ratio: round(value / versus.value, 3) } : {};
  return { case: name, metric, value: round(value, value < 10 ? 3 : 1), unit, ...compared };
}

/** Nothing else may be written to standard output by a bench. */
export function printReport(rows: readonly Row[], json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(rows)}\n` : `${table(rows)}\n`);
}

export function progress(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

export function table(rows: readonly Row[]): string {
  const lines = [
    ['case', 'metric', 'value', 'unit', 'compared'],
    ...rows.map((each) => [
      each.case,
      each.metric,
      String(each.value),
      each.unit,
      each.versus === undefined ? '' : `${each.ratio} × ${each.versus}`,
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const numbers = 2;
  const padded = lines.map((line) =>
    line.map((cell, column) =>
      column === numbers ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  );
  return padded.map((line) => line.join('  ').trimEnd()).join('\n');
}

/** Nearest rank; `share` from 0 to 1. Undefined for no values. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
