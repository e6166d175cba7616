// epub.js 0.3.93 in its default paginated flow.

import ePub from 'epubjs';
import { alikeCss, settled, warmHost } from './page.js';

let rendition;
let place = {};

async function show(file, host) {
  const book = ePub();
  await book.open(await file.arrayBuffer(), 'binary');
  const made = book.renderTo(host, { width: innerWidth, height: innerHeight, flow: 'paginated', spread: 'none' });
  made.themes.registerCss('alike', alikeCss);
  made.themes.select('alike');
  made.on('relocated', ({ start }) => {
    place = { section: start.index, page: start.displayed.page, cfi: start.cfi };
  });
  await made.display();
  return { book, made };
}

export const engine = {
  ready: (file) =>
    warmHost(async (host) => {
      const { book } = await show(file, host);
      await settled();
      book.destroy();
    }),
  async open(file, host) {
    rendition = (await show(file, host)).made;
  },
  next: () => rendition.next(),
  previous: () => rendition.prev(),
  jump: (target) => rendition.display(target.cfi),
  place: () => place,
};
