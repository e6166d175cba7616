// Our engine as the bench drives it.

import { keepFrame } from '../../../src/book/layout/frame.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { rehearseOpening } from '../../../src/book/rehearsal.ts';
import { plainStyle } from '../../../test/src/book/reading-style.ts';
import { style as alike, warmHost } from './page.js';

const style = { ...plainStyle, ...alike };

let book;
let view;
let linear = [];
const whole = Promise.withResolvers();
/** Kept nowhere: every run begins as with a new book. */
const counts = {
  load: async () => undefined,
  async save(_layout, { pages }) {
    if (linear.every((section) => pages[section].length > 0 && !pages[section].includes(null))) whole.resolve();
  },
};

export const engine = {
  /** What the application has while its shelf is shown. */
  async ready() {
    await keepFrame(document);
    await warmHost((host) => rehearseOpening(host, style, new AbortController().signal));
    await keepFrame(document);
  },
  async open(file, host) {
    book = await openBook(file, { pageCounts: counts, container: host });
    view = await book.show(host, style);
    linear = book.sections.filter((section) => section.linear).map((section) => section.index);
  },
  next: () => view.next(),
  previous: () => view.previous(),
  /** Asked for, the lengths would be counted sooner than for a reader: looked at until they are there. */
  async counted() {
    while (book.sections.some(({ length }) => length === undefined)) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  },
  numbered: () => whole.promise,
  countAnew: () => view.setStyle({ ...style, fontSize: style.fontSize - 1 }),
  goTo: (target) => view.goTo(target),
  chapters: () => linear.length,
  /** The last page of a chapter: of as many as `count`, spread over the book, the one of that number. */
  async goToEdge(number, count) {
    const section = linear[Math.floor(((number + 0.5) / count) * (linear.length - 1))];
    const { page, pages } = await view.goTo({ section, offset: Number.MAX_SAFE_INTEGER });
    if (page !== pages - 1) throw new Error(`Page ${page + 1} of ${pages} is not the last one of section ${section}.`);
  },
  jump: (place) => view.goTo({ cfi: place.cfi }),
  place() {
    const { section, page, cfi } = view.place();
    return { section, page, cfi };
  },
};
