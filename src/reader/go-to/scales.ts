// The scales that a place in the book can be named on: per cent, pages of the book, printed pages, locations. Each
// translates between its numbers, shares of the book and targets. Pure.

import type { NamedPlace, Target } from '../../book/book.ts';
import {
  type BookLengths,
  locationCount,
  locationOf,
  placeOfLocation,
  progressOfSection,
} from '../footer/book-lengths.ts';
import type { PageLine } from '../reading-state.ts';

export type ScaleName = 'percent' | 'page' | 'print' | 'location';

export interface Scale {
  name: ScaleName;
  least: number;
  most: number;
  /** Where the reader is. */
  here: number;
  /** What a value is called, without its unit. */
  label(value: number): string;
  /** A value that was typed; `undefined` for what is none. */
  parse(text: string): number | undefined;
  /** 0–100 through the book, about. */
  progress(value: number): number;
  value(progress: number): number;
  target(value: number): Target;
}

export interface ScaleFacts {
  line: PageLine;
  pageList: readonly NamedPlace[];
  lengths: BookLengths | undefined;
}

/** Those that the book has, per cent first. */
export function scalesOf({ line, pageList, lengths }: ScaleFacts): Scale[] {
  const { bookPage, bookPages } = line;
  return [
    percentScale(line.progress),
    ...(bookPage !== undefined && bookPages !== undefined ? [pageScale(bookPage, bookPages)] : []),
    ...(pageList.length > 0 ? [printScale(pageList, line.printPage, lengths)] : []),
    ...(lengths ? [locationScale(lengths, line.location ?? 1)] : []),
  ];
}

function percentScale(here: number): Scale {
  return {
    ...numbered('percent', 0, 100, here),
    progress: (value) => value,
    value: (progress) => Math.round(progress),
    target: (value) => ({ progress: value }),
  };
}

function pageScale(here: number, pages: number): Scale {
  return {
    ...numbered('page', 1, pages, here),
    progress: (value) => (pages <= 1 ? 0 : ((value - 1) / (pages - 1)) * 100),
    value: (progress) => 1 + Math.round((progress / 100) * (pages - 1)),
    target: (value) => ({ bookPage: value }),
  };
}

/** Values are indexes; the printed numbers may be roman, or begin anew. */
function printScale(pages: readonly NamedPlace[], here: string | undefined, lengths: BookLengths | undefined): Scale {
  const most = pages.length - 1;
  const progress = (value: number) => {
    const section = pages[value]?.section ?? 0;
    return lengths ? progressOfSection(lengths, section) : (value / Math.max(1, most)) * 100;
  };
  return {
    name: 'print',
    least: 0,
    most,
    here: Math.max(
      0,
      pages.findIndex(({ title }) => title === here),
    ),
    label: (value) => pages[value]?.title ?? '',
    parse(text) {
      const wanted = text.trim().toLowerCase();
      const found = pages.findIndex(({ title }) => title.toLowerCase() === wanted);
      return found < 0 ? undefined : found;
    },
    progress,
    value: (at) =>
      Math.max(0, lengths ? pages.findLastIndex((_, n) => progress(n) <= at) : Math.round((at / 100) * most)),
    target: (value) => ({ href: pages[value]?.href ?? '' }),
  };
}

function locationScale(lengths: BookLengths, here: number): Scale {
  const most = locationCount(lengths);
  return {
    ...numbered('location', 1, most, here),
    progress: (value) => (most <= 1 ? 0 : ((value - 1) / most) * 100),
    value: (progress) => locationOf(lengths, Math.min(99.999, progress)),
    target: (value) => placeOfLocation(lengths, value),
  };
}

function numbered(
  name: ScaleName,
  least: number,
  most: number,
  here: number,
): Pick<Scale, 'name' | 'least' | 'most' | 'here' | 'label' | 'parse'> {
  return {
    ...{ name, least, most, here },
    label: String,
    parse(text) {
      const value = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
      return value === undefined ? undefined : Math.min(most, Math.max(least, value));
    },
  };
}
