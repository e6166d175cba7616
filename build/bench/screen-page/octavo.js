// Our engine as the bench drives it.

import { keepFrame } from '../../../src/book/layout/frame.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { rehearseOpening } from '../../../src/book/rehearsal.ts';
import { plainStyle } from '../../../test/src/book/reading-style.ts';
import { style as alike, warmHost } from './page.js';

const style = { ...plainStyle, ...alike };

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
    const book = await openBook(file, { pageCounts: counts, container: host });
    view = await book.show(host, style);
    linear = book.sections.filter((section) => section.linear).map((section) => section.index);
  },
  next: () => view.next(),
  previous: () => view.previous(),
  numbered: () => whole.promise,
  countAnew: () => view.setStyle({ ...style, fontSize: style.fontSize - 1 }),
  goTo: (target) => view.goTo(target),
  jump: (place) => view.goTo({ cfi: place.cfi }),
  place() {
    const { section, page, cfi } = view.place();
    return { section, page, cfi };
  },
};
