// Text that no browser lays out is shown otherwise; offsets and quotes go on counting the book's own.

import { expect, it } from 'vitest';
import { isTangled, tameText } from '../../../../src/book/preparing/tame-text.ts';
import { ChapterText } from '../../../../src/book/text/chapter-text.ts';
import { showOwn } from '../../../../src/book/text/shown-text.ts';

function tamed(body: string) {
  const document = new DOMParser().parseFromString(`<body>${body}</body>`, 'text/html');
  const own = document.body.textContent ?? '';
  tameText(document);
  return { body: document.body, own, text: new ChapterText(document.body) };
}

const longestRun = (text: string) => Math.max(...text.split(/[\s\u200b]/).map((run) => run.length));

it.each([
  ['Thai without a space', 'ก'.repeat(3000)],
  ['joined letters', `${'ب'.repeat(900)} ${'ب'.repeat(2000)}`],
  ['brackets on end', '「'.repeat(2000)],
  ['pairs that stay together', '😀'.repeat(1500)],
  ['a word in many elements', '<b>กกก</b>'.repeat(500)],
])('%s gets places to break, and keeps its offsets', (_, markup) => {
  const { body, own, text } = tamed(markup);
  expect(body.textContent).not.toBe(own);
  expect(longestRun(body.textContent ?? '')).toBeLessThan(410);
  expect(body.textContent).not.toMatch(/[\ud800-\udbff]\u200b/);
  expect(text.text).toBe(own);
  expect(text.end).toBe(own.length);
  for (const offset of [0, 399, 401, 799, 1200, own.length - 1]) {
    const range = text.range(offset, offset + 1);
    expect(range && text.offsetOf(range.startContainer, range.startOffset)).toBe(offset);
  }
});

it('shows a letter with a hundred marks at most, and nothing takes that back', () => {
  for (const markup of [`a${'\u0301'.repeat(5000)}b`, `a${`<b>${'\u0301'.repeat(60)}</b>`.repeat(50)}`]) {
    const { body, own, text } = tamed(markup);
    for (const node of text.nodes) showOwn(node);
    expect((body.textContent ?? '').match(/\u0301/g)).toHaveLength(100);
    expect(text.text).toBe(own);
  }
});

it('leaves everything else alone', () => {
  const usual = [
    'Words and a long address http://example.org/a/b/c?d=e&f=g '.repeat(50),
    '一二三四五六七八九。'.repeat(500),
    'ภาษาไทยเป็นภาษาที่มีระดับเสียง '.repeat(100),
    'שלום and עולם '.repeat(500),
    'á̖ '.repeat(500),
  ];
  for (const markup of usual) {
    const { body, own } = tamed(markup);
    expect(body.textContent).toBe(own);
    expect(body.querySelector('[data-octavo-plain]') ?? body.getAttribute('data-octavo-plain')).toBeNull();
    expect(isTangled(own)).toBe(false);
  }
});

it('sets in order what turns too often, readings without end in the line, and lines without end as one', () => {
  const { body } = tamed(
    `<p>${'aא'.repeat(5000)}</p><ruby>x<rt>${'y'.repeat(2000)}</rt></ruby><pre>${'x\n'.repeat(30_000)}</pre>`,
  );
  expect([...body.querySelectorAll('[data-octavo-plain]')].map(({ localName }) => localName)).toEqual(['p', 'ruby']);
  expect(body.querySelector('pre')?.textContent).not.toContain('\n');
  expect(isTangled('aא'.repeat(30_000))).toBe(true);
});
