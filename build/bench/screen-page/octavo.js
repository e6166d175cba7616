// Our engine as the bench drives it.

import { openBook } from '../../../src/book/open-book.ts';
import { plainStyle } from '../../../test/src/book/reading-style.ts';
import { style as alike } from './page.js';

const style = { ...plainStyle, ...alike };

let view;

export const engine = {
  async open(file, host) {
    const book = await openBook(file);
    view = await book.show(host, style);
  },
  next: () => view.next(),
  previous: () => view.previous(),
  goTo: (target) => view.goTo(target),
  jump: (place) => view.goTo({ cfi: place.cfi }),
  place() {
    const { section, page, cfi } = view.place();
    return { section, page, cfi };
  },
};
