// Leaves of drawn pages: what idle time draws is never drawn over the page that the reader has turned to.

import { afterEach, expect, it } from 'vitest';
import type { PageSource } from '../../../../src/book/pages/page-source.ts';
import { fixedStyle } from '../../../../src/book/pages/page-style.ts';
import { PagesView } from '../../../../src/book/pages/pages-view.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

let view: PagesView | undefined;
let container: HTMLElement | undefined;

afterEach(() => {
  view?.close();
  container?.remove();
});

it('a page whose size comes late is not drawn over one that was turned back to', async () => {
  const late = Promise.withResolvers<void>();
  const asked = new Set<number>();
  const drawn: number[] = [];
  const source: PageSource = {
    count: 6,
    async size(page) {
      asked.add(page);
      if (page === 3) await late.promise;
      return { width: 400, height: 600 };
    },
    async draw(page, canvas) {
      drawn.push(page);
      canvas.dataset.page = `${page}`;
    },
    text: async () => [],
    links: async () => [],
    close: () => undefined,
  };
  const shownIn = makeContainer(600, 800);
  container = shownIn;
  const leaves = () => [...shownIn.querySelectorAll<HTMLElement>('.page-leaf')];
  const shown = () =>
    leaves()
      .filter(({ style }) => style.visibility === 'visible')
      .map((leaf) => leaf.querySelector('canvas')?.dataset.page);
  const opened = new PagesView(shownIn, { source, direction: 'ltr', toc: [] }, plainStyle, fixedStyle(undefined));
  view = opened;
  await opened.begin({ section: 1 });
  await expect.poll(() => [...drawn].sort()).toEqual([0, 1, 2]);
  await opened.next();
  expect(shown()).toEqual(['2']);
  // The leaf of the first page is the one that is not needed beside this one.
  await expect.poll(() => [...asked]).toContain(3);
  await opened.previous();
  await opened.previous();
  expect(shown()).toEqual(['0']);
  late.resolve();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([shown(), drawn]).toEqual([['0'], expect.not.arrayContaining([3])]);
  // It is drawn when it is beside the page.
  await opened.next();
  await opened.next();
  await expect.poll(() => drawn).toContain(3);
  await opened.next();
  expect(shown()).toEqual(['3']);
});
