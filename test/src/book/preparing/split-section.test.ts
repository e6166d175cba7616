// Pieces of a long chapter: together they are its text, and every place in one has the CFI that it has in the whole.

import { expect, it } from 'vitest';
import { copyPiece, pieceAt, splitSection } from '../../../../src/book/preparing/split-section.ts';
import { cfiOfPoint, findPoint, readCfi } from '../../../../src/book/text/cfi.ts';
import { ChapterText } from '../../../../src/book/text/chapter-text.ts';
import { page, prose } from '../build-zip.ts';

const list = `<ol>${Array.from({ length: 60 }, (_, n) => `<li>item ${n} <em>and</em> more of it</li>`).join('')}</ol>`;
const inner = `<section>${prose(20, 'b')}<p id="named">named</p>${list}loose words<!-- none -->${prose(20, 'c')}</section>`;

const isFirst = (element: Element) =>
  element.previousElementSibling === null &&
  [...(element.parentElement?.childNodes ?? [])].find((node) => node === element || node.textContent?.trim()) ===
    element;

it.each([
  ['plain', `${prose(40, 'a')}${inner}${prose(40, 'd')}`],
  ['a paragraph of many lines', `${prose(2, 'a')}<p>${'a line of it<br/>'.repeat(1310)}</p>${prose(2, 'd')}`],
  ['a table and a row', `<table>${'<tr><td>x</td></tr>'.repeat(400)}<tr>${'<td>y</td>'.repeat(400)}</tr></table>`],
  [
    'sections within sections',
    `<div>${Array.from({ length: 12 }, (_, n) => `<section> <div>\n<!-- - --><h2>Part ${n}</h2>${prose(6, `s${n}`)}</div></section>`).join('\n')}</div>`,
  ],
  ['with what does not count', `<script>no</script>${prose(40, 'a')}<style>p{}</style>${inner}${prose(30, 'd')}`],
])('%s: pieces have the text and the CFIs of the whole', (_, body) => {
  const whole = new DOMParser().parseFromString(page(body), 'application/xhtml+xml');
  const text = new ChapterText(whole.body);
  const pieces = splitSection(whole, 6000);
  expect(pieces.length).toBeGreaterThan(4);
  let joined = '';
  for (const [number, piece] of pieces.entries()) {
    const copy = copyPiece(whole, pieces, number);
    const own = new ChapterText(copy.body, piece.start);
    expect(own.end).toBe(piece.end);
    joined += own.text;
    expect(pieceAt(pieces, piece.start)).toBe(number);
    // Nothing that only begins there stays behind at the end of a piece.
    const { from } = piece;
    expect(!from || from.parentElement === whole.body || !isFirst(from)).toBe(true);
    expect(copy.querySelectorAll('[data-octavo-outside]').length).toBeLessThan(16);
    const some = Math.ceil(own.nodes.length / 60);
    for (const [n, node] of own.nodes.entries()) {
      if (n % some > 0) continue;
      const cfi = readCfi(cfiOfPoint('/6/2', node, 0));
      const found = cfi && findPoint(whole, cfi.start);
      expect(found && text.offsetOf(found.node, found.offset)).toBe(own.starts[n]);
      const back = cfi && findPoint(copy, cfi.start);
      expect(back && own.offsetOf(back.node, back.offset)).toBe(own.starts[n]);
    }
  }
  expect(joined).toBe(text.text);
});

it('cuts what has few letters and too many elements', () => {
  const whole = new DOMParser().parseFromString(page('<p>x</p>'.repeat(9000)), 'application/xhtml+xml');
  const pieces = splitSection(whole);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.at(-1)?.end).toBe(new ChapterText(whole.body).end);
});

it('numbers a list on where a piece begins in the middle of it', () => {
  const whole = new DOMParser().parseFromString(page(list + list), 'application/xhtml+xml');
  const pieces = splitSection(whole, 700);
  const second = copyPiece(whole, pieces, 1);
  const items = [...second.querySelectorAll('li')].filter((item) => item.textContent !== '');
  const first = Number(/item (\d+)/.exec(items[0]?.textContent ?? '')?.[1]);
  expect(first).toBeGreaterThan(0);
  expect(items[0]?.parentElement?.style.counterReset).toBe(`list-item ${first}`);
});

it.each([
  ['a heading', '<h2 id="here">Two</h2>'],
  ['a section', '<section id="here"><h2>Two</h2><p>x</p></section>'],
  ['what begins with a heading', '<div id="here"><h3>Two</h3><p>x</p></div>'],
  ['what follows a scene’s end', '<p>* * *</p><p id="here">x</p>'],
])('ends a piece before %s rather than full', (_, start) => {
  const before = '<p>A line of words.</p>'.repeat(120);
  const body = `${before}${start}${before}`;
  const whole = new DOMParser().parseFromString(page(body), 'application/xhtml+xml');
  const [first, second] = splitSection(whole, 4000);
  expect(first?.end).toBe(second?.start);
  expect(second?.from?.id).toBe('here');
});

it('cuts neither before a formula that a sentence leads to nor between a sentence’s paragraphs', () => {
  const one = '<p>It follows that</p><p>x = 1</p><p>and so on.</p>';
  const whole = new DOMParser().parseFromString(page(one.repeat(200)), 'application/xhtml+xml');
  const pieces = splitSection(whole, 1000);
  expect(pieces.length).toBeGreaterThan(5);
  expect(new Set(pieces.slice(1).map(({ from }) => from?.textContent))).toEqual(new Set(['It follows that']));
});
