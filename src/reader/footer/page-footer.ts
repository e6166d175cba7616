// The line below the text: which of its parts the reader wants, the time that is left at the speed measured in this
// book. It changes with the page only.

import type { PageNumbers, Place } from '../../book/book.ts';
import { type PaceFacts, readingPace } from '../../db/reading/reading-pace.ts';
import {
  type FooterItem,
  type FooterSettings,
  footerItems,
  footerSettings,
} from '../../db/settings/footer-settings.ts';
import { changeSetting } from '../../db/settings/settings.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { createReadingClock, type ReadingClock } from '../keeping/reading-clock.ts';
import type { PageLine } from '../reading-state.ts';
import { pageLine } from '../turning/page-facts.ts';
import {
  type BookLengths,
  bookLengths,
  chapterStarts,
  leftInChapter,
  locationCount,
  locationOf,
  pagesLeft,
} from './book-lengths.ts';
import { learnPace, minutesFor, type PaceUnit } from './pace.ts';

/** Turns after which the speed is kept; what was learned since is no great loss. */
const keepEvery = 8;

export class PageFooter implements Feature {
  readonly #parts: FeatureParts;
  readonly #clock: ReadingClock;
  readonly #starts: ReadonlySet<number>;
  readonly #unit: PaceUnit;
  #lengths: BookLengths | undefined;
  #pace: PaceFacts;
  #unkept = 0;
  #last: Shown | undefined;

  constructor(parts: FeatureParts, stored: { footer: FooterSettings; pace: PaceFacts }) {
    this.#parts = parts;
    this.#pace = stored.pace;
    this.#starts = chapterStarts(parts.book.toc);
    this.#unit = parts.book.facts.pages ? 'pages' : 'characters';
    this.#clock = createReadingClock(parts.clock);
    parts.state.setState({ footer: stored.footer.items });
  }

  /** What the line says of a page, before that is painted. */
  line(numbers: PageNumbers): PageLine {
    const { book, now, battery } = this.#parts;
    const line = pageLine(numbers, new Date(now() * 1000));
    // Once they are known they stay; turning a page must not go through a book of thousands of parts.
    this.#lengths ??= bookLengths(book.sections);
    const lengths = this.#lengths;
    const charge = battery?.();
    if (charge !== undefined) line.battery = charge;
    const left = this.#left(numbers, lengths);
    if (left) {
      line.chapterMinutes = minutesFor(this.#pace, left.chapter, this.#unit);
      line.bookMinutes = minutesFor(this.#pace, left.book, this.#unit);
    }
    if (!lengths) return line;
    line.location = locationOf(lengths, numbers.progress);
    line.locations = locationCount(lengths);
    return line;
  }

  /** In the unit of the pace; `undefined` until that has been counted. */
  #left(numbers: PageNumbers, lengths: BookLengths | undefined): { chapter: number; book: number } | undefined {
    if (this.#unit === 'pages') return pagesLeft(this.#parts.book.sections.length, this.#starts, numbers);
    if (!lengths) return undefined;
    const { section, progress, chapterEnd } = numbers;
    const chapter = leftInChapter(lengths, this.#starts, section, progress, chapterEnd);
    return { chapter, book: lengths.total * (1 - progress / 100) };
  }

  /** Shows a part of the line, or no longer. */
  async toggle(item: FooterItem): Promise<void> {
    const { state, database, touch, room, intend, report, signal } = this.#parts;
    touch();
    const toggled = (items: readonly FooterItem[]) =>
      footerItems.filter((one) => (one === item) !== items.includes(one));
    let footer: readonly FooterItem[];
    try {
      // From what is stored: of two presses, the second goes on from what the first has changed.
      footer = (await changeSetting(database, footerSettings, ({ items }) => ({ items: toggled(items) }))).items;
    } catch (error) {
      report(error);
      return state.setState({ unkept: true });
    }
    if (signal.aborted) return;
    state.setState({ footer });
    const { width, height, rem } = room();
    intend('key', { x: 0, y: height - 2.4 * rem, width, height: 2.4 * rem });
  }

  touched(): void {
    this.#clock.touch();
  }

  seen(visible: boolean): void {
    if (visible) this.#clock.resume();
    else this.#clock.pause();
    if (!visible) this.#keep();
  }

  placed(place: Place): void {
    const seconds = this.#clock.take();
    const before = this.#last;
    this.#last = { place, beside: this.#unit === 'pages' && this.#isBeside(place) };
    const turned = before && this.#turned(before, place);
    if (turned === undefined) return;
    const learned = learnPace(this.#pace, turned, seconds, this.#unit);
    if (learned === this.#pace) return;
    this.#pace = learned;
    this.#unkept += 1;
    if (this.#unkept >= keepEvery) this.#keep();
  }

  close(): void {
    this.#keep();
  }

  /** The next page is in sight with it. */
  #isBeside({ section }: Place): boolean {
    const { view } = this.#parts;
    // Where places are another text's, numbers below zero are those of pages.
    return view.pageOf((view.kept ? -1 : 1) * (section + 2), 0) !== undefined;
  }

  #turned({ place, beside }: Shown, after: Place): number | undefined {
    if (this.#unit === 'pages') return pagesTurned(place, after, beside);
    return charactersTurned(place, after, this.#parts.book.sections);
  }

  #keep(): void {
    if (this.#unkept === 0) return;
    this.#unkept = 0;
    const { database, bookId, later } = this.#parts;
    later(changeSetting(database, readingPace(bookId), this.#pace));
  }
}

/** What the reader had before the eyes. */
interface Shown {
  place: Place;
  /** The page after it as well. */
  beside: boolean;
}

/** Drawn pages, or the share of one that is shown in parts; `undefined` for anything but a turn to what comes next. */
function pagesTurned(before: Place, after: Place, beside: boolean): number | undefined {
  if (after.section === before.section && after.page === before.page + 1) return 1 / before.pages;
  const ended = before.page === before.pages - 1;
  const shown = beside ? 2 : 1;
  if (!ended || after.section !== before.section + shown || after.page !== 0) return undefined;
  return shown - before.page / before.pages;
}

/** Characters of the page that was turned; `undefined` for anything but a turn to the next page. */
function charactersTurned(
  before: Place,
  after: Place,
  sections: readonly { length: number | undefined }[],
): number | undefined {
  if (after.section === before.section && after.page === before.page + 1) {
    return after.chapterOffset - before.chapterOffset;
  }
  const length = sections[before.section]?.length;
  const ended = before.page === before.pages - 1;
  if (!ended || after.section !== before.section + 1 || after.page !== 0 || length === undefined) return undefined;
  return length - before.chapterOffset;
}
