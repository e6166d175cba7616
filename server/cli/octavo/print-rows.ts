// Prints what a verb found: as a table for people, or as JSON for programs.

import { StartError } from '../../base/start-error.ts';
import { table } from '../commands/print.ts';

export const formatFlag = { format: { type: 'string', default: 'table' } } as const;

export function printRows(rows: readonly object[], columns: readonly string[], format: string): void {
  if (format === 'json') process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else if (format === 'table') process.stdout.write(table(rows, columns));
  else throw new StartError(`--format must be json or table, not "${format}".`);
}

/** Unix seconds as people read them; '' for none. */
export function dateOf(seconds: number): string {
  return seconds === 0 ? '' : new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}
