import { afterEach, expect, it } from 'vitest';
import type { Book } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { pictureBytes } from '../../painted-picture.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownFrame } from '../shown-frame.ts';

let book: Book | undefined;
let container: HTMLElement;

afterEach(() => {
  book?.close();
  container.remove();
});

/** Where the shown frame's element lies in the container, after scaling. */
function boxOf(selector: string) {
  const frame = shownFrame(container);
  const outer = frame.getBoundingClientRect();
  const inner = frame.contentDocument?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const scale = outer.width / frame.clientWidth;
  const sides = [
    outer.left + inner.left * scale,
    outer.top + inner.top * scale,
    inner.width * scale,
    inner.height * scale,
  ];
  return sides.map(Math.round);
}

it('scales fixed pages, drawings and pictures to the page, one spine item each', async () => {
  const fixed = (w: number, h: number) => `<meta name="viewport" content="width=${w}, height=${h}"/>`;
  const whole = '<div id="d" style="position:absolute;left:0;top:0;width:100%;height:100%">x</div>';
  const file = await buildEpub(
    [
      { name: 'one.xhtml', data: page(whole, fixed(702, 468)) },
      {
        name: 'two.svg',
        data: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 200"><rect id="d" width="100" height="200"/></svg>',
      },
      { name: 'three.png', data: await pictureBytes(400, 376) },
      { name: 'four.json', data: '{}' },
      { name: 'five.xhtml', data: page('<p id="d">flows</p>'), itemref: 'properties="rendition:layout-reflowable"' },
    ],
    { metadata: '<meta property="rendition:layout">pre-paginated</meta>', spine: 'page-progression-direction="rtl"' },
  );
  book = await openBook(file);
  expect(book.facts).toMatchObject({ layout: 'fixed', direction: 'rtl' });
  container = makeContainer();
  const view = await book.show(container, plainStyle);
  expect(boxOf('#d')).toEqual([0, 468, 1404, 936]);
  expect(await view.next()).toMatchObject({ section: 1, page: 0, pages: 1 });
  expect(boxOf('#d')).toEqual([279, 90, 846, 1692]);
  expect(await view.next()).toMatchObject({ section: 2, page: 0, pages: 1 });
  expect(boxOf('img')).toEqual([0, 276, 1404, 1320]);
  expect(await view.next()).toMatchObject({ section: 3, pages: 1 });
  expect(await view.next()).toMatchObject({ section: 4, textQuote: 'flows' });
  expect(boxOf('#d')[0]).toBe(plainStyle.margin.left);
  expect((await view.previous())?.section).toBe(3);
});

it.each([
  ['fixed', '<meta property="rendition:layout">pre-paginated</meta>'],
  ['flowing', ''],
])('counts progress by pages where there are only pictures: %s', async (kind, metadata) => {
  const drawn = (n: number) =>
    page(`<img src="p${n}.svg" alt=""/>`, '<meta name="viewport" content="width=60,height=80"/>');
  const file = await buildEpub(
    [0, 1, 2, 3].map((n) => ({ name: `${n}.xhtml`, data: drawn(n) })),
    { metadata },
  );
  book = await openBook(file);
  await book.counted();
  container = makeContainer();
  const view = await book.show(container, plainStyle);
  // Whoever knows that each is one page has not to look at them.
  expect(view.place()?.bookPages).toBe(kind === 'fixed' ? 4 : undefined);
  const progress = [view.place()?.progress];
  for (let n = 0; n < 3; n++) progress.push((await view.next())?.progress);
  expect(progress).toEqual([0, 25, 50, 100]);
  expect(await view.goTo({ progress: 50 })).toMatchObject({ section: 2 });
});

it('gives a page without a size that of its only picture, else that of the pages beside it', async () => {
  const whole = '<div id="d" style="position:absolute;left:0;top:0;width:100%;height:100%">x</div>';
  const file = await buildEpub(
    [
      { name: 'one.xhtml', data: page('<div><img src="a.png" alt="" style="position:absolute;left:0;top:0"/></div>') },
      { name: 'two.xhtml', data: page(whole) },
      { name: 'three.xhtml', data: page(whole, '<meta name="viewport" content="width=702, height=468"/>') },
      { name: 'a.png', data: await pictureBytes(400, 376), itemref: 'linear="no"' },
    ],
    { metadata: '<meta property="rendition:layout">pre-paginated</meta>' },
  );
  book = await openBook(file);
  container = makeContainer();
  const view = await book.show(container, plainStyle);
  expect(boxOf('img')).toEqual([0, 276, 1404, 1320]);
  expect(await view.next()).toMatchObject({ section: 1, page: 0, pages: 1 });
  expect(boxOf('#d')).toEqual([0, 468, 1404, 936]);
  expect(await view.next()).toMatchObject({ section: 2, page: 0, pages: 1 });
  expect(boxOf('#d')).toEqual([0, 468, 1404, 936]);
});
