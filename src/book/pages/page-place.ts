// Places in a book of drawn pages: from what the reader knows of one to a page and a height on it, and back. Progress
// goes by pages, which need no counting.

import type { PageNumbers, Place, Target, TocEntry } from '../book.ts';
import { readCfi } from '../text/cfi.ts';
import { findQuote } from '../text/find-quote.ts';
import type { LaidPage } from './leaf.ts';
import type { Spot } from './page-sequence.ts';
import { joinedText, type PageSource, type TextRun } from './page-source.ts';

/** A page and a height on it, in the page's units. */
export interface PagePoint {
  page: number;
  y: number;
}

const quoteLength = 64;

/** Address of a page, as contents and lists of pages name it. */
export function pageHref(page: number, top = 0): string {
  return `#page=${page + 1}${top > 0 ? `&top=${Math.round(top)}` : ''}`;
}

export async function findPagePoint(target: Target, source: PageSource): Promise<PagePoint> {
  const page = Math.min(source.count - 1, Math.max(0, pageOf(target, source.count)));
  if ('href' in target) return { page, y: Number(/[&]top=(\d+)/.exec(target.href)?.[1] ?? 0) };
  const offset = 'offset' in target ? (target.offset ?? 0) : 0;
  const quote = 'quote' in target ? target.quote : undefined;
  if (offset <= 0 && !quote) return { page, y: 0 };
  const runs = await source.text(page);
  return { page, y: heightOf(runs, quote ? offsetOfQuote(runs, quote, offset) : offset) };
}

function pageOf(target: Target, count: number): number {
  if ('chapterUid' in target) return target.chapterUid - 1;
  if ('section' in target) return target.section;
  if ('bookPage' in target) return target.bookPage - 1;
  if ('progress' in target) return Math.floor((Math.min(100, Math.max(0, target.progress)) / 100) * count);
  if ('cfi' in target) return readCfi(target.cfi)?.section ?? 0;
  return Number(/#page=(\d+)/.exec(target.href)?.[1] ?? 1) - 1;
}

function offsetOfQuote(runs: readonly TextRun[], quote: string, offset: number): number {
  const text = joinedText(runs);
  return text.startsWith(quote, offset) ? offset : (findQuote(text, quote, offset)?.start ?? offset);
}

/** Where the run with the character begins. */
export function heightOf(runs: readonly TextRun[], offset: number): number {
  let end = 0;
  for (const run of runs) {
    end += run.text.length + (run.endsLine ? 1 : 0);
    if (offset < end) return run.y;
  }
  return 0;
}

export interface PlaceFacts {
  spot: Spot;
  parts: number;
  /** The last page that is shown. */
  lastPage: number;
  count: number;
  toc: readonly TocEntry[];
}

export function numbersOf({ spot, parts, lastPage, count, toc }: PlaceFacts): PageNumbers {
  const { page, part } = spot;
  const atEnd = lastPage === count - 1 && part === parts - 1;
  return {
    section: page,
    chapterUid: page + 1,
    page: part,
    pages: parts,
    progress: atEnd ? 100 : ((page + part / parts) / count) * 100,
    chapterTitle: toc.findLast((entry) => entry.section >= 0 && entry.section <= lastPage)?.title ?? '',
    atStart: page === 0 && part === 0,
    atEnd,
    bookPage: page + 1,
    bookPages: count,
  };
}

/** `shown`: the first page of the screen. */
export function placeOf(numbers: PageNumbers, shown: LaidPage | undefined): Place {
  let offset = 0;
  const top = shown?.placement.region.y ?? 0;
  if (numbers.page > 0 && shown) {
    for (const run of shown.runs) {
      if (run.y >= top) break;
      offset += run.text.length + (run.endsLine ? 1 : 0);
    }
  }
  const textQuote = shown?.text.slice(offset, offset + quoteLength) ?? '';
  return { ...numbers, chapterOffset: offset, cfi: '', textQuote };
}
