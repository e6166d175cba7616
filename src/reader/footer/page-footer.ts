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
} from './book-lengths.ts';
import { learnPace, minutesFor } from './pace.ts';

/** Turns after which the speed is kept; what was learned since is no great loss. */
const keepEvery = 8;

export class PageFooter implements Feature {
  readonly #parts: FeatureParts;
  readonly #clock: ReadingClock;
  readonly #starts: ReadonlySet<number>;
  #lengths: BookLengths | undefined;
  #pace: PaceFacts;
  #unkept = 0;
  #last: Place | undefined;

  constructor(parts: FeatureParts, stored: { footer: FooterSettings; pace: PaceFacts }) {
    this.#parts = parts;
    this.#pace = stored.pace;
    this.#starts = chapterStarts(parts.book.toc);
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
    if (!lengths) return line;
    const { section, progress, chapterEnd } = numbers;
    const chapter = leftInChapter(lengths, this.#starts, section, progress, chapterEnd);
    const all = lengths.total * (1 - progress / 100);
    line.location = locationOf(lengths, progress);
    line.locations = locationCount(lengths);
    line.chapterMinutes = minutesFor(this.#pace, chapter);
    line.bookMinutes = minutesFor(this.#pace, all);
    return line;
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
    this.#last = place;
    const characters = before && charactersTurned(before, place, this.#parts.book.sections);
    if (characters === undefined) return;
    const learned = learnPace(this.#pace, characters, seconds);
    if (learned === this.#pace) return;
    this.#pace = learned;
    this.#unkept += 1;
    if (this.#unkept >= keepEvery) this.#keep();
  }

  close(): void {
    this.#keep();
  }

  #keep(): void {
    if (this.#unkept === 0) return;
    this.#unkept = 0;
    const { database, bookId, later } = this.#parts;
    later(changeSetting(database, readingPace(bookId), this.#pace));
  }
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
