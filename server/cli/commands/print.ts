// Prints what a command found: JSON, a table, or the command's own text. What came from a server cannot steer the
// terminal.

import type { Call } from './command.ts';

export interface Shape {
  /** Columns of a table of several; all members otherwise. */
  columns?: readonly string[];
  /** Printed where no --format is given; JSON otherwise. */
  text?: string;
}

export function print(call: Call, value: unknown, { columns, text }: Shape = {}): void {
  const format = call.text('format');
  if (format === undefined && text !== undefined) call.terminal.output.write(`${printable(text)}\n`);
  else if (format === 'table') call.terminal.output.write(table(value, columns));
  // Escaped in strings as JSON allows, so that a program reads what was sent.
  else call.terminal.output.write(`${JSON.stringify(value, null, 2).replace(control, escaped)}\n`);
}

/** A sentence for the person, on standard error. */
export function note(call: Call, sentence: string): void {
  call.terminal.notes.write(`${printable(sentence)}\n`);
}

export function table(value: unknown, columns?: readonly string[]): string {
  if (!Array.isArray(value)) {
    const entries = Object.entries((value ?? {}) as object).filter(([, member]) => member !== undefined);
    return aligned(entries.map(([name, member]) => [name, cell(member)]));
  }
  if (value.every((item) => typeof item !== 'object')) return value.map((item) => `${cell(item)}\n`).join('');
  const names = columns ?? [...new Set(value.flatMap((item) => Object.keys((item ?? {}) as object)))];
  const rows = value.map((item) => names.map((name) => cell(((item ?? {}) as Record<string, unknown>)[name])));
  return aligned([names.map((name) => name.toUpperCase()), ...rows]);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return printable(value.join(', '));
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('\n', ' ');
}

function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, index) => text.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

function printable(text: string): string {
  return text.replace(control, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
