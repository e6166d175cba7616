// Every setting of the type changes what is laid out, measured on the page of a real browser.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Book, BookView, ReadingStyle } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownDocument } from '../shown-frame.ts';

const sentence =
  'Notwithstanding extraordinary circumstances, representatives of international organisations characteristically underestimated administrative responsibilities. ';
const style =
  'p { margin: 0; text-indent: 1em; text-align: left } .end { page-break-before: always } .plain { color: #123456 } .narrow { hyphens: manual; width: 5em }';
const english = page(
  `<h1>A heading</h1><p id="a">${sentence.repeat(6)}</p><p id="b">${sentence.repeat(6)}</p><p id="c" class="plain">Last</p>
  <p id="manual" class="narrow">representation</p>
  <table id="wide"><tr>${'<td>Unbreakable</td>'.repeat(30)}</tr></table>
  <math xmlns="http://www.w3.org/1998/Math/MathML"><mfenced id="fence" open="[" close=""><mi>x</mi></mfenced>
  <mfenced id="angle" open="&#x2329;" close="&#x232a;"><mi>S</mi></mfenced><mfenced id="odd" open="⟦" close=")"><mi>a</mi></mfenced></math>
  <p id="end" class="end">On a page of its own.</p>`,
  `<style>${style}</style>`,
);
const chinese = page(
  `<p id="a">${'里面的头发与皇后，“软件”。'.repeat(30)}</p>`,
  '<style>p { margin: 0 }</style>',
).replace('<html', '<html lang="zh-CN"');

let book: Book;
let view: BookView;
let container: HTMLElement;

beforeAll(async () => {
  container = makeContainer();
  book = await openBook(
    await buildEpub([
      { name: 'english.xhtml', data: english },
      { name: 'chinese.xhtml', data: chinese },
    ]),
  );
  view = await book.show(container, plainStyle);
});
afterAll(() => {
  book.close();
  container.remove();
});

const shown = () => shownDocument(container);
const element = (id: string) => shown().getElementById(id) as HTMLElement;
const css = (id: string) => getComputedStyle(element(id));
/** The boxes of the lines of an element, one for each. */
const lines = (id: string) => {
  const range = shown().createRange();
  range.selectNodeContents(element(id));
  const boxes = new Map<number, DOMRect>();
  for (const box of range.getClientRects()) if (box.width > 1) boxes.set(Math.round(box.top), box);
  return [...boxes.values()];
};
const wordWidth = () => {
  const range = shown().createRange();
  const text = element('c').firstChild as Text;
  range.selectNodeContents(text);
  return range.getBoundingClientRect().width;
};
const set = async (change: Partial<ReadingStyle>) => {
  await view.setStyle({ ...plainStyle, hyphenate: false, ...change });
};

describe('in an English chapter', () => {
  beforeEach(async () => {
    await view.goTo({ section: 0, offset: 0 });
  });

  it('size, face, weight and spacing change how wide a word is', async () => {
    await set({});
    const usual = wordWidth();
    const widths: number[] = [usual];
    for (const change of [
      { fontSize: 48 },
      { fontFamily: '"Atkinson Hyperlegible Next", sans-serif' },
      { fontFamily: '"Literata", serif', variableFace: true },
      { fontFamily: '"Literata", serif', variableFace: true, fontWeight: 700 },
      { letterSpacing: 0.2 },
    ]) {
      await set(change);
      widths.push(wordWidth());
    }
    expect(widths[1]).toBeCloseTo(usual * 1.5, 0);
    expect(new Set(widths.map((width) => width.toFixed(1))).size).toBe(widths.length);
    await set({ fontWeight: 500 });
    expect(Number.parseFloat(css('c').webkitTextStrokeWidth)).toBeCloseTo(0.48, 1);
  });

  it('lines, paragraphs and first lines stand as far apart as asked, in whole pixels', async () => {
    await set({ lineHeight: 1.53 });
    const [first, second, third] = lines('a') as [DOMRect, DOMRect, DOMRect];
    expect([second.top - first.top, third.top - second.top]).toEqual([49, 49]);
    expect(first.left - second.left).toBeCloseTo(32, 0);
    await set({ indent: 3, paragraphSpacing: 2 });
    const [, next] = lines('a') as [DOMRect, DOMRect];
    const begin = lines('b')[0] as DOMRect;
    expect(begin.left - next.left).toBeCloseTo(96, 0);
    expect(element('b').getBoundingClientRect().top - element('a').getBoundingClientRect().bottom).toBeCloseTo(92, 0);
    await set({ wordSpacing: 1.5 });
    const spaced = lines('a').length;
    await set({});
    expect(spaced).toBeGreaterThan(lines('a').length);
  });

  it('text begins at the margins and ends with a whole line', async () => {
    const margin = { top: 120, right: 200, bottom: 90, left: 40 };
    await set({ margin });
    const heading = shown().querySelector('h1')?.getBoundingClientRect();
    expect(heading?.left).toBe(40);
    const body = getComputedStyle(shown().body);
    expect(lines('a').every((box) => box.right <= 1404 - 200)).toBe(true);
    expect([body.paddingTop, body.paddingLeft, body.paddingRight]).toEqual(['120px', '40px', '200px']);
    expect((1872 - 120 - Number.parseFloat(body.paddingBottom)) % 46).toBe(0);
  });

  it('two columns stand side by side on one page', async () => {
    await set({});
    const { pages } = await view.goTo({ section: 0, offset: 0 });
    expect(new Set(lines('b').map((box) => Math.floor(box.left / 702))).size).toBe(1);
    await set({ columns: 2, fontSize: 40 });
    const place = await view.goTo({ section: 0, offset: 0 });
    const visible = [...lines('a'), ...lines('b')].filter((box) => box.left < 1404);
    expect([...new Set(visible.map((box) => Math.floor(box.left / 702)))].sort()).toEqual([0, 1]);
    expect(place.pages).toBeLessThanOrEqual(pages + 1);
  });

  it('justified lines end at the margin, others where their words do', async () => {
    const ends = () =>
      lines('a')
        .slice(1, -1)
        .map(({ right }) => Math.round(right));
    await set({ align: 'justify' });
    expect(new Set(ends())).toEqual(new Set([1304]));
    await set({ align: 'left' });
    expect(new Set(ends()).size).toBeGreaterThan(2);
  });

  it('words are divided, except where the book wants none but its own hyphens', async () => {
    await set({ margin: { ...plainStyle.margin, left: 500, right: 500 } });
    const whole = lines('a').length;
    await set({ hyphenate: true, margin: { ...plainStyle.margin, left: 500, right: 500 } });
    expect(lines('a').length).toBeLessThan(whole);
    expect(element('a').textContent).toContain('\u00ad');
    expect(element('manual').textContent).toBe('representation');
    expect(view.place()?.textQuote).not.toContain('\u00ad');
  });

  it('the publisher’s styles can be left out, and white can be black', async () => {
    await set({});
    expect(css('c').color).toBe('rgb(18, 52, 86)');
    await set({ publisherStyles: false });
    expect(css('c').color).toBe('rgb(0, 0, 0)');
    await set({ night: true });
    expect([css('c').color, getComputedStyle(shown().body).backgroundColor]).toEqual([
      'rgb(255, 255, 255)',
      'rgb(0, 0, 0)',
    ]);
  });

  it('keeps wide tables in the column, draws fences and begins pages where the book does', async () => {
    await set({});
    const boxes = [...element('wide').getClientRects()];
    expect(boxes.every((box) => box.width <= 1405 - 200)).toBe(true);
    expect(Number.parseFloat(css('fence').paddingInlineStart)).toBeGreaterThan(5);
    expect(Number.parseFloat(css('fence').paddingInlineEnd)).toBe(0);
    expect(css('angle').getPropertyValue('--open')).not.toBe(css('odd').getPropertyValue('--close'));
    expect(css('angle').getPropertyValue('--open')).toContain('L2%2050');
    // A sign that nothing is drawn for stands there itself.
    const sign = getComputedStyle(element('odd'), '::before');
    expect([sign.content, getComputedStyle(element('odd'), '::after').content]).toEqual(['"⟦"', 'none']);
    expect(Number.parseFloat(css('odd').paddingInlineStart)).toBe(0);
    const before = await view.goTo({ href: 'english.xhtml#wide' });
    const end = await view.goTo({ href: 'english.xhtml#end' });
    expect(end.page).toBeGreaterThan(before.page);
    expect(end.textQuote.startsWith('On a page')).toBe(true);
  });
});

describe('in a Chinese chapter', () => {
  it('lines run as asked, and characters are those that were asked for, under the same offsets', async () => {
    const plain = await view.goTo({ section: 1, offset: 9 });
    await set({ writing: 'vertical', script: 'taiwan' });
    const upright = await view.goTo({ section: 1, offset: 9 });
    expect(css('a').writingMode).toBe('vertical-rl');
    expect(element('a').textContent?.slice(0, 13)).toBe('裡面的頭髮與皇后，「軟件」');
    expect([upright.cfi, upright.textQuote]).toEqual([plain.cfi, plain.textQuote]);
    await set({ writing: 'horizontal', script: 'book' });
    expect(css('a').writingMode).toBe('horizontal-tb');
    expect(element('a').textContent?.slice(0, 5)).toBe('里面的头发');
  });

  it('faces are those of the language that is shown', async () => {
    await set({ fontFamily: '"DejaVu Serif", serif', script: 'book' });
    expect(css('a').fontFamily).toContain('Noto Serif CJK SC');
    await set({ fontFamily: '"DejaVu Serif", serif', script: 'hongKong', eastAsian: 'sans' });
    expect(css('a').fontFamily).toContain('Noto Sans CJK HK');
  });
});
