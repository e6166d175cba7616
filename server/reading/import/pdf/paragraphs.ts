// Joins lines into paragraphs and headings, over columns and pages: words that were parted by a hyphen become whole again.
// Pure.

import type { Line } from './lines.ts';
import type { TableText } from './page-content.ts';

/** Lines of one column, read from top to bottom. */
export interface Column {
  /** From 1. */
  page: number;
  lines: Line[];
}

export interface Paragraph {
  kind: 'paragraph' | 'heading' | 'table';
  text: string;
  /** Where it begins, from 1. */
  page: number;
  /** Of a heading; 1 is the largest. */
  level: number;
  /** Its first line's place on the page. */
  top: number;
  italic: boolean;
  rightToLeft: boolean;
  table?: TableText;
}

/** A heading's letters are larger than the text's by so much. */
const larger = 1.15;
/** No word is so long that the line before it leaves this part of the measure empty. */
const veryShort = 0.4;
const longestHeading = 200;
const headingLines = 4;
const mostLevels = 3;

export function paragraphsOf(columns: readonly Column[]): Paragraph[] {
  const body = bodySize(columns);
  const sizes = headingSizes(columns, body);
  const compounds = compoundsOf(columns);
  const paragraphs: Paragraph[] = [];
  let open: Open | undefined;
  const close = () => {
    if (open) paragraphs.push(finished(open, sizes, compounds));
    open = undefined;
  };
  for (const column of columns) {
    const measure = measureOf(column.lines, body);
    for (const [index, line] of column.lines.entries()) {
      if (line.table) {
        close();
        paragraphs.push(tableParagraph(line, line.table, column.page));
        continue;
      }
      const before = column.lines[index - 1];
      const begins =
        !open || (before ? beginsBelow(open, before, line, measure, body) : beginsColumn(open, line, measure, body));
      if (begins) {
        close();
        open = { lines: [line], page: column.page, isHeading: isHeading(line, body), measure };
      } else open?.lines.push(line);
    }
  }
  close();
  return paragraphs;
}

function tableParagraph(line: Line, table: TableText, page: number): Paragraph {
  const { text, base, size, rightToLeft } = line;
  return { kind: 'table', text, page, level: 0, top: base - size, italic: false, rightToLeft, table };
}

interface Measure {
  left: number;
  right: number;
  /** From line to line. */
  leading: number;
}

interface Open {
  lines: Line[];
  page: number;
  isHeading: boolean;
  measure: Measure;
}

/** The size of most letters. */
export function bodySize(columns: readonly Column[]): number {
  const letters = new Map<number, number>();
  for (const { lines } of columns) {
    for (const line of lines) {
      const size = Math.round(line.size * 2) / 2;
      letters.set(size, (letters.get(size) ?? 0) + line.text.length);
    }
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

/** Sizes above the text's, largest first. */
function headingSizes(columns: readonly Column[], body: number): number[] {
  const sizes = new Set<number>();
  for (const { lines } of columns) {
    for (const line of lines) if (line.size > body * larger) sizes.add(Math.round(line.size));
  }
  return [...sizes].sort((a, b) => b - a);
}

function measureOf(all: readonly Line[], body: number): Measure {
  const lines = all.filter((line) => !line.table);
  const lefts = lines.map((line) => line.left).sort((a, b) => a - b);
  const rights = lines.map((line) => line.right).sort((a, b) => a - b);
  const steps = lines.slice(1).map((line, index) => line.base - (lines[index] as Line).base);
  const usual = steps.filter((step) => step > 0).sort((a, b) => a - b);
  return {
    left: lefts[Math.floor(lefts.length * 0.1)] ?? 0,
    right: rights[Math.floor(rights.length * 0.9)] ?? 0,
    leading: usual[Math.floor(usual.length / 2)] ?? body * 1.3,
  };
}

function isHeading(line: Line, body: number): boolean {
  if (line.text.length > longestHeading || !/\p{L}|\p{N}/u.test(line.text)) return false;
  if (line.size > body * larger) return true;
  return line.bold && line.size >= body * 0.98 && line.text.length < 80 && !/[.,;:，。；：]$/.test(line.text);
}

function beginsBelow(open: Open, before: Line, line: Line, measure: Measure, body: number): boolean {
  const heading = isHeading(line, body);
  if (heading !== open.isHeading) return true;
  if (heading) {
    const isApart = line.base - before.base > line.size * 2;
    return isApart || Math.abs(line.size - before.size) > 1 || open.lines.length >= headingLines;
  }
  if (line.base - before.base > measure.leading * 1.45 || line.base < before.base) return true;
  if (Math.abs(line.size - before.size) > body * 0.15) return true;
  if (restOf(before, measure) > (measure.right - measure.left) * veryShort) return true;
  if (!isIndented(line, measure, body)) return endsShort(before, line, measure, body) && endsSentence(before.text);
  // Every line of a quotation is indented; of several paragraphs of one line each, as well.
  return Math.abs(indentOf(line, measure) - indentOf(before, measure)) > body * 0.3 || endsSentence(before.text);
}

/** A paragraph goes on over the end of a column or page unless something says otherwise. */
function beginsColumn(open: Open, line: Line, measure: Measure, body: number): boolean {
  const last = open.lines.at(-1) as Line;
  if (open.isHeading || isHeading(line, body)) return true;
  if (Math.abs(line.size - last.size) > body * 0.15) return true;
  if (isHyphenated(last.text, line.text)) return false;
  // A full line that ends with a sentence is seldom a paragraph's last.
  return endsSentence(last.text) && (endsShort(last, line, open.measure, body) || isIndented(line, measure, body));
}

function isIndented(line: Line, measure: Measure, body: number): boolean {
  const indent = indentOf(line, measure);
  return indent > body * 0.8 && indent < body * 6;
}

const indentOf = (line: Line, { left, right }: Measure) => (line.rightToLeft ? right - line.right : line.left - left);

/** The next line's first word would have fitted: where lines end unevenly, only that tells a paragraph's last. */
function endsShort(line: Line, next: Line, measure: Measure, body: number): boolean {
  const word = dense.test(next.text.slice(0, 1)) ? 1 : (/^\S+/.exec(next.text)?.[0].length ?? 0);
  const perLetter = (next.right - next.left) / Math.max(1, next.text.length);
  return restOf(line, measure) > Math.max(body * 1.5, (word + 1) * perLetter);
}

const restOf = (line: Line, { left, right }: Measure) => (line.rightToLeft ? line.left - left : right - line.right);

const endsSentence = (text: string) => /[.!?…:。！？：．」』”’)）"'»؟۔]$/u.test(text);
const isHyphenated = (text: string, next: string) => /\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(next);

function finished(open: Open, sizes: readonly number[], compounds: ReadonlySet<string>): Paragraph {
  const [first] = open.lines as [Line, ...Line[]];
  const rank = sizes.indexOf(Math.round(first.size));
  return {
    kind: open.isHeading ? 'heading' : 'paragraph',
    text: joined(
      open.lines.map((line) => line.text),
      compounds,
    ),
    page: open.page,
    level: open.isHeading ? Math.min(mostLevels, rank < 0 ? mostLevels : rank + 1) : 0,
    top: first.base - first.size,
    italic: open.lines.every((line) => line.italic),
    rightToLeft: first.rightToLeft,
  };
}

/** Written without spaces; what stands for a long sound belongs to several scripts. */
const dense = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Written without spaces beside those. */
const neutral = /[“”‘’…—·]/;

function isUnspaced(before: string, after: string): boolean {
  const [a, b] = [dense.test(before), dense.test(after)];
  return (a && (b || neutral.test(after))) || (b && neutral.test(before));
}

/** Words that have a hyphen where no line ends. */
function compoundsOf(columns: readonly Column[]): Set<string> {
  const found = columns.flatMap(({ lines }) => lines.flatMap(({ text }) => text.match(/\p{L}+-\p{Ll}+/gu) ?? []));
  return new Set(found.map((word) => word.toLowerCase()));
}

/** One text of several lines. */
export function joined(lines: readonly string[], compounds: ReadonlySet<string> = new Set()): string {
  // Only ends of lines are looked at: a hostile file's paragraph has no end.
  const parts: string[] = [];
  for (const line of lines) {
    const before = parts.at(-1);
    if (before === undefined) parts.push(line);
    else if (isHyphenated(before, line)) {
      const word = `${/\p{L}{1,64}[-\u2010\u00ad]$/u.exec(before.slice(-65))?.[0] ?? ''}${/^\p{Ll}+/u.exec(line)?.[0] ?? ''}`;
      if (!compounds.has(word.toLowerCase())) parts[parts.length - 1] = before.slice(0, -1);
      parts.push(line);
    } else if (/[\u2010-\u2014/-]$/.test(before) || /^[\u2013\u2014]\p{L}/u.test(line)) parts.push(line);
    else if (isUnspaced(before.slice(-1), line.slice(0, 1))) parts.push(line);
    else parts.push(` ${line}`);
  }
  return parts.join('');
}
