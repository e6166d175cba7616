// Marks of the text on its original pages: one that cannot be looked for keeps nobody from the others.

import { expect, it, vi } from 'vitest';
import type { Book, BookView, DrawnMark } from '../../../../src/book/book.ts';
import { EditionMarks } from '../../../../src/book/pages/edition-marks.ts';
import { EditionPlaces } from '../../../../src/book/pages/edition-places.ts';

const pageTexts = Array.from({ length: 20 }, (_, n) => `This is what stands on page number ${n} of them all.`);
const broken = 2;

it('are drawn though the page of another one cannot be read, which is told once', async () => {
  const told = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const drawn: (readonly DrawnMark[])[] = [];
  const view = {
    place: () => ({ section: broken }),
    setMarks: (marks: readonly DrawnMark[]) => drawn.push(marks),
  } as unknown as BookView;
  const text = pageTexts.join(' ');
  const bookOf = (texts: readonly string[], unreadable?: number) =>
    ({
      sections: texts.map((_, index) => ({ index })),
      async sectionText(section: number) {
        if (section === unreadable) throw new Error('This page is broken.');
        return { text: texts[section] ?? '' };
      },
    }) as unknown as Book;
  const marks = new EditionMarks(view, {
    pages: bookOf(pageTexts, broken),
    edition: bookOf([text]),
    places: new EditionPlaces([text.length], pageTexts.length),
  });
  const markOf = (id: string, page: number): DrawnMark => {
    const quote = pageTexts[page] as string;
    const start = text.indexOf(quote);
    return { id, chapterUid: 1, start, end: start + quote.length, quote, style: 0, grey: 0 };
  };
  const both = [markOf('on the broken page', broken), markOf('far from it', 15)];
  marks.set(both);
  await expect.poll(() => drawn.at(-1)?.map(({ id, chapterUid }) => [id, chapterUid])).toEqual([['far from it', 16]]);
  marks.set(both);
  marks.set([...both, markOf('beside it', 17)]);
  const drawnNow = () => {
    marks.draw();
    return drawn.at(-1)?.length;
  };
  await expect.poll(drawnNow).toBe(2);
  expect(told.mock.calls).toEqual([[new Error('This page is broken.')]]);
  marks.close();
  told.mockRestore();
});
