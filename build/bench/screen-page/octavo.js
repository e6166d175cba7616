// Our engine as the bench drives it.

import { openBook } from '../../../src/book/open-book.ts';
import { style } from './page.js';

let view;

export const engine = {
  async open(file, host) {
    const book = await openBook(file);
    view = await book.show(host, { ...style, align: 'book', hyphenate: false, publisherStyles: true, night: false });
  },
  next: () => view.next(),
  previous: () => view.previous(),
  jump: (place) => view.goTo({ cfi: place.cfi }),
  place() {
    const { section, page, cfi } = view.place();
    return { section, page, cfi };
  },
};
