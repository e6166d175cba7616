// Fixed pages side by side and in parts: which stand together, where, and how turns go through them.

import { afterEach, describe, expect, it } from 'vitest';
import type { Book, BookView } from '../../../../src/book/book.ts';
import { findSpreads, type SpreadItem } from '../../../../src/book/layout/spreads.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { readRealBook, realBooks } from '../real-books.ts';

let book: Book | undefined;
let container: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  container?.remove();
});

async function show(file: Blob, width = 1872, height = 1404): Promise<BookView> {
  book = await openBook(file);
  container = makeContainer(width, height);
  return book.show(container, { ...plainStyle, margin: { top: 0, right: 0, bottom: 0, left: 0 } });
}

/** Pages that are seen, from left to right: their first words and where they lie. */
function seen(): { text: string; left: number; top: number; width: number; height: number }[] {
  return [...(container?.querySelectorAll('iframe') ?? [])]
    .filter((frame) => frame.style.visibility === 'visible')
    .map((frame) => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const text = /Page \d/.exec(frame.contentDocument?.body.textContent ?? '')?.[0] ?? '';
      return { text, ...{ left: Math.round(left), top: Math.round(top) }, width: Math.round(width), height };
    })
    .sort((a, b) => a.left - b.left);
}

const texts = () => seen().map(({ text }) => text);

describe('which pages stand together', () => {
  const items = (...told: (Partial<SpreadItem> | undefined)[]): SpreadItem[] =>
    told.map((item) => ({ fixed: true, linear: true, spread: 'auto', side: undefined, ...item }));
  const together = (spine: SpreadItem[], wide = true, direction: 'ltr' | 'rtl' = 'ltr') => [
    ...new Set(findSpreads(spine, { wide, direction }).map(({ sections, side }) => sections.join('+') + (side ?? ''))),
  ];

  it.each([
    ['two by two', items({}, {}, {}, {}), true, 'ltr', ['0+1', '2+3']],
    ['one by one in a high window', items({}, {}, {}), false, 'ltr', ['0', '1', '2']],
    ['two by two in any window', items({ spread: 'both' }, { spread: 'both' }), false, 'ltr', ['0+1']],
    ['never', items({ spread: 'none' }, { spread: 'none' }), true, 'ltr', ['0', '1']],
    ['from a page on the right on', items({ side: 'right' }, {}, {}), true, 'ltr', ['0right', '1+2']],
    ['from a page on the left on', items({}, { side: 'left' }, {}), true, 'ltr', ['0', '1+2']],
    ['not with one in the middle', items({}, { side: 'center' }, {}, {}), true, 'ltr', ['0', '1', '2+3']],
    ['not with one that flows', items({}, { fixed: false }, {}, {}), true, 'ltr', ['0', '1', '2+3']],
    ['not with one out of line', items({}, { linear: false }, {}), true, 'ltr', ['0+2', '1']],
    ['from the right in a book to the left', items({ side: 'left' }, {}, {}), true, 'rtl', ['0left', '1+2']],
    ['left and right of one another', items({ side: 'right' }, { side: 'right' }), true, 'ltr', ['0right', '1right']],
  ] as const)('%s', (_, spine, wide, direction, expected) => {
    expect(together([...spine], wide, direction)).toEqual(expected);
  });
});

const fixed = (count: number, spine = '', width = 600, height = 900, orientation = 'auto') =>
  buildEpub(
    Array.from({ length: count }, (_, n) => ({
      name: `p${n}.xhtml`,
      data: page(`<p style="position:absolute;top:10px">Page ${n}</p>`, viewport(width, height)),
    })),
    {
      metadata: `<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:orientation">${orientation}</meta>`,
      spine,
    },
  );
const viewport = (width: number, height: number) =>
  `<meta name="viewport" content="width=${width}, height=${height}"/>`;

it('stays within the margins above and below, and says how the screen is to be turned', async () => {
  book = await openBook(await fixed(2, '', 900, 600, 'landscape'));
  expect(book.facts.pages).toEqual({ text: true, markup: true });
  container = makeContainer(1404, 1872);
  const view = await book.show(container, { ...plainStyle, margin: { top: 100, right: 50, bottom: 900, left: 50 } });
  expect(seen()).toMatchObject([{ left: 48, top: 100, width: 1308 }]);
  expect(view.place()).toMatchObject({ turnTo: 'landscape' });
  Object.assign(container.style, { width: '1872px', height: '1404px' });
  expect(await view.resize()).not.toHaveProperty('turnTo');
});

describe('two pages side by side', () => {
  it('touch in the middle, turn together, and know the book’s ends', async () => {
    const view = await show(await fixed(5));
    expect(seen()).toMatchObject([
      { text: 'Page 0', left: 0, top: 0, width: 936 },
      { text: 'Page 1', left: 936, top: 0, width: 936 },
    ]);
    expect(view.place()).toMatchObject({ section: 0, atStart: true, atEnd: false });
    expect(await view.next()).toMatchObject({ section: 2, page: 0, pages: 1 });
    expect(texts()).toEqual(['Page 2', 'Page 3']);
    expect(await view.goTo({ section: 3 })).toMatchObject({ section: 2 });
    expect(await view.next()).toMatchObject({ section: 4, atEnd: true });
    expect(texts()).toEqual(['Page 4']);
    expect(await view.next()).toBeUndefined();
    expect(await view.previous()).toMatchObject({ section: 2 });
    expect(container?.querySelectorAll('iframe').length).toBeLessThanOrEqual(6);
  });

  it('stand the other way round where pages go to the left, and alone when the window is turned', async () => {
    const view = await show(await fixed(4, 'page-progression-direction="rtl"', 600, 900, 'portrait'));
    expect(texts()).toEqual(['Page 1', 'Page 0']);
    expect(view.place()).not.toHaveProperty('turnTo');
    await view.next();
    expect(texts()).toEqual(['Page 3', 'Page 2']);
    if (container) Object.assign(container.style, { width: '1404px', height: '1872px' });
    expect(await view.resize()).toMatchObject({ section: 2 });
    expect(texts()).toEqual(['Page 2']);
    await view.next();
    expect(texts()).toEqual(['Page 3']);
    if (container) Object.assign(container.style, { width: '1872px', height: '1404px' });
    await view.resize();
    expect(texts()).toEqual(['Page 3', 'Page 2']);
  });
});

it('turns through the parts of a page that is shown larger, and keeps what is in sight', async () => {
  const view = await show(await fixed(3), 1404, 1872);
  const control = view.pages;
  if (!control) throw new Error('A book of fixed pages can be shown larger.');
  await view.next();
  expect(await control.change({ ...control.style(), zoom: 2 })).toMatchObject({ section: 1, page: 0, pages: 1 });
  expect(texts()).toEqual(['Page 1']);
  const corners: number[][] = [];
  for (let part = 0; part < 6; part++) {
    const [{ left = 0, top = 0, width = 0 } = {}] = seen();
    expect(width).toBe(2496);
    corners.push([left, top]);
    await view.next();
  }
  expect(new Set(corners.map(String)).size).toBe(6);
  expect(corners[0]).toEqual([0, 0]);
  expect(view.place()?.section).toBe(2);
  await view.previous();
  expect(seen()[0]).toMatchObject({ text: 'Page 1', left: corners[5]?.[0], top: corners[5]?.[1] });
  await control.change({ ...control.style(), zoom: 3 });
  expect(seen()[0]?.top).toBeLessThan(0);
  expect((await control.change({ ...control.style(), zoom: 1 })).section).toBe(1);
  expect(seen()).toMatchObject([{ text: 'Page 1', width: 1248 }]);
});

const w3c: [string, string[][]][] = [
  ['fxl-page-spread-center', [['Page 1'], ['Page 2', 'Page 3'], ['Page 4']]],
  ['lay-fxl-page-spread-left', [['Page 1'], ['Page 2', 'Page 3'], ['Page 4']]],
  ['lay-pp-page-spread-right', [['Page 1'], ['Page 2', 'Page 3'], ['Page 4']]],
  ['lay-pp-page-spread-combined', [['Page 1'], ['Page 2', 'Page 3'], ['Page 4']]],
  [
    'lay-pp-layout-pre-paginated-spreads',
    [
      ['Page 1', 'Page 2'],
      ['Page 3', 'Page 4'],
    ],
  ],
  ['lay-fxl-spread-none', [['Page 1'], ['Page 2'], ['Page 3'], ['Page 4']]],
];

describe('spreads of the standard’s tests', () => {
  it.skipIf(!realBooks.includes('w3c/lay-fxl-spread-none.epub')).each(w3c)('%s', async (name, expected) => {
    const view = await show(await readRealBook(`w3c/${name}.epub`));
    const found = [texts()];
    while (await view.next()) found.push(texts());
    expect(found).toEqual(expected);
  });
});
