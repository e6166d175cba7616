// The text that is shown has hyphens and another script; offsets, quotes and CFIs are those of the book all the same.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cfiOfPoint, findPoint, readCfi } from '../../../src/book/cfi.ts';
import { ChapterText } from '../../../src/book/chapter-text.ts';
import { hyphenate } from '../../../src/book/hyphenate.ts';
import { parseMarkup } from '../../../src/book/parse-markup.ts';
import { page } from './build-zip.ts';

const words = [
  'representation',
  'a',
  'unbeliev\u00adable',
  'Donaudampfschifffahrt',
  'e\u0301ternellement',
  'x',
  '中文',
  '\u{1F600}',
  'www.international.org',
  'UNIVERSITY',
];
const inline = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  fc.constantFrom(
    '<b>organisation</b>',
    '<i lang="de">Geschwindigkeit</i>',
    '<!-- x -->',
    '<img/>',
    '<code>internationalisation</code>',
    '<![CDATA[characteristically]]>',
    'inter<b>nationali</b>sation',
  ),
);
const paragraph = fc.array(inline, { maxLength: 12 }).map((parts) => `<p>${parts.join(' ')}</p>`);
const chapter = fc
  .tuple(fc.array(paragraph, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '<h1>Internationalisation</h1>'))
  .map(([paragraphs, heading]) => page(heading + paragraphs.join('\n')));

it('keeps offsets, quotes and CFIs whatever is hyphenated', async () => {
  await fc.assert(
    fc.asyncProperty(
      chapter,
      fc.constantFrom('en', 'en-GB', 'de', 'fr', 'ja', ''),
      fc.nat(),
      async (markup, language, seed) => {
        const plain = parseMarkup(markup);
        const shown = parseMarkup(markup);
        await hyphenate(shown, language);
        expectSame(plain, shown, seed);
      },
    ),
    { numRuns: 60 },
  );
});

/** Compares places all over the chapter, from both sides. */
function expectSame(plain: Document, shown: Document, seed: number): void {
  const own = new ChapterText(plain.body);
  const text = new ChapterText(shown.body);
  expect(text.text).toBe(own.text);
  expect([text.starts, text.end]).toEqual([own.starts, own.end]);
  for (let n = 0, at = seed; n < 12; n++, at = at * 31 + 7) {
    const offset = Math.abs(at) % (own.end + 1);
    const end = Math.min(own.end, offset + (Math.abs(at) % 23));
    const ownRange = own.range(offset, end) as Range;
    const range = text.range(offset, end) as Range;
    const points = [range.startContainer, range.startOffset, range.endContainer, range.endOffset] as const;
    expect(text.offsetOf(points[0], points[1])).toBe(own.offsetOf(ownRange.startContainer, ownRange.startOffset));
    expect(text.offsetOf(points[2], points[3])).toBe(own.offsetOf(ownRange.endContainer, ownRange.endOffset));
    expect(range.toString().length).toBeGreaterThanOrEqual(end - offset);
    const cfi = cfiOfPoint('epubcfi(/6/2!', range.startContainer, range.startOffset);
    expect(cfi).toBe(cfiOfPoint('epubcfi(/6/2!', ownRange.startContainer, ownRange.startOffset));
    const start = readCfi(cfi)?.start;
    const found = start && findPoint(shown, start);
    if (found) expect(text.offsetOf(found.node, found.offset)).toBe(offset);
  }
}
