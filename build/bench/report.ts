// What every bench prints: rows as a table for people or as one JSON array for programs, on standard output, all at the end
// or as they come; progress goes to standard error. Must not know what is measured.

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

/** The same, row by row: a long run that is cut off has told what it knew. */
export class RunningReport {
  readonly #json: boolean;
  #count = 0;

  constructor(json: boolean) {
    this.#json = json;
  }

  add(rows: readonly Row[]): void {
    for (const each of rows) {
      if (this.#json) process.stdout.write(`${this.#count === 0 ? '[' : ','}${JSON.stringify(each)}\n`);
      else {
        if (this.#count === 0) process.stdout.write(`${padded(heads, usualWidths)}\n`);
        process.stdout.write(`${padded(cellsOf(each), usualWidths)}\n`);
      }
      this.#count++;
    }
  }

  end(): void {
    if (this.#json) process.stdout.write(this.#count === 0 ? '[]\n' : ']\n');
  }
}

export function progress(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

export function table(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => padded(line, widths)).join('\n');
}

const heads = ['case', 'metric', 'value', 'unit', 'compared'];
/** Where all rows are not known yet. */
const usualWidths = [40, 16, 9, 26, 0];
const numbers = 2;

function cellsOf(each: Row): string[] {
  const compared = each.versus === undefined ? '' : `${each.ratio} × ${each.versus}`;
  return [each.case, each.metric, String(each.value), each.unit, compared];
}

function padded(line: readonly string[], widths: readonly number[]): string {
  const cells = line.map((cell, column) => {
    const width = widths[column] ?? 0;
    return column === numbers ? cell.padStart(width) : cell.padEnd(width);
  });
  return cells.join('  ').trimEnd();
}

/** Nearest rank; `share` from 0 to 1. Undefined for no values. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
