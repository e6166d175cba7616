// Lines along marked words where text runs downwards.

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Book, BookView, DrawnMark } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownDocument } from '../shown-frame.ts';

let book: Book;
let view: BookView;
let container: HTMLElement;

const text = '山路を登りながら、こう考えた。智に働けば角が立つ。';
const read = '<p><ruby>情<rt>じょう</rt></ruby>に棹させば流される。</p>';
const across = '<p style="writing-mode: horizontal-tb">across the page</p>';
const chapter = (words: string, head = '<style>body { writing-mode: vertical-rl }</style>') =>
  page(words, `${head}<style>* { position: static; background: none }</style>`);

beforeEach(async () => {
  const long = `<p>${text}</p>`.repeat(400);
  book = await openBook(
    await buildEpub([
      { name: 'one.xhtml', data: chapter(`<p>${text}</p>${read}${across}${long}`) },
      { name: 'two.xhtml', data: chapter(`<p>${text}</p>`, '') },
    ]),
  );
  container = makeContainer();
  view = await book.show(container, plainStyle);
});

afterEach(() => {
  book.close();
  container.remove();
});

const mark = (start: number, end: number, more: Partial<DrawnMark> = {}): DrawnMark => ({
  ...{ id: `m${start}`, chapterUid: 1, start, end, quote: '', style: 0, grey: 0 },
  ...more,
});

const shown = () => shownDocument(container);

const lines = () => [...shown().querySelectorAll('html > octavo-lines > octavo-line')];
const boxes = () => lines().map((line) => line.getBoundingClientRect());

function boxOf(words: string): DOMRect {
  const walker = shown().createTreeWalker(shown().body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    const range = shown().createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    return range.getBoundingClientRect();
  }
  throw new Error(`${words} is not there.`);
}

it('stand beside the words, on the side that has no readings, and below those that run across', () => {
  const { length } = shown().body.children;
  const readings = text.length + 1;
  const words = shown().body.textContent?.indexOf('across') ?? 0;
  view.setMarks([mark(0, 2), mark(readings, readings + 6), mark(words, words + 6)]);
  expect(shown().body.children).toHaveLength(length);
  const [first, ...others] = boxes() as [DOMRect, ...DOMRect[]];
  const path = boxOf('山路');
  expect(first.left).toBeGreaterThan(path.left + path.width / 2);
  expect(Math.abs(first.top - path.top) + Math.abs(first.bottom - path.bottom)).toBeLessThan(3);
  const feeling = boxOf('情');
  expect(others[0]?.right).toBeLessThan(feeling.left + feeling.width / 2);
  const below = boxOf('across');
  const last = others.at(-1) as DOMRect;
  expect(last.top).toBeGreaterThan(below.top + below.height / 2);
  expect(Math.abs(last.left - below.left) + Math.abs(last.right - below.right)).toBeLessThan(3);
});

it('are of another kind for each style, none for markers, and black or white as the page is not', async () => {
  const styles = [0, 1, 3, 4, 2] as const;
  const marks = styles.map((style, n) => mark(3 * n, 3 * n + 2, { style }));
  view.setMarks(marks);
  const looks = () => lines().map((line) => shown().defaultView?.getComputedStyle(line).background);
  expect(new Set(looks()).size).toBe(4);
  const [solid] = lines();
  const ink = () => solid && shown().defaultView?.getComputedStyle(lines()[0] as Element).backgroundColor;
  expect(ink()).toBe('rgb(0, 0, 0)');
  await view.setStyle({ ...plainStyle, night: true });
  expect(ink()).toBe('rgb(255, 255, 255)');
  view.setMarks([]);
  expect(lines()).toHaveLength(0);
});

it('stay with their words when pages are turned, and end with the chapter', async () => {
  const far = text.length * 60;
  view.setMarks([mark(far, far + 3)]);
  const place = await view.goTo({ chapterUid: 1, offset: far });
  expect(place.page).toBeGreaterThan(0);
  const [box] = boxes();
  const { clientWidth, clientHeight } = shown().documentElement;
  expect(box && box.left > 0 && box.right < clientWidth && box.top >= 0 && box.bottom <= clientHeight).toBe(true);
  await view.goTo({ section: 1 });
  expect(lines()).toHaveLength(0);
});
