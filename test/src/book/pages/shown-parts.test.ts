// Parts, halves and spreads of drawn pages: a place leads back to the part that it was read in, what is looked for is
// shown, and links and marks of what is seen can be pressed by keys.

import { afterEach, expect, it } from 'vitest';
import type { BookView, DrawnMark, Target, ViewEvents } from '../../../../src/book/book.ts';
import type { PageLink, PageSource, TextRun } from '../../../../src/book/pages/page-source.ts';
import { defaultPageStyle, type PageStyle } from '../../../../src/book/pages/page-style.ts';
import { PagesView } from '../../../../src/book/pages/pages-view.ts';
import { targetOf } from '../../../../src/reader/turning/places.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { markedOnPages } from './marks-shown.ts';

const opened: { view: PagesView; container: HTMLElement }[] = [];

afterEach(() => {
  for (const { view, container } of opened.splice(0)) {
    view.close();
    container.remove();
  }
});

interface Paper {
  width?: number;
  height?: number;
  /** Each with where it begins. */
  lines?: readonly (readonly [x: number, y: number, text: string])[];
  links?: readonly PageLink[];
}

const runOf = ([x, y, text]: readonly [number, number, string]): TextRun => ({
  ...{ text, x, y, width: text.length * 6, height: 12, angle: 0, endsLine: true },
});

async function show(papers: readonly Paper[], style: Partial<PageStyle>, size: [number, number], at: Target) {
  const source: PageSource = {
    count: papers.length,
    size: async (page) => ({ width: papers[page]?.width ?? 400, height: papers[page]?.height ?? 600 }),
    draw: async () => undefined,
    text: async (page) => (papers[page]?.lines ?? []).map(runOf),
    links: async (page) => papers[page]?.links ?? [],
    close: () => undefined,
  };
  const container = makeContainer(...size);
  const pageStyle = { ...defaultPageStyle, crop: 'off' as const, ...style };
  const view = new PagesView(container, { source, direction: 'ltr', toc: [] }, plainStyle, pageStyle);
  opened.push({ view, container });
  await view.begin(at);
  return view;
}

const scans = Array.from({ length: 3 }, () => ({}));
const texts = Array.from({ length: 3 }, (_, page) => ({
  lines: Array.from({ length: 30 }, (__, line) => [20, 10 + line * 19, `Page ${page} line ${line}`] as const),
}));

/** Through every part of the second page, as told before and after the page is left. */
async function visit(view: BookView, papers: readonly Paper[], style: Partial<PageStyle>, size: [number, number]) {
  const parts: number[] = [];
  for (let place = await view.goTo({ section: 1 }); place.section === 1; ) {
    parts.push(place.page);
    const target = targetOf(place);
    await view.goTo({ section: 2 });
    expect(await view.goTo(target)).toMatchObject({ section: 1, page: place.page });
    const again = await show(papers, style, size, target);
    expect(again.place()).toMatchObject({ section: 1, page: place.page, chapterOffset: place.chapterOffset });
    const { night } = plainStyle;
    expect(await view.setStyle({ ...plainStyle, night: !night })).toMatchObject({ section: 1, page: place.page });
    expect(await view.setStyle(plainStyle)).toMatchObject({ section: 1, page: place.page });
    place = (await view.next()) ?? place;
  }
  return parts;
}

it.each([
  ['scans, as wide as the screen', scans, { fit: 'width' }, 4],
  ['scans, zoomed', scans, { zoom: 2 }, 6],
  ['text, as wide as the screen', texts, { fit: 'width' }, 4],
  ['text, zoomed', texts, { zoom: 2 }, 6],
] as const)('%s: come back to the part that was left', async (_, papers, style, parts) => {
  const size: [number, number] = 'fit' in style ? [800, 500] : [400, 600];
  const view = await show(papers, style, size, { section: 0 });
  expect(await visit(view, papers, style, size)).toEqual(Array.from({ length: parts }, (__, part) => part));
});

it('come back to the half of a wide scan that was left', async () => {
  const wide = Array.from({ length: 3 }, () => ({ width: 800, height: 500 }));
  const view = await show(wide, { halves: true }, [400, 600], { section: 0 });
  expect(await visit(view, wide, { halves: true }, [400, 600])).toEqual([0, 1]);
});

it('shows the part on which found words stand, also beside others of the same height', async () => {
  const paper: Paper = {
    lines: [
      ...([
        [20, 300, 'left'],
        [330, 300, 'right'],
      ] as const),
    ],
  };
  const view = await show([paper], { zoom: 2 }, [400, 600], { section: 0 });
  const left = await view.goTo({ section: 0, offset: 0 });
  expect(left.pages).toBe(6);
  const right = await view.goTo({ section: 0, offset: 'left\n'.length });
  const here = { chapterUid: 1, start: 5, end: 10 };
  view.showFound([here], here);
  const [box] = view.text()?.boxes(5, 10) ?? [];
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(400);
  expect(right.page).not.toBe(left.page);
  expect(markedOnPages('octavo-found-here')).toContain('right');
});

const lines = [
  [20, 20, 'First words of a page'],
  [20, 100, 'See the next page'],
  [20, 560, 'See what is elsewhere'],
] as const;
const links: PageLink[] = [
  { box: { x: 20, y: 558, width: 120, height: 16 }, target: { url: 'https://example.org/' } },
  { box: { x: 20, y: 98, width: 100, height: 16 }, target: { page: 1 } },
];
const markOf = (id: string, chapterUid: number, start: number, quote: string): DrawnMark => ({
  ...{ id, chapterUid, start, end: start + quote.length, quote, style: 2, grey: 0 },
});
const marks = [
  markOf('lower', 1, 40, 'See what is elsewhere'),
  markOf('thought:1', 1, 0, 'First words'),
  markOf('beside', 2, 0, 'First words'),
];

/** What the keys come to, and what pressing each of them does. */
function pressed(view: PagesView): string[] {
  const told: string[] = [];
  const tell = (event: string) => () => told.push(event);
  const stop = [
    view.on('markTapped', ({ id }: ViewEvents['markTapped']) => told.push(id)),
    view.on('outsideLink', tell('outside')),
    view.on('followed', tell('followed')),
  ];
  for (const { press } of view.pressable()) press();
  for (const end of stop) end();
  return told;
}

it('presses links and marks of a whole page in reading order, and follows the links', async () => {
  const view = await show([{ lines, links }, { lines }], {}, [400, 600], { section: 0 });
  view.setMarks(marks);
  for (const { box } of view.pressable()) expect(Math.min(box.x, box.y, box.width, box.height)).toBeGreaterThan(0);
  expect(pressed(view)).toEqual(['thought:1', 'followed', 'lower', 'outside']);
  await expect.poll(() => view.place()?.section).toBe(1);
  expect(pressed(view)).toEqual(['beside']);
});

it('presses what the part shows, where it shows it', async () => {
  const view = await show([{ lines, links }, { lines }], { fit: 'width' }, [800, 500], { section: 0 });
  view.setMarks(marks);
  expect(view.pressable()).toHaveLength(2);
  expect([...view.markEnds().keys()]).toEqual(['thought:1']);
  expect(await view.goTo({ section: 0, offset: 40 })).toMatchObject({ page: 3 });
  const [mark, link] = view.pressable();
  expect(view.pressable()).toHaveLength(2);
  for (const box of [mark?.box, link?.box]) {
    expect(box?.y).toBeGreaterThan(250);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(500);
  }
  expect(pressed(view)).toEqual(['lower', 'outside']);
  expect([...view.markEnds().keys()]).toEqual(['lower']);
  // A finger on the same line finds it, and its menu stands beside what is seen.
  const tapped: ViewEvents['markTapped'][] = [];
  view.on('markTapped', (event) => tapped.push(event));
  const { x, y, width, height } = mark?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }));
  expect(tapped).toEqual([{ id: 'lower', box: mark?.box }]);
});

it('presses what both pages of a spread show, the first one’s first', async () => {
  const view = await show([{}, { lines, links }, { lines }], {}, [900, 600], { section: 1 });
  view.setMarks([markOf('right', 3, 0, 'First words'), markOf('left', 2, 0, 'First words')]);
  const found = view.pressable();
  expect(found).toHaveLength(4);
  expect(found[0]?.box.x).toBeLessThan(450);
  expect(found[3]?.box.x).toBeGreaterThan(450);
  expect([...view.markEnds().keys()].sort()).toEqual(['left', 'right']);
  expect(pressed(view)).toEqual(['left', 'followed', 'outside', 'right']);
});
