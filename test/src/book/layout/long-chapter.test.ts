// A chapter that is laid out in pieces: what is said of its pages and drawn on them is right in each of them.

import { afterEach, expect, it } from 'vitest';
import type { Book, DrawnMark } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownWindow } from '../shown-frame.ts';

let book: Book | undefined;
let container: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  container?.remove();
});

const names = ['A', 'B', 'C', 'D', 'E', 'F'];
/** Each chapter of the contents is a fifth of a piece, and its heading stands deep in it. */
const text = names.map((name) => `<div><div><h2 id="${name}">${name}</h2></div>${prose(150, name)}</div>`).join('');
const contents = `<nav epub:type="toc"><ol>${names.map((name) => `<li><a href="1.xhtml#${name}">${name}</a></li>`).join('')}</ol></nav>`;

async function open() {
  const file = await buildEpub([{ name: '1.xhtml', data: page(text) }], { contents });
  book = await openBook(file);
  container = makeContainer();
  return { book, view: await book.show(container, plainStyle) };
}

it('is told by the entries of the contents that begin in it, in every piece', async () => {
  const { book, view } = await open();
  const { text: whole } = await book.sectionText(0);
  const starts = names.map((name) => ({ name, start: whole.indexOf(`${name}${name}0w0`) }));
  const wrong: unknown[] = [];
  let pieces = 0;
  for (let place = view.place(); place; place = await view.next()) {
    const { chapterOffset: at, chapterTitle, chapterBegan, chapterEnd, page: shown } = place;
    const here = starts.findLast(({ start }) => start <= at);
    const [after, second] = starts.filter(({ start }) => start > at).map(({ start }) => start);
    if (shown > 0 && view.pageOf(1, 0) === undefined) pieces++;
    if (chapterTitle !== here?.name || chapterBegan !== at > here.start) wrong.push([place, here]);
    // What begins on the page itself is not what comes after it.
    if (chapterEnd !== after && chapterEnd !== second) wrong.push([place, after]);
    // From page to page of all of it would take long; the pages around each beginning say the same.
    const near = starts.some(({ start }) => Math.abs(start - at) < 4000);
    if (!near && after !== undefined) await view.goTo({ section: 0, offset: after - 3000 });
  }
  expect(wrong).toEqual([]);
  expect(pieces).toBeGreaterThan(0);
});

it('has the marks of other pieces in those', async () => {
  const { book, view } = await open();
  const { text: whole } = await book.sectionText(0);
  const start = whole.indexOf('F149w0');
  const unplaced: string[] = [];
  view.on('marksUnplaced', ({ ids }) => unplaced.push(...ids));
  const mark: DrawnMark = { id: 'm', chapterUid: 1, start, end: start + 6, quote: 'F149w0', style: 0, grey: 0 };
  // Its words stand in the first piece as well.
  const common: DrawnMark = { ...mark, id: 'n', start: start + 4, end: start + 6, quote: 'w0' };
  expect(view.setMarks([mark, common])).toEqual([]);
  expect(drawn()).toBe(0);
  await view.goTo({ section: 0, offset: start });
  expect(drawn()).toBe(2);
  expect(unplaced).toEqual([]);
});

/** Marks in the frame that is seen. */
function drawn(): number {
  return shownWindow(container).CSS.highlights.get('octavo-line')?.size ?? 0;
}
