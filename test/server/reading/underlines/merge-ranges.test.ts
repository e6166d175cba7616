// Which marks are of one passage.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeRanges } from '../../../../server/reading/underlines/merge-ranges.ts';
import { mergeBySearching } from './merge-by-searching.ts';

const marks = (...ranges: [vid: string, start: number, end: number][]) =>
  ranges.map(([vid, start, end], markedAt) => ({ vid, start, end, markedAt }));
const shown = (list: ReturnType<typeof mergeRanges>) =>
  list.map(({ start, end, readers }) => [start, end, [...readers.keys()].sort().join('')]);

describe('ranges of one passage', () => {
  test('are those that share half of the longer one; the most marked one stands for all', () => {
    const list = marks(['a', 10, 50], ['b', 10, 50], ['c', 12, 50], ['d', 8, 53], ['e', 10, 30], ['f', 0, 200]);
    expect(shown(mergeRanges(list))).toEqual([
      [10, 50, 'abcde'],
      [0, 200, 'f'],
    ]);
  });

  test('count a reader once, since their first mark', () => {
    const [passage] = mergeRanges(marks(['a', 10, 50], ['b', 10, 50], ['a', 11, 52], ['a', 12, 50]));
    expect(passage?.readers).toEqual(
      new Map([
        ['a', 0],
        ['b', 1],
      ]),
    );
  });

  test('touch without overlapping, or overlap by less: they are two', () => {
    expect(mergeRanges(marks(['a', 0, 10], ['b', 10, 20]))).toHaveLength(2);
    expect(mergeRanges(marks(['a', 0, 20], ['b', 11, 31]))).toHaveLength(2);
    expect(mergeRanges(marks(['a', 0, 20], ['b', 10, 30]))).toHaveLength(1);
  });

  test('are found the same way as by comparing everything with everything', () => {
    const range = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(300), fc.integer({ min: 1, max: 300 }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 60 }), (list) => {
        const made = marks(
          ...list.map(([vid, start, length]): [string, number, number] => [vid, start, start + length]),
        );
        expect(shown(mergeRanges(made))).toEqual(shown(mergeBySearching(made)));
      }),
      { numRuns: 300 },
    );
  });

  test('may be very many, of every length', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      vid: 'a',
      start: (index * 7919) % 100_000,
      end: ((index * 7919) % 100_000) + 1 + ((index * 31) % 5000),
      markedAt: index,
    }));
    expect(mergeRanges(many).every(({ readers }) => readers.size === 1)).toBe(true);
  });
});
