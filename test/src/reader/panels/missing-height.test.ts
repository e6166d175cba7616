// Which lines a panel's edge would cut, on a page whose lines are told by numbers.

import { expect, it } from 'vitest';
import type { PageText } from '../../../../src/book/book.ts';
import { missingHeight } from '../../../../src/reader/panels/whole-lines.ts';

/** Lines of so many characters, 10 wide and 20 high; a point beside the last character of a line is that line's end. */
function linesOf(...lengths: number[]): PageText {
  const starts = lengths.map((_, line) => lengths.slice(0, line).reduce((sum, length) => sum + length, 0));
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  return {
    vertical: false,
    offsetAt: (x: number, y: number) => {
      const line = Math.min(lengths.length - 1, Math.floor(y / 20));
      return (starts[line] ?? 0) + Math.min(lengths[line] ?? 0, Math.floor(x / 10));
    },
    boxes: (start: number, end: number) =>
      Array.from({ length: end - start }, (_, n) => {
        const line = lineAt(start + n);
        return { x: (start + n - (starts[line] ?? 0)) * 10, y: line * 20, width: 10, height: 20 };
      }),
  } as unknown as PageText;
}

it('moves an edge that cuts a line, and no other', () => {
  const text = linesOf(40, 40, 40);
  expect(missingHeight(text, 33, 'bottom', 400)).toBe(13);
  expect(missingHeight(text, 33, 'top', 400)).toBe(7);
  expect(missingHeight(text, 40, 'bottom', 400)).toBe(0);
});

it('sees the last words of a paragraph, though they end before the first place that is looked at', () => {
  expect(missingHeight(linesOf(40, 1, 40), 33, 'bottom', 400)).toBe(13);
});
