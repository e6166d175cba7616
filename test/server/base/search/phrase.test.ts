import { describe, expect, test } from 'vitest';
import { foldText, type Seams } from '../../../../server/base/search/fold-text.ts';
import { findPhrase, readPhrase } from '../../../../server/base/search/phrase.ts';
import { slicesOf } from '../../../../server/base/search/slices.ts';
import { lexemesOf, partsOf, termsOf } from '../../../../server/base/search/terms.ts';

const found = (text: string, typed: string, seams?: Seams) =>
  [...findPhrase(foldText(text, seams), readPhrase(typed))].map(({ start, end }) => text.slice(start, end));

describe('what is found', () => {
  test.each([
    ['Call me Ishmael.', 'ISHMAEL', ['Ishmael']],
    ['Call me\n  Ishmael.', 'call me ish', ['Call me\n  Ish']],
    ['Recall metrics', 'call me', []],
    ['The call, mean as it was', 'call me', ['call, me']],
    ['The call, mean as it was', 'call me ', []],
    ['An Ünïcödé café; cafe\u0301s', 'cafe', ['café', 'cafe\u0301']],
    ['straße, Strasse', 'strasse', ['straße', 'Strasse']],
    ["don’t and don't", "don't", ['don’t', "don't"]],
    ['soft\u00adhyphen', 'softhyphen', ['soft\u00adhyphen']],
    ['草枕。山路を登りながら', '枕', ['枕']],
    ['草枕。山路を登りながら', '登りながら', ['登りながら']],
    ['草枕。山路', '枕山', []],
    ['草枕。山路', '枕。山', ['枕。山']],
    ['硬換\n行也找得到', '換行', ['換\n行']],
    ['第3章 第33章', '第3章', ['第3章']],
    ['列夫·托尔斯泰', '夫托尔', ['夫·托尔']],
    ['ｶﾞｷﾞと か\u3099き', 'ガギ', ['ｶﾞｷﾞ']],
    ['은하수를 여행하는', '여행', ['여행']],
    ['𠮷野家', '𠮷', ['𠮷']],
    ['قَالَ الطَّبِيبُ', 'الطبيب', ['الطَّبِيبُ']],
    ['أحمد', 'احمد', ['أحمد']],
    ['किताबें', 'किताब', ['किताब']],
    ['…!?', '?', []],
  ])('%s: %s', (text, typed, hits) => {
    expect(found(text, typed)).toEqual(hits);
  });

  test('paragraphs end words and phrases, lines end words only, inline tags end nothing', () => {
    // <p>one</p><p>two<br/>three</p>
    const seams = { blocks: [3, 11], lines: [6], asides: [] };
    expect(found('onetwothree', 'two', seams)).toEqual(['two']);
    expect(found('onetwothree', 'one two', seams)).toEqual([]);
    expect(found('onetwothree', 'two three', seams)).toEqual(['twothree']);
  });

  test('a word is found across its readings, and by them', () => {
    const seams = { blocks: [], lines: [], asides: [1, 3, 4, 7] };
    expect(found('草くさ枕まくらを', '草枕を', seams)).toEqual(['草くさ枕まくらを']);
    expect(found('草くさ枕まくらを', 'くさまくら', seams)).toEqual(['くさ枕まくら']);
    expect(found('草くさ枕まくらを', 'くらを', seams)).toEqual([]);
  });
});

describe('terms', () => {
  test('every phrase lies within one part', () => {
    const terms = Array.from({ length: 10_000 }, (_, n) => `w${n}`);
    const parts = [...partsOf(terms)];
    expect(parts.every((part) => part.length <= 2048)).toBe(true);
    for (let n = 0; n + 32 <= terms.length; n += 7) {
      const phrase = terms.slice(n, n + 32).join(' ');
      expect(parts.some((part) => part.join(' ').includes(phrase))).toBe(true);
    }
  });

  test('pairs stand together, and never across blocks', () => {
    expect(lexemesOf(termsOf('call me\n草枕'))).toEqual(['call', 'me', 'call me', '草', '枕', '草枕']);
  });

  test('a document of the longest words stays below what PostgreSQL takes', () => {
    const word = (n: number) => `${n}${'ж'.repeat(100)}`;
    const terms = termsOf(foldText(Array.from({ length: 5000 }, (_, n) => word(n)).join(' ')).text);
    for (const part of partsOf(terms))
      expect(Buffer.byteLength(lexemesOf(part).join('')) + 8 * part.length).toBeLessThan(1 << 20);
  });
});

test('slices are the whole text, and end where blocks do', () => {
  const text = 'a paragraph of some length, 草枕。'.repeat(30_000);
  const blocks = Array.from({ length: 30_000 }, (_, n) => 31 * n + 31);
  const slices = [...slicesOf(text, { blocks, lines: [], asides: [] })];
  expect(slices.length).toBeGreaterThan(2);
  expect(slices.map((slice) => slice.text).join('')).toBe(text);
  expect(slices.every(({ offset }) => offset % 31 === 0)).toBe(true);
});
