// Joins the runs of a page into lines, and lines into paragraphs. Keeps the order in which the page draws them, which is
// the reading order of nearly every book.

import type { PdfPage, PdfText } from './open-pdf.ts';

export interface PdfLine {
  text: string;
  x: number;
  y: number;
  /** Right end. */
  end: number;
  size: number;
}

export function pageLines(page: PdfPage): PdfLine[] {
  const lines: PdfLine[] = [];
  let runs: PdfText[] = [];
  const flush = () => {
    const line = lineOf(runs);
    if (line) lines.push(line);
    runs = [];
  };
  for (const run of page.texts) {
    const last = runs.at(-1);
    if (last && Math.abs(run.y - last.y) > Math.max(run.size, last.size) * 0.5) flush();
    runs.push(run);
    if (run.endsLine) flush();
  }
  flush();
  return lines;
}

function lineOf(runs: readonly PdfText[]): PdfLine | undefined {
  const [first] = runs;
  if (!first) return undefined;
  let text = '';
  let end = first.x;
  for (const run of runs) {
    const gap = run.x - end;
    // Letters that stand apart are words, unless the page draws its spaces.
    if (text && gap > run.size * 0.2 && !/\s$/.test(text) && !/^\s/.test(run.text)) text += ' ';
    text += run.text;
    end = run.x + run.width;
  }
  const clean = text.replace(/\s+/g, ' ').trim();
  if (!clean) return undefined;
  return { text: clean, x: first.x, y: first.y, end, size: Math.max(...runs.map((run) => run.size)) };
}

/** Text of a page in paragraphs; a line that is only the page's number is left out. */
export function pageParagraphs(page: PdfPage): string[] {
  const lines = pageLines(page).filter((line) => !isPageNumber(line, page));
  const left = Math.min(...lines.map((line) => line.x));
  const right = Math.max(...lines.map((line) => line.end));
  const paragraphs: string[] = [];
  for (const [n, line] of lines.entries()) {
    const before = lines[n - 1];
    const isNew = !before || begins(line, before, left, right);
    if (isNew) paragraphs.push(line.text);
    else paragraphs.push(joined(paragraphs.pop() ?? '', line.text));
  }
  return paragraphs;
}

function begins(line: PdfLine, before: PdfLine, left: number, right: number): boolean {
  const gap = before.y - line.y;
  if (gap < 0 || gap > Math.max(line.size, before.size) * 1.9) return true;
  if (Math.abs(line.size - before.size) > 0.2 * before.size) return true;
  if (line.x - left > line.size * 0.9 && before.x - left < line.size * 0.5) return true;
  // A short line ends a paragraph when it ends like one.
  return before.end < right - (right - left) * 0.2 && /[.!?。！？:：”"»]$/.test(before.text);
}

function isPageNumber(line: PdfLine, page: PdfPage): boolean {
  const isEdge = line.y < page.height * 0.1 || line.y > page.height * 0.9;
  return isEdge && /^[\s\-–—|]*(?:\d{1,4}|[ivxlc]{1,7})[\s\-–—|]*$/i.test(line.text);
}

/** One paragraph from two parts of it. */
export function joined(first: string, second: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(first) && /^\p{Ll}/u.test(second)) return first.slice(0, -1) + second;
  const isWide = (text: string) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u.test(text);
  return isWide(first.slice(-1)) || isWide(second.slice(0, 1)) ? first + second : `${first} ${second}`;
}
