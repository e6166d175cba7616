// Page numbers within a section and within the book: measured for the pieces that have been laid out, estimated from
// the others of the section where they have not, so that a section cut into pieces counts like one that is not.

import type { PageNumbers } from '../book.ts';
import type { Chapters, Unit } from '../layout/chapters.ts';
import type { Layout } from '../layout/slot.ts';
import type { PageCountStore } from './kept-pages.ts';
import { type MeasuredPlaces, PageStarts } from './page-starts.ts';

/** Goes up when pages are made in another way, so that what was kept of the old way is not shown. */
const rules = 6;
/** Share of the book in per cent that has to be laid out before the rest is judged by it. */
const leastMeasured = 1;
/** An estimate stays until another one differs by more, so that its numbers go on evenly. */
const steady = 0.15;

interface BookPages {
  /** Pages before each section. */
  before: number[];
  total: number;
}

export class PageCounts {
  readonly #chapters: Chapters;
  readonly #store: PageCountStore | undefined;
  /** Pages of each section's pieces; empty before the section's first measure. */
  #measures: (number | undefined)[][] = [];
  readonly #starts = new PageStarts();
  #layout = '';
  /** What was found of the whole book, and after how many measures. */
  #whole: { book: BookPages | undefined; measured: number } | undefined;
  /** What the whole book was judged to have, and from how many lengths and measures. */
  #judged: { pages: number | undefined; learned: number; measured: number } | undefined;
  /** What was said of that. */
  #shownEstimate: number | undefined;
  /** Goes up with each measure. */
  #measured = 0;
  #unsaved = false;
  #fromStore = false;
  /** How many sections, from the one asked about last on, have no piece that is missing. */
  #complete = { from: 0, sections: 0 };

  constructor(chapters: Chapters, store: PageCountStore | undefined) {
    this.#chapters = chapters;
    this.#store = store;
  }

  /** Begins anew for a style and size, with what an earlier time measured of them. */
  async open(layout: Layout): Promise<void> {
    const name = nameOf(layout);
    if (name === this.#layout) return;
    this.#layout = name;
    this.#measures = [];
    this.#starts.begin();
    this.#complete.sections = 0;
    this.#measured++;
    this.#shownEstimate = undefined;
    this.#unsaved = false;
    this.#fromStore = false;
    const kept = await this.#store?.load(name).catch(unkept);
    if (!kept || this.#layout !== name || kept.pages.length !== this.#chapters.publication.spine.length) return;
    this.#fromStore = true;
    this.#unsaved = kept.lengths === undefined;
    this.#learnLengths(kept.lengths ?? []);
    this.#complete.sections = 0;
    this.#starts.begin(kept);
    this.#measured++;
    // What has been measured meanwhile is newer.
    this.#measures = kept.pages.map(
      (pieces, section) => this.#measures[section] ?? pieces.map((pages) => pages ?? undefined),
    );
  }

  /** Progress and the time that is left are right on the first page, too. */
  #learnLengths(lengths: readonly (number | null)[]): void {
    const { counts } = this.#chapters;
    for (const [section, length] of lengths.entries()) {
      if (length !== null && counts.lengths[section] === undefined) counts.learn(section, length);
    }
  }

  /** `pieces`: how many the section is cut into. `places`: where its pages begin, where that was asked. */
  learn(unit: Unit, pieces: number, pages: number, places?: MeasuredPlaces): void {
    const { section, piece } = unit;
    const measures = this.#measures[section] ?? [];
    const same = measures.length === pieces && measures[piece] === pages;
    this.#unsaved ||= places !== undefined || !same;
    if (!same) this.#count(unit, pieces, pages);
    if (places) this.#starts.learn(unit, places);
    else if (!same) this.#starts.forget(unit);
  }

  #count({ section, piece }: Unit, pieces: number, pages: number): void {
    const measures = this.#measures[section] ?? [];
    const contradicted = measures.length > 0 && (measures.length !== pieces || measures[piece] !== undefined);
    // Other fonts than when it was kept: nothing else of it can be right either. Found once, it is not sought again.
    const stale = contradicted && this.#fromStore;
    if (stale) {
      this.#measures = [];
      this.#starts.begin();
    }
    this.#fromStore &&= !stale;
    if (contradicted) this.#complete.sections = 0;
    const current = Array.from({ length: pieces }, (_, n) => (stale ? undefined : measures[n]));
    current[piece] = pages;
    this.#measures[section] = current;
    this.#measured++;
  }

  /** Page within the section and how many it has, for a page of the unit. */
  inSection(unit: Unit, pageOfUnit: number): { page: number; pages: number } {
    const pieces = this.#piecesOf(unit.section);
    const known = pieces.filter((pages) => pages !== undefined);
    const average = Math.round(known.reduce((sum, pages) => sum + pages, 0) / Math.max(1, known.length));
    let before = 0;
    let total = 0;
    pieces.forEach((measured, piece) => {
      const pages = measured ?? average;
      if (piece < unit.piece) before += pages;
      total += pages;
    });
    return { page: before + pageOfUnit, pages: Math.max(1, total) };
  }

  /** Offset of the first character of a page of the unit; `undefined` before it has been measured. */
  startOf(unit: Unit, pageOfUnit: number): number | undefined {
    return this.#starts.startOf(unit, pageOfUnit);
  }

  /** An estimate until all of the book has been measured; empty for sections that are out of line. */
  inBook(section: number, pageInSection: number): Pick<PageNumbers, 'bookPage' | 'bookPages' | 'about'> {
    if (!this.#chapters.publication.spine[section]?.linear) return {};
    const book = this.#wholeBook();
    if (book) return { bookPage: (book.before[section] ?? 0) + pageInSection + 1, bookPages: book.total };
    const pages = this.#steadyEstimate();
    if (pages === undefined) return {};
    const before = Math.round((this.#chapters.counts.progress(section, 0) / 100) * pages);
    return { about: { page: Math.min(pages, before + pageInSection + 1), pages } };
  }

  /** Judged anew when more is known only: a turn must not go through a book of thousands of parts. */
  #estimate(): number | undefined {
    const { learned } = this.#chapters.counts;
    if (this.#judged?.learned !== learned || this.#judged.measured !== this.#measured) {
      this.#judged = { pages: this.#judge(), learned, measured: this.#measured };
    }
    return this.#judged.pages;
  }

  /** Not more exact than it is: two digits of it count. */
  #steadyEstimate(): number | undefined {
    const now = this.#estimate();
    if (now === undefined) return undefined;
    const shown = this.#shownEstimate;
    if (shown !== undefined && Math.abs(now / shown - 1) <= steady) return shown;
    const step = Math.max(1, 10 ** (Math.floor(Math.log10(now)) - 1));
    this.#shownEstimate = Math.max(1, Math.round(now / step) * step);
    return this.#shownEstimate;
  }

  /** How many pages the book has if the rest is like what was measured, by length. */
  #judge(): number | undefined {
    const { counts } = this.#chapters;
    let share = 0;
    let pages = 0;
    for (let section = 0; section < this.#measures.length; section++) {
      if (!this.#measures[section]?.some((counted) => counted !== undefined)) continue;
      share += counts.progress(section + 1, 0) - counts.progress(section, 0);
      // The last page is half full, taken over all.
      pages += this.inSection({ section, piece: 0 }, 0).pages - 0.5;
    }
    return share < leastMeasured ? undefined : Math.max(1, (pages / share) * 100);
  }

  /** Page of the book, from 1, of a place; `laidOut`: its page in the section where that is shown. */
  at(
    section: number,
    at: number | string,
    laidOut: (offset: number) => number | undefined,
  ): { page: number; exact: boolean } | undefined {
    const book = this.#wholeBook();
    if (!book || !this.#chapters.publication.spine[section]?.linear) return undefined;
    const offset = typeof at === 'number' ? at : this.#starts.offsetOf(at);
    if (offset === undefined) return undefined;
    const first = (book.before[section] ?? 0) + 1;
    const measured = this.#piecesOf(section).map((pages) => pages ?? 0);
    const exact = laidOut(offset) ?? this.#starts.pageOf(section, offset, measured);
    if (exact !== undefined) return { page: first + exact, exact: true };
    const length = this.#chapters.counts.lengths[section] ?? 0;
    const pages = measured.reduce((sum, count) => sum + count, 0);
    const within = length > 0 ? Math.floor((offset / length) * pages) : 0;
    return { page: first + Math.max(0, Math.min(pages - 1, within)), exact: offset <= 0 };
  }

  /** Where a page of the book lies, from 1; `undefined` until all of it has been measured. */
  find(bookPage: number): { unit: Unit; page: number } | undefined {
    const book = this.#wholeBook();
    if (!book) return undefined;
    const wanted = Math.min(Math.max(1, Math.floor(bookPage)), book.total) - 1;
    const { spine } = this.#chapters.publication;
    const section = book.before.findLastIndex((before, n) => before <= wanted && spine[n]?.linear);
    let left = wanted - (book.before[section] ?? 0);
    const pieces = this.#piecesOf(section);
    for (let piece = 0; piece < pieces.length; piece++) {
      const pages = pieces[piece] ?? 0;
      if (left < pages) return { unit: { section, piece }, page: left };
      left -= pages;
    }
    return undefined;
  }

  /** The first unit that has not been measured, or not where its pages begin, from the section on and then from the book's beginning. */
  missing(from: number): Unit | undefined {
    const { spine } = this.#chapters.publication;
    if (this.#complete.from !== from) this.#complete = { from, sections: 0 };
    for (let n = this.#complete.sections; n < spine.length; n++) {
      const section = (from + n) % spine.length;
      if (!spine[section]?.linear) continue;
      const pieces = this.#measures[section] ?? [];
      const piece = pieces.findIndex((pages, n) => pages === undefined || !this.#starts.has({ section, piece: n }));
      this.#complete.sections = n;
      if (piece >= 0) return { section, piece };
      if (pieces.length === 0) return { section, piece: 0 };
    }
    this.#complete.sections = spine.length;
    return undefined;
  }

  /** Nothing was measured since the last time that it was saved. */
  get kept(): boolean {
    return !this.#unsaved;
  }

  /** Keeps what was measured since the last time. */
  async save(): Promise<void> {
    if (!this.#unsaved || !this.#store) return;
    this.#unsaved = false;
    const { publication, counts } = this.#chapters;
    const { spine } = publication;
    const pages = spine.map((_, section) => (this.#measures[section] ?? []).map((counted) => counted ?? null));
    const lengths = spine.map((_, section) => counts.lengths[section] ?? null);
    await this.#store.save(this.#layout, { pages, ...this.#starts.kept(spine.length), lengths }).catch(unkept);
  }

  /** The section's measures, with a place for each of its pieces. */
  #piecesOf(section: number): (number | undefined)[] {
    const measures = this.#measuresOf(section);
    const pieces = measures.slice();
    // At every turn: several times as fast as an array from a length.
    while (pieces.length < this.#chapters.knownPieces(section)) pieces.push(undefined);
    return pieces;
  }

  /** A fixed page is one, and so is a picture, before anybody has looked. */
  #measuresOf(section: number): readonly (number | undefined)[] {
    const measures = this.#measures[section] ?? [];
    const item = this.#chapters.publication.spine[section];
    return measures.length === 0 && (item?.fixed || item?.type.startsWith('image/')) ? [1] : measures;
  }

  #wholeBook(): BookPages | undefined {
    if (this.#whole?.measured !== this.#measured) {
      this.#whole = { book: this.#countWhole(), measured: this.#measured };
    }
    return this.#whole.book;
  }

  #countWhole(): BookPages | undefined {
    const before: number[] = [];
    let total = 0;
    for (const [section, item] of this.#chapters.publication.spine.entries()) {
      before.push(total);
      if (!item.linear) continue;
      const pieces = this.#measuresOf(section);
      if (pieces.length === 0) return undefined;
      for (const pages of pieces) {
        if (pages === undefined) return undefined;
        total += pages;
      }
    }
    return { before, total };
  }
}

/** What cannot be kept is measured again. */
function unkept(error: unknown): undefined {
  console.warn('The counts of the book’s pages cannot be kept.', error);
}

/** Everything that pages depend on; at night they are the same. */
function nameOf({ style, size }: Layout): string {
  return JSON.stringify([rules, size.width, size.height, { ...style, night: false }]);
}
