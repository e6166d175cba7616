import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAllQuotes, findQuote } from '../../../../src/book/text/find-quote.ts';

it('finds every printed sign of a keyboard across other white space', () => {
  for (let code = 33; code < 127; code++) {
    const sign = String.fromCharCode(code);
    const text = `x a${sign}\n b${sign}${sign} y`;
    const quote = `a${sign} b${sign}${sign}`;
    expect([sign, findQuote(text, quote, 0)]).toEqual([sign, { start: 2, end: text.length - 2 }]);
    expect([sign, findAllQuotes(text, quote, 9)]).toEqual([sign, [{ start: 2, end: text.length - 2 }]]);
  }
});

it('finds any words across other white space, and tells of those that are not there', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(words, (some) => {
      const whole = some.map((word) => word.replace(/\s/g, '-'));
      const text = whole.join('\n\u00a0');
      expect(findQuote(text, whole.join(' '), 0)).toEqual({ start: 0, end: text.length });
      expect(findQuote(text, `${whole.join(' ')} no-where`, 0)).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

it('takes the nearest of several', () => {
  const text = 'well-known  man, well-known  man, well-known  man';
  expect(findQuote(text, 'well-known man', 20)).toEqual({ start: 17, end: 32 });
  expect(findAllQuotes(text, 'well-known man', 2)).toHaveLength(2);
});

it('finds words that were cut off within a character', () => {
  const quote = 'so 𠮷'.slice(0, -1);
  expect(quote).toHaveLength(4);
  expect(findQuote('and so  𠮷 on', quote, 0)).toEqual({ start: 4, end: 9 });
});
