// Marks of a page that is seen cost nothing while others are prepared: a turn, and all that follows it, is one paint.

import { expect, it } from 'vitest';
import { delay } from '../../../../src/book/after-paint.ts';
import type { DrawnMark } from '../../../../src/book/book.ts';
import { openFile } from '../../../../src/book/open-file.ts';
import { damagedFrames } from '../../reader/damaged-frames.ts';
import { buildPdf } from '../pdf/build-pdf.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { markedOnPages } from './marks-shown.ts';

/** Milliseconds in which the pages before and after are drawn. */
const preparing = 600;

it('where every page has marks and words that were found', async () => {
  const container = makeContainer();
  const lines = Array.from({ length: 6 }, (_, n) => [`Page ${n + 1} of words`, 'Another line of them']);
  const file = buildPdf({
    pages: lines.map((page) => ({ lines: page.map((words, n) => [40, 560 - 18 * n, words] as const) })),
  });
  const { book } = await openFile(file, { container });
  const view = await book.show(container, plainStyle);
  const marks = lines.map(([quote = ''], n): DrawnMark => {
    return { id: `m${n}`, chapterUid: n + 1, start: 0, end: quote.length, quote, style: 2, grey: 0 };
  });
  expect(view.setMarks(marks)).toEqual([]);
  const found = marks.map(({ chapterUid }) => ({ chapterUid, start: 7, end: 12 }));
  view.showFound?.(found, found[2]);
  await delay(preparing);
  const turn = async () => {
    await view.next();
    await delay(preparing);
  };
  const steps: [string, () => unknown][] = [1, 2].map((n) => [`turn ${n}`, turn]);
  expect(await damagedFrames(steps)).toEqual(steps.map(([name]) => [name, 1]));
  expect(markedOnPages('octavo-marker')).toEqual(['Page 3 of words']);
  expect(markedOnPages('octavo-found-here')).toEqual(['of wo']);
  book.close();
  container.remove();
});
