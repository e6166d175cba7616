// Finds what stands at the upper and lower edges of pages only because they are pages: numbers, running titles. Pure.

import type { Line } from './lines.ts';

export interface PageLines {
  height: number;
  /** From top to bottom of the page. */
  lines: Line[];
}

/** Parts of the page's height in which edges are looked for. */
const edge = 0.12;
/** Lines at each edge that may be one. */
const deepest = 2;
/** Seen on so many pages, the same words are a running title. */
const repeats = 3;
/** Pages around that are compared: titles change with the chapter, and differ on left and right pages. */
const around = 8;

/** Lines of each page that belong to its edges. */
export function edgeLines(pages: readonly PageLines[]): Set<Line> {
  const candidates = pages.map(candidatesOf);
  const found = new Set<Line>();
  for (const [index, lines] of candidates.entries()) {
    const near = candidates.slice(Math.max(0, index - around), index + around + 1).flat();
    for (const line of lines) {
      const same = near.filter((other) => isAlike(line, other)).length;
      if (same >= Math.min(repeats, pages.length) && pages.length > 1) found.add(line);
      else if (isNumber(line.text) && numbersAround(candidates, index)) found.add(line);
    }
  }
  return found;
}

function candidatesOf({ height, lines }: PageLines): Line[] {
  const sorted = lines.toSorted((a, b) => a.base - b.base);
  const upper = sorted.slice(0, deepest).filter((line) => line.base < height * edge);
  const lower = sorted.slice(-deepest).filter((line) => line.base > height * (1 - edge));
  return [...new Set([...upper, ...lower])];
}

/** Alike but for the page's number, at the same height. */
function isAlike(a: Line, b: Line): boolean {
  return Math.abs(a.base - b.base) < 3 && withoutNumbers(a.text) === withoutNumbers(b.text);
}

function withoutNumbers(text: string): string {
  return text
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\b[ivxlcdm]+\b/gi, '#')
    .trim();
}

function isNumber(text: string): boolean {
  return /^[-–—\s]*(\d{1,5}|[ivxlcdm]{1,8})[-–—\s]*$/i.test(text);
}

/** A lone number is a page's when its neighbours have one as well. */
function numbersAround(candidates: readonly Line[][], index: number): boolean {
  const near = [index - 2, index - 1, index + 1, index + 2];
  return near.filter((at) => candidates[at]?.some((line) => isNumber(line.text))).length >= 1;
}
