import { afterEach, describe, expect, it } from 'vitest';
import type { Book } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { readRealBook, realBooks } from './real-books.ts';

let book: Book | undefined;
let container: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  container?.remove();
});

/** Something to see on the page that is shown: text, a picture, a frame's worth of colour. */
function inkOf(box: HTMLElement): number {
  const frame = [...box.querySelectorAll('iframe')].find((one) => one.style.visibility === 'visible');
  const body = frame?.contentDocument?.body;
  if (!frame || !body) return 0;
  const { clientWidth: width, clientHeight: height } = frame;
  let ink = 0;
  const count = (rect: DOMRect) => {
    if (
      rect.width > 0 &&
      rect.height > 0 &&
      rect.right > 0 &&
      rect.left < width &&
      rect.bottom > 0 &&
      rect.top < height
    )
      ink++;
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.nodeValue?.trim()) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) count(rect);
  }
  for (const picture of body.querySelectorAll('img, svg, video, audio, object, div, section')) {
    if (picture.matches('img, svg, video, audio, object') || getComputedStyle(picture).backgroundImage !== 'none')
      count(picture.getBoundingClientRect());
  }
  return ink;
}

describe.skipIf(realBooks.length === 0)('every real book', () => {
  it.each(realBooks)('%s opens, shows its first page and turns', async (name) => {
    const file = await readRealBook(name);
    const unseen = await openBook(file);
    await unseen.counted();
    const counted = unseen.sections.map((section) => section.length);
    unseen.close();
    book = await openBook(file);
    container = makeContainer();
    const failures: string[] = [];
    const view = await book.show(container, plainStyle);
    view.on('sectionFailed', ({ reason }) => failures.push(reason));
    expect(inkOf(container)).toBeGreaterThan(0);
    for (let turn = 0; turn < 5; turn++) await view.next();
    await book.counted();
    while (await view.previous()) expect(inkOf(container)).toBeGreaterThan(0);
    expect(view.place()?.atStart).toBe(true);
    expect(failures).toEqual([]);
    // Here the sections that were turned through were counted as documents, there by their markup.
    expect(book.sections.map((section) => section.length)).toEqual(counted);
  });
});
