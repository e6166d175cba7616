// Places in a book of drawn pages: from what the reader knows of one to a page and a height on it, and back. Progress
// goes by pages, which need no counting.

import type { PageNumbers, Place, Target, TocEntry } from '../book.ts';
import { readCfi } from '../text/cfi.ts';
import { findQuote } from '../text/find-quote.ts';
import type { LaidPage } from './leaf.ts';
import type { Spot } from './page-sequence.ts';
import { joinedText, type PageSource, type TextRun } from './page-source.ts';
import type { SeenPart } from './screens.ts';

/** Where on a page; in the page's units. */
export interface PagePoint {
  page: number;
  /** What is to be seen there: a height, and what of its width; absent where only the share is known. */
  seen?: SeenPart | undefined;
  /** How much of the page is turned over before, 0–1, where it is shown in parts. */
  share?: number | undefined;
}

const quoteLength = 64;

/** Address of a page, as contents and lists of pages name it. */
export function pageHref(page: number, top = 0): string {
  return `#page=${page + 1}${top > 0 ? `&top=${Math.round(top)}` : ''}`;
}

export async function findPagePoint(target: Target, source: PageSource): Promise<PagePoint> {
  const page = Math.min(source.count - 1, Math.max(0, pageOf(target, source.count)));
  if ('href' in target) return { page, seen: at(Number(/[&]top=(\d+)/.exec(target.href)?.[1] ?? 0)) };
  const share = shareOf(target, page, source.count);
  const offset = 'offset' in target ? (target.offset ?? 0) : 0;
  const quote = 'quote' in target ? target.quote : undefined;
  // Where nothing is read before it, nothing tells the part but the share.
  if (offset <= 0 && (share !== undefined || !quote))
    return { page, seen: share === undefined ? at(0) : undefined, share };
  const runs = await source.text(page);
  const seen = characterOf(runs, quote ? offsetOfQuote(runs, quote, offset) : offset);
  return { page, seen: seen ?? (share === undefined ? at(0) : undefined), share };
}

const at = (y: number): SeenPart => ({ y, height: 0 });

/** `undefined` where none is told, or that of another page. */
function shareOf(target: Target, page: number, count: number): number | undefined {
  if ('section' in target) return target.share;
  if (!('chapterUid' in target) || target.atProgress === undefined) return undefined;
  const share = (target.atProgress / 100) * count - page;
  return share > -nearly && share < 1 + nearly ? share : undefined;
}

/** Of a page; per cents of a long book are not told more exactly. */
const nearly = 1e-6;

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

/** `undefined` behind the last one. */
function characterOf(runs: readonly TextRun[], offset: number): SeenPart | undefined {
  let end = 0;
  for (const { text, x, y, width, height, angle, endsLine } of runs) {
    const start = end;
    end += text.length + (endsLine ? 1 : 0);
    if (offset >= end) continue;
    // Of a line that is turned, only where it begins is known.
    if (angle !== 0 || text === '') return { y, height: 0, x, width: 0 };
    const character = width / text.length;
    return { y, height, x: x + Math.min(offset - start, text.length - 1) * character, width: character };
  }
  return undefined;
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
