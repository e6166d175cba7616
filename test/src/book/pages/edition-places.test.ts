// Places of pages in the text that was made of them and back: the part of a page is kept, also where there is no text.

import { expect, it } from 'vitest';
import { EditionPlaces } from '../../../../src/book/pages/edition-places.ts';

/** Each page in four parts, as a place tells them and is opened again; with the progress that is kept beside it. */
function partsOnTheWayBack(places: EditionPlaces, pages: number): number[] {
  return Array.from({ length: pages * 4 }, (_, n) => {
    const { chapterUid, offset } = places.inEdition(Math.floor(n / 4), (n % 4) / 4);
    const progress = n === pages * 4 - 1 ? 100 : (n / 4 / pages) * 100;
    const { page, share } = places.onPages(chapterUid, offset, progress);
    return page * 4 + Math.min(3, Math.floor(share * 4 + 1e-6));
  });
}

const each = Array.from({ length: 40 }, (_, n) => n);

it.each([
  ['text', [5000, 1, 0, 3000]],
  ['a few words', [12, 0, 5]],
  ['pictures alone', [0, 0, 0]],
  ['one chapter of pictures', [0]],
] as const)('of %s lead back to their part', (_, lengths) => {
  expect(partsOnTheWayBack(new EditionPlaces(lengths, 10), 10)).toEqual(each);
});

it('of pictures alone are told by the chapter that the pages lie in', () => {
  const places = new EditionPlaces([0, 0], 10);
  expect(places.inEdition(4, 0.75)).toEqual({ chapterUid: 1, offset: 0 });
  expect(places.inEdition(5, 0)).toEqual({ chapterUid: 2, offset: 0 });
  expect(places.onPages(2, 0)).toEqual({ page: 5, share: 0 });
  // Also where a share of the pages is no whole number to the computer.
  const many = new EditionPlaces(new Array(49).fill(0), 49);
  const chapters = Array.from({ length: 49 }, (_, page) => many.inEdition(page, 0).chapterUid - 1);
  expect(chapters).toEqual(chapters.map((_, page) => page));
});

it('of text are told by their characters, whatever the progress says', () => {
  expect(new EditionPlaces([6000, 4000], 10).onPages(2, 500, 100)).toEqual({ page: 6, share: 0.5 });
});
