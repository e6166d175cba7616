// Lays what was found out in pages: a heading for each chapter, repeated where a page goes on with it. Pure.

import type { TocEntry } from '../../book/book.ts';
import type { FoundMatch } from './book-search.ts';

export type ResultRow = { kind: 'chapter'; title: string } | { kind: 'match'; match: FoundMatch; index: number };

export interface RowHeights {
  chapter: number;
  match: number;
}

/** Heights and room in the same unit. Pages that are full never change when more is found. */
export function resultPages(
  matches: readonly FoundMatch[],
  titleOf: (section: number) => string,
  heights: RowHeights,
  room: number,
): ResultRow[][] {
  const pages: ResultRow[][] = [];
  let rows: ResultRow[] = [];
  let used = 0;
  let section = -1;
  matches.forEach((match, index) => {
    const needed = heights.match + (match.section === section ? 0 : heights.chapter);
    if (rows.length > 0 && used + needed > room) {
      pages.push(rows);
      rows = [];
      used = 0;
      section = -1;
    }
    if (match.section !== section) {
      section = match.section;
      rows.push({ kind: 'chapter', title: titleOf(section) });
      used += heights.chapter;
    }
    rows.push({ kind: 'match', match, index });
    used += heights.match;
  });
  if (rows.length > 0) pages.push(rows);
  return pages;
}

/** The contents entry that a section falls under; sections before the first have none. */
export function sectionTitles(toc: readonly TocEntry[]): (section: number) => string {
  const first = new Map<number, string>();
  for (const entry of toc) if (entry.section >= 0 && !first.has(entry.section)) first.set(entry.section, entry.title);
  const starts = [...first.keys()].sort((a, b) => a - b);
  return (section) => first.get(starts.findLast((start) => start <= section) ?? -1) ?? '';
}

/** Longest part of a word that is left out with the rest, so that a line begins with a whole one. */
const longestPart = 16;

/** Cuts what stands before a match to so many columns, at a blank where one is near; a wide character takes two. */
export function lastColumns(text: string, columns: number): string {
  let used = 0;
  let from = text.length;
  for (const character of Array.from(text).reverse()) {
    used += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 2 : 1;
    if (used > columns) return `…${fromWord(text, from)}`;
    from -= character.length;
  }
  return text;
}

function fromWord(text: string, from: number): string {
  const rest = text.slice(from);
  if (text[from - 1] === ' ') return rest;
  const blank = rest.indexOf(' ');
  // With nothing behind the blank the match itself would be all there is.
  return blank >= 0 && blank <= longestPart && blank < rest.length - 1 ? rest.slice(blank + 1) : rest;
}
