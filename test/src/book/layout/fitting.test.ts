// What books say about sizes fits the reader's page: type, blocks, lists, formulas and covers.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Book, BookView } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { rewriteCss } from '../../../../src/book/styles/rewrite-css.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownDocument } from '../shown-frame.ts';

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400" viewBox="0 0 300 400"><rect width="300" height="400" fill="#777"/></svg>`;
/** Two pictures of one point, which follow one another for ever. */
const moving = Uint8Array.from(
  atob(
    'R0lGODlhAQABAIAAAAAAAP///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQAAQAAACwAAAAAAQABAAACAkQBACH5BAABAAAALAAAAAABAAEAAAICTAEAOw==',
  ),
  (letter) => letter.charCodeAt(0),
);
const spinning = drawing.replace('<rect', '<animate href="#r" attributeName="x" to="9" dur="1s"/><rect id="r"');
const formula = (id: string, terms: number, how = '') =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML" ${how} id="${id}"><mrow>${'<mo>+</mo><mn>17</mn>'.repeat(terms)}</mrow></math>`;
const high = (id: string, how = '') =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML" ${how} id="${id}"><mtable>${'<mtr><mtd><mfrac><mn>1</mn><mn>2</mn></mfrac></mtd></mtr>'.repeat(90)}</mtable></math>`;
const zoomed = `<table id="zoomed" style="zoom:0.8;white-space:nowrap"><tr>${'<td>seven</td>'.repeat(16)}</tr></table>`;
const body = `<p id="points">a</p><p id="inline" style="color:red;font-size:.75in">a</p><p id="word">a</p><p id="short">a</p>
<p id="relative">a</p><p><font id="old" size="5">a</font></p>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90" width="90" height="90"><text id="drawn" y="20">a</text></svg>
<div id="wide">a</div><pre id="code">a</pre>
<ol id="roman" class="flush" type="I" start="87"><li>a</li><li>a</li></ol>
<ol id="plain" class="flush"><li>a</li></ol><ol id="unmarked" start="100000" style="list-style:none;padding:0"><li>a</li></ol>
<math xmlns="http://www.w3.org/1998/Math/MathML"><mtable columnalign="right left" columnlines="solid" rowlines="none">
<mtr><mtd id="x"><mi>x</mi></mtd><mtd id="is"><mo>=</mo><mn>1</mn></mtd></mtr>
<mtr><mtd><mi>x</mi><mo>+</mo><mi>yyyyyy</mi></mtd><mtd columnalign="center"><mo>=</mo><mn>1000000</mn></mtd></mtr></mtable></math>
<table style="table-layout:fixed;width:100%;zoom:0.9"><tr><td id="narrow" style="padding:12px">${formula('in-cell', 24)}</td><td>b</td></tr></table>
<div id="quoted" style="padding:0 99px">${formula('block', 45, 'display="block"')}</div>${high('high', 'display="block"')}
<table><tr><td>${high('high-in-cell')}</td><td>(3)</td></tr></table>${high('small', 'display="block" style="font-size: 0.8em"')}${zoomed}`;
const styles = `<style>#points { font-size: 12pt } #word { font-size: medium } #short { font: italic small-caps 32px/1.2 serif }
#relative { font-size: 1.5em } #drawn { font-size: 20px } #wide { width: 4000px } #code { width: 3000px; padding: 9px } .flush { margin: 0; padding: 0 }</style>`;

let book: Book;
let view: BookView;
let container: HTMLElement;

beforeAll(async () => {
  container = makeContainer();
  const cover = page(
    '<div style="margin:3em;height:100%"><p><img alt="" src="cover.svg"/></p></div><p></p><p>&#160;</p>',
  );
  const ornament = page(
    '<p><img id="ornament" alt="" src="cover.svg"/><img id="moving" alt="" src="m.gif"/><img id="spinning" alt="" src="s.svg"/></p>',
  );
  const numbered = page(
    '<section><div><span xmlns:epub="http://www.idpf.org/2007/ops" epub:type="pagebreak" id="p169">169</span></div><h2>Four</h2><p>Text <code id="said">one\n      two</code> <span role="doc-pagebreak" id="p170">170</span></p><pre id="lines">a<code id="line">b</code></pre><p>x<sup id="up">2</sup><a role="doc-noteref" href="#p170" id="n1">1</a><a role="doc-noteref" href="#p170" id="n2"><sup id="n2s">2</sup></a></p><h3 id="long" style="text-align: justify">Of headings that are longer than a line and were set as wide as the page is, with gaps between their words</h3></section>',
    '<style>h2 { page-break-before: always }</style>',
  );
  book = await openBook(
    await buildEpub(
      [
        { name: 'cover.xhtml', data: cover },
        { name: 'one.xhtml', data: page(body, styles) },
        { name: 'two.xhtml', data: ornament },
        { name: 'three.xhtml', data: numbered },
      ],
      {
        parts: [
          { name: 'O/cover.svg', data: drawing },
          { name: 'O/m.gif', data: moving },
          { name: 'O/s.svg', data: spinning },
        ],
        listed: true,
      },
    ),
  );
  view = await book.show(container, plainStyle);
});
afterAll(() => {
  book.close();
  container.remove();
});

const shown = () => shownDocument(container);
const element = (id: string) => shown().getElementById(id) as Element;
const box = (id: string) => element(id).getBoundingClientRect();
const size = (id: string) => Number.parseFloat(getComputedStyle(element(id)).fontSize);

it('shows a cover as large as the page allows, and other pictures as they are', async () => {
  await view.goTo({ section: 0 });
  expect(view.place()?.pages).toBe(1);
  const picture = shown().querySelector('img') as HTMLImageElement;
  const { top, right, bottom, left } = plainStyle.margin;
  const { x, y, width, height } = picture.getBoundingClientRect();
  // The drawing is three by four, the page less wide than that.
  expect(width).toBe(1404 - left - right);
  expect(height).toBeCloseTo((width * 4) / 3, 0);
  expect(x).toBe(left);
  expect(y - top).toBeGreaterThan(0);
  expect(1872 - bottom - (y + height)).toBeGreaterThanOrEqual(0);
  await view.goTo({ section: 2 });
  expect(box('ornament').width).toBe(300);
});

it('sizes type by what the reader chose, however the book measures it', async () => {
  await view.goTo({ section: 1 });
  const chosen = plainStyle.fontSize;
  expect(['points', 'word', 'short', 'relative', 'inline', 'old'].map(size)).toEqual(
    [1, 1, 2, 1.5, 4.5, 1.5].map((share) => share * chosen),
  );
  expect(size('drawn')).toBe(20);
  expect(getComputedStyle(element('short')).fontStyle).toBe('italic');
});

it('keeps blocks, signs of lists and cells of formulas in their places', async () => {
  await view.goTo({ section: 1 });
  const width = 1404 - plainStyle.margin.left - plainStyle.margin.right;
  expect([box('wide').width, box('code').width]).toEqual([width, width]);
  const room = (id: string) => Number.parseFloat(getComputedStyle(element(id)).paddingInlineStart);
  // LXXXVIII is eight letters long, of which some may hang into the margin.
  expect(room('roman')).toBeGreaterThan(3 * plainStyle.fontSize);
  expect([room('plain'), room('unmarked')]).toEqual([0, 0]);
  const letter = box('x');
  const text = element('x').firstElementChild?.getBoundingClientRect() as DOMRect;
  expect(letter.right - text.right).toBeLessThan(text.left - letter.left);
  expect(element('is').getAttribute('columnalign')).toBe('left');
  expect(getComputedStyle(element('x')).borderRightStyle).toBe('solid');
  expect(getComputedStyle(element('is')).borderRightStyle).toBe('none');
});

it('sets no formula over the column or the page beside its own', async () => {
  await view.goTo({ section: 1 });
  for (const [id, room] of [
    ['in-cell', 'narrow'],
    ['block', 'quoted'],
  ] as const) {
    const last = element(id).querySelector('mn:last-of-type') as Element;
    const { right, width } = last.getBoundingClientRect();
    expect(width).toBeGreaterThan(0);
    expect(right).toBeLessThanOrEqual(box(room).right - 10);
    expect(right).toBeGreaterThan(box(room).right - 130);
  }
});

it('makes a table narrower that the book has zoomed', async () => {
  await view.goTo({ section: 1 });
  const zoom = Number(getComputedStyle(element('zoomed')).zoom);
  expect(zoom).toBeLessThan(0.8);
  expect(zoom).toBeGreaterThan(0.55);
  expect(box('zoomed').width).toBeLessThanOrEqual(1404 - plainStyle.margin.left - plainStyle.margin.right);
});

it.each(['high', 'high-in-cell', 'small'])('sets no formula higher than a page: %s', async (id) => {
  await view.goTo({ section: 1 });
  const { top, bottom } = plainStyle.margin;
  const page = 1872 - top - bottom;
  expect(box(id).height).toBeGreaterThan(0.8 * page);
  const rows = [...element(id).querySelectorAll('mtr')].map((row) => row.getBoundingClientRect());
  const foot = Math.max(...rows.map((row) => row.bottom));
  const head = Math.min(...rows.map((row) => row.top));
  expect(foot - head).toBeLessThanOrEqual(page);
});

it('shows the first picture of those that move, and drawings as they begin', async () => {
  await view.goTo({ section: 2 });
  const content = async (id: string) => (await fetch((element(id) as HTMLImageElement).src)).blob();
  expect((await content('moving')).type).toBe('image/png');
  expect(box('moving').width).toBe(1);
  expect(await (await content('spinning')).text()).not.toContain('animate');
  expect(box('spinning').width).toBe(300);
  expect(await (await content('ornament')).text()).toBe(drawing);
});

it.each([
  ['a:hover, b:is(i:active) { x: y }', 'a:not(*), b:is(i:not(*)) { x: y }'],
  ['@media (hover:hover) { p { x: y } }', '@media (hover:hover) { p { x: y } }'],
  ['p { animation: x 1s; -webkit-transition: y }', 'p { -octavo-animation: x 1s; -octavo-webkit-transition: y }'],
  ['p:has(b) { columns: 2 }', 'p:not(*):is(b) { -octavo-columns: 2 }'],
  ['b::before { content: counters(a, "12345") "6" }', 'b::before { content: counters(a, "1234") "6" }'],
  ['@function --f() { result: 1 }', '@octavo-function --f() { result: 1 }'],
  [
    'p { height: calc(100vh - .5svw); margin: 1vh 2vmin; font-size: 3vw; position: fixed }',
    'p { height: calc(calc(100vh * var(--octavo-high, 1)) - calc(.5svw * var(--octavo-wide, 1))); margin: calc(1vh * var(--octavo-high, 1)) 2vmin; font-size: 3vw; position: absolute }',
  ],
  [
    'p { margin: 0 -2.5vw -50vh -.5dvb; --a: -2x; order: -3; grid-row: -5000 }',
    'p { margin: 0 calc(-2.5vw * var(--octavo-wide, 1)) calc(-50vh * var(--octavo-high, 1)) calc(-.5dvb * var(--octavo-high, 1)); --a: -2x; order: -3; grid-row: -1000 }',
  ],
  ['a:nth-child(-2n+1), b-2vw { x: --2vw n-2vw }', 'a:nth-child(-2n+1), b-2vw { x: --2vw n-2vw }'],
  [
    '@media (min-height: 50vh) { p { x: 1vb } }',
    '@media (min-height: 50vh) { p { x: calc(1vb * var(--octavo-high, 1)) } }',
  ],
  ['p { font: bold .5in/2 serif }', 'p { font: bold calc(.5in * var(--octavo-type-scale, 1))/2 serif }'],
])('writes %s as it may stand on a page', async (css, written) => {
  const nothing = async () => undefined;
  expect(await rewriteCss(css, { address: nothing, sheet: nothing })).toBe(written);
});

it('makes no page of a printed page’s number, and no lines of code within a line', async () => {
  const { page: first, pages, textQuote } = await view.goTo({ section: 3 });
  expect([first, pages]).toEqual([0, 1]);
  expect(textQuote).toContain('Four');
  expect(element('p169').getClientRects()).toHaveLength(0);
  expect(element('p170').getClientRects()).toHaveLength(1);
  expect(element('said').getClientRects()).toHaveLength(1);
});

it('raises marks of notes once, sets code in one size, and no heading as wide as the page', async () => {
  await view.goTo({ section: 3 });
  const chosen = plainStyle.fontSize;
  expect(['up', 'n1', 'n2s'].map(size)).toEqual([0.7, 0.7, 0.7].map((share) => share * chosen));
  expect(['n1', 'n2', 'n2s'].map((id) => getComputedStyle(element(id)).verticalAlign)).toEqual([
    'super',
    'super',
    'baseline',
  ]);
  expect(size('line')).toBe(size('lines'));
  const range = shown().createRange();
  range.selectNodeContents(element('long'));
  const lines = [...range.getClientRects()];
  expect(lines.length).toBeGreaterThan(1);
  const right = 1404 - plainStyle.margin.right;
  for (const line of lines) expect(line.right).toBeLessThan(right - 20);
});
