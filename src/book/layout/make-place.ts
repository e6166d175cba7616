// Describes where a laid-out page stands in the book: numbers before the paint, the full place after it.

import type { PageNumbers, Place } from '../book.ts';
import type { PageCounts } from '../counting/page-counts.ts';
import { cfiOfPoint } from '../text/cfi.ts';
import { chapterBegan, chapterEnd, chapterTitle, printPage } from './chapter-titles.ts';
import type { Chapters } from './chapters.ts';
import type { Opening } from './opening.ts';
import { firstSpot } from './page-map.ts';
import type { Slot } from './slot.ts';

const quoteLength = 64;

/** Cheap enough for the task that turns the page. */
export function pageNumbers(opening: Opening, chapters: Chapters, pages: PageCounts): PageNumbers {
  const slot = opening.lead;
  const unit = slot.unit ?? { section: 0, piece: 0 };
  const end = opening.slots.at(-1)?.unit ?? unit;
  const { shell } = slot;
  const { text } = shell;
  const last = end.piece === chapters.knownPieces(end.section) - 1;
  const share = shell.page / shell.pages;
  // Pages with pictures have less of the text than their share: where it is known, what is read is told by the words.
  const byShare = text ? text.base + (text.end - text.base) * share : 0;
  const offset = pages.startOf(unit, shell.page) ?? byShare;
  const within = pages.inSection(unit, shell.page);
  const title = chapterTitle(slot, unit.section, chapters);
  const ends = chapterEnd(slot);
  const print = printPage(slot, unit.section, chapters);
  return {
    section: unit.section,
    chapterUid: unit.section + 1,
    ...within,
    ...pages.inBook(unit.section, within.page),
    ...turnTo(opening, chapters),
    progress: chapters.counts.progress(unit.section, offset),
    chapterTitle: title,
    chapterBegan: chapterBegan(slot),
    ...(ends === undefined ? {} : { chapterEnd: ends }),
    ...(print === undefined ? {} : { printPage: print }),
    atStart: unit.piece === 0 && opening.page === 0 && chapters.neighbourSection(unit.section, -1) === undefined,
    // Who sees that the last chapter cannot be shown has not come to its end.
    atEnd: last && isLast(opening) && chapters.neighbourSection(end.section, 1) === undefined,
  };
}

function isLast({ failure, page, pages }: Opening): boolean {
  return failure === undefined && page === pages - 1;
}

/** Two upright pages side by side have the room that they are made for. */
function turnTo({ lead, slots, wide }: Opening, { publication }: Chapters): Pick<PageNumbers, 'turnTo'> {
  const orientation = publication.spine[lead.unit?.section ?? 0]?.orientation ?? 'auto';
  if (orientation === 'portrait' && slots.length > 1) return {};
  return orientation === 'auto' || (orientation === 'landscape') === wide ? {} : { turnTo: orientation };
}

/** `asked`: the offset in the chapter that the reader went to; what stands in place of a chapter has no place in it. */
export function makePlace(opening: Opening, chapters: Chapters, pages: PageCounts, asked = 0): Place {
  const slot = opening.lead;
  const { shell } = slot;
  const numbers = pageNumbers(opening, chapters, pages);
  if (slot.failure !== undefined) {
    const chapterOffset = chapters.counts.inside(numbers.section, asked);
    const progress = chapters.counts.progress(numbers.section, chapterOffset);
    return { ...numbers, chapterOffset, cfi: '', textQuote: '', progress, failed: true };
  }
  const spot = firstSpot(shell, shell.page);
  const base = chapters.publication.spine[numbers.section]?.cfiBase ?? '';
  return {
    ...numbers,
    chapterOffset: spot.offset,
    cfi: cfiOfPoint(base, spot.node, spot.nodeOffset),
    ...quoteAt(slot, spot.offset),
    progress: numbers.atEnd ? 100 : chapters.counts.progress(numbers.section, spot.offset),
  };
}

function quoteAt({ shell }: Slot, offset: number): Pick<Place, 'textQuote' | 'words'> {
  const { text } = shell;
  if (!text) return { textQuote: '' };
  const textQuote = text.slice(offset, offset + quoteLength);
  const words = text.words(offset, offset + quoteLength);
  return words === textQuote ? { textQuote } : { textQuote, words };
}
