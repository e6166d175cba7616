// Which entries of the contents are shown, and which of them stands for the place.

import { expect, it } from 'vitest';
import {
  ancestorsOf,
  currentEntry,
  firstFolded,
  rowFor,
  shownRows,
} from '../../../../src/reader/navigation/contents-tree.ts';

it('contents fold away what lies below, and keep the way to the reader', () => {
  const levels = [1, 2, 3, 3, 2, 1, 2];
  const toc = levels.map((level, n) => ({ title: `${n}`, href: '', level, section: n }));
  expect(ancestorsOf(toc, 3)).toEqual([1, 0]);
  expect(shownRows(toc, new Set([1, 5])).map(({ index }) => index)).toEqual([0, 1, 4, 5]);
  expect(firstFolded(toc, 3).size).toBe(0);
  const long = Array.from({ length: 20 }, () => toc).flat();
  expect(firstFolded(long, 3).has(1)).toBe(false);
  expect(firstFolded(long, 3).has(8)).toBe(true);
});

it('contents of thousands of entries are gone through once to find where the reader is', () => {
  const toc = Array.from({ length: 6000 }, (_, n) => ({ title: `${n}`, href: '', level: (n % 3) + 1, section: n }));
  const folded = new Set([4500]);
  const rows = shownRows(toc, folded);
  const place = rows.findIndex(({ index }) => index === 4500);
  let reads = 0;
  const counted = rows.map((row) => ({
    ...row,
    get index() {
      reads += 1;
      return row.index;
    },
  }));
  expect([rowFor(toc, counted, 4500), rowFor(toc, counted, 4502), rowFor(toc, counted, -1)]).toEqual([
    place,
    place,
    -1,
  ]);
  expect(reads).toBeLessThan(10 * rows.length);
});

it('contents name where the reader is, never a chapter that is still to come', () => {
  const entry = (title: string, section: number, href = `${section}.xhtml`) => ({ title, href, level: 1, section });
  const toc = [entry('I', 0, '0.xhtml#i'), entry('II', 0, '0.xhtml#ii'), entry('III', 1), entry('IV', 1, '1.xhtml#iv')];
  expect(currentEntry(toc, 0, '')).toBe(0);
  expect(currentEntry(toc, 0, 'II')).toBe(1);
  // A page without text has the title of what was before it.
  expect(currentEntry(toc, 1, 'II')).toBe(2);
  expect(currentEntry(toc, 2, 'IV')).toBe(3);
});
