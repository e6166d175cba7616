// epub.js 0.3.93 in its default paginated flow.

import ePub from 'epubjs';
import { alikeCss } from './page.js';

let rendition;
let place = {};

export const engine = {
  async open(file, host) {
    const book = ePub();
    await book.open(await file.arrayBuffer(), 'binary');
    rendition = book.renderTo(host, { width: innerWidth, height: innerHeight, flow: 'paginated', spread: 'none' });
    rendition.themes.registerCss('alike', alikeCss);
    rendition.themes.select('alike');
    rendition.on('relocated', ({ start }) => {
      place = { section: start.index, page: start.displayed.page, cfi: start.cfi };
    });
    await rendition.display();
  },
  next: () => rendition.next(),
  previous: () => rendition.prev(),
  jump: (target) => rendition.display(target.cfi),
  place: () => place,
};
