// Pages of a list: full, and without a heading at their end.

import { expect, it } from 'vitest';
import { pageStarts } from '../../../src/ui/page-starts.ts';

const starts = (items: string, perPage: number) => pageStarts([...items], perPage, (item) => item === 'H');

it('fills pages, and begins the next one with a heading that would end one', () => {
  expect(starts('', 3)).toEqual([0]);
  expect(starts('abc', 3)).toEqual([0]);
  expect(starts('abcd', 3)).toEqual([0, 3]);
  expect(starts('abHcd', 3)).toEqual([0, 2]);
  expect(starts('aHHbcd', 3)).toEqual([0, 1, 4]);
  expect(starts('aH', 1)).toEqual([0, 1]);
});

it('comes to an end where there are headings only', () => {
  expect(starts('HHHHH', 2)).toEqual([0, 2, 4]);
});
