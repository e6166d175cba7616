// Where places stand in the whole book by its characters: how much is left of a chapter and of the book, where a
// chapter begins, and numbers of locations, which are the same on every device. Pure.

import type { Book, PageNumbers, Section, TocEntry } from '../../book/book.ts';

/** Characters of one location. */
export const locationLength = 128;

export interface BookLengths {
  /** Characters before each section, and of all. */
  before: readonly number[];
  total: number;
}

/** `undefined` until every section has been counted. Sections out of line count, as progress does. */
export function bookLengths(sections: readonly Section[]): BookLengths | undefined {
  const before: number[] = [];
  let total = 0;
  for (const { length } of sections) {
    if (length === undefined) return undefined;
    before.push(total);
    total += length;
  }
  return { before, total };
}

/** Where sections lie on a bar of the whole book: drawn pages have no characters, and are as long as each other. */
export function barLengths({ facts, sections }: Pick<Book, 'facts' | 'sections'>): BookLengths | undefined {
  if (!facts.pages) return bookLengths(sections);
  return { before: sections.map((_, index) => index), total: sections.length };
}

/** Sections at which a contents entry begins. */
export function chapterStarts(toc: readonly TocEntry[]): ReadonlySet<number> {
  return new Set(toc.map(({ section }) => section));
}

/** Characters from a progress (0–100) to the end of its chapter: to the next section that the contents name. */
export function leftInChapter(
  { before, total }: BookLengths,
  starts: ReadonlySet<number>,
  section: number,
  progress: number,
  chapterEnd: number | undefined,
): number {
  const here = (progress / 100) * total;
  if (chapterEnd !== undefined) return Math.max(0, (before[section] ?? 0) + chapterEnd - here);
  let next = section + 1;
  // A book without contents has its sections for chapters.
  while (starts.size > 1 && next < before.length && !starts.has(next)) next++;
  return Math.max(0, (before[next] ?? total) - here);
}

/** Drawn pages to the end of their chapter and of the book, with the one that is shown. */
export function pagesLeft(
  count: number,
  starts: ReadonlySet<number>,
  { section, page, pages, atEnd }: Pick<PageNumbers, 'section' | 'page' | 'pages' | 'atEnd'>,
): { chapter: number; book: number } {
  // As in a book of text, whose last page has nothing behind it.
  if (atEnd) return { chapter: 0, book: 0 };
  const here = section + page / pages;
  // A page is no chapter: a book without contents is one.
  let next = starts.size > 0 ? section + 1 : count;
  while (next < count && !starts.has(next)) next++;
  return { chapter: next - here, book: count - here };
}

/** From 1. */
export function locationOf({ total }: BookLengths, progress: number): number {
  return Math.max(1, Math.ceil(((progress / 100) * total + 1) / locationLength));
}

export function locationCount({ total }: BookLengths): number {
  return Math.max(1, Math.ceil(total / locationLength));
}

export function placeOfLocation({ before, total }: BookLengths, location: number): { section: number; offset: number } {
  const at = Math.min(Math.max(0, total - 1), Math.max(0, (location - 1) * locationLength));
  const section = Math.max(
    0,
    before.findLastIndex((start) => start <= at),
  );
  return { section, offset: at - (before[section] ?? 0) };
}

/** Per cent at which each section begins. */
export function progressOfSection({ before, total }: BookLengths, section: number): number {
  return total === 0 ? 0 : ((before[section] ?? 0) / total) * 100;
}
