// Makes marks out of selections and places, and what the engine draws out of marks. Pure.

import type { DrawnMark, Place, Selected, TextSpan } from '../../book/book.ts';
import { bookmarkIdOf, type MarkRow } from '../../db/marks/marks.ts';
import type { PopularRange } from '../../db/marks/popular.ts';
import type { ThoughtRow } from '../../db/marks/thoughts.ts';

export interface MarkOf {
  bookId: string;
  bookVersion: number;
  /** Title of the contents entry that it falls under. */
  chapterName: string;
  /** Unix seconds. */
  now: number;
}

/** Longest that the service takes; a longer mark keeps its range, and of its words what fits. */
const textLimit = 16_384;
const cfiLimit = 2048;

export function markOfSelection(selected: Selected, style: MarkRow['style'], of: MarkOf): MarkRow {
  const { chapterUid, start, end, text, words, before, after } = selected;
  return complete(
    {
      chapterUid,
      start,
      end,
      type: 1,
      style,
      markText: shown(words),
      textQuote: cut(text),
      textBefore: before,
      textAfter: after,
    },
    selected.cfi,
    of,
  );
}

/** A bookmark of a page: a point at its first character. */
export function bookmarkOfPlace(place: Place, of: MarkOf): MarkRow {
  const { chapterUid, chapterOffset, textQuote, words } = place;
  return complete(
    {
      chapterUid,
      start: chapterOffset,
      end: chapterOffset,
      type: 0,
      style: 0,
      markText: beginning(words ?? textQuote) || of.chapterName,
      ...(textQuote ? { textQuote } : {}),
    },
    place.cfi,
    of,
  );
}

type Part = Omit<
  MarkRow,
  'bookmarkId' | 'bookId' | 'bookVersion' | 'colorStyle' | 'createTime' | 'editTimes' | 'chapterName' | 'cfi'
>;

function complete(part: Part, cfi: string, { bookId, bookVersion, chapterName, now }: MarkOf): MarkRow {
  return {
    ...part,
    bookmarkId: bookmarkIdOf({ bookId, ...part }),
    bookId,
    bookVersion,
    colorStyle: 0,
    createTime: now,
    editTimes: { style: now, colorStyle: now },
    ...(chapterName ? { chapterName } : {}),
    ...(cfi && cfi.length <= cfiLimit ? { cfi } : {}),
  };
}

function cut(text: string): string {
  if (text.length <= textLimit) return text;
  // Never through a pair of surrogates.
  const at = /[\uD800-\uDBFF]/u.test(text.charAt(textLimit - 1)) ? textLimit - 1 : textLimit;
  return text.slice(0, at);
}

/** White space of the markup means nothing to those who read it in a list. */
function shown(text: string): string {
  return cut(text.replace(/\s+/gu, ' ').trim());
}

/** The words that a page begins with, up to the last whole one. */
function beginning(quote: string): string {
  const words = shown(quote);
  if (words === '') return '';
  const last = words.lastIndexOf(' ');
  return `${last > words.length / 2 ? words.slice(0, last) : words}…`;
}

/** Bookmarks of pages are not drawn in the text. */
export function drawnMarks(marks: readonly MarkRow[]): DrawnMark[] {
  return marks
    .filter(({ type }) => type === 1)
    .map(({ bookmarkId, chapterUid, start, end, style, colorStyle, textQuote, markText }) => ({
      id: bookmarkId,
      chapterUid,
      start,
      end,
      quote: textQuote ?? markText,
      style,
      grey: colorStyle,
    }));
}

/** Apart from the ids of marks. */
export const drawnThoughtId = (thoughtId: string) => `thought:${thoughtId}`;
export const drawnPopularId = ({ chapterUid, start, end }: TextSpan) => `others:${chapterUid}:${start}-${end}`;

export function drawnThoughts(thoughts: readonly ThoughtRow[]): DrawnMark[] {
  return thoughts.map(({ thoughtId, chapterUid, start, end, textQuote, abstract }) => ({
    ...{ id: drawnThoughtId(thoughtId), chapterUid, start, end },
    quote: textQuote ?? abstract,
    style: 3,
    grey: 0,
  }));
}

/** What others underlined. */
export function drawnPopular(popular: readonly PopularRange[]): DrawnMark[] {
  return popular.map(({ chapterUid, start, end, quote }) => ({
    ...{ id: drawnPopularId({ chapterUid, start, end }), chapterUid, start, end, quote },
    style: 4,
    grey: 0,
  }));
}
