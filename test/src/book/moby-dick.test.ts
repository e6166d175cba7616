import { afterEach, describe, expect, it } from 'vitest';
import type { Book, Place } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { readRealBook, realBooks } from './real-books.ts';

const name = 'real/moby-dick.epub';
let book: Book | undefined;
let container: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  container?.remove();
});

async function show() {
  book = await openBook(await readRealBook(name));
  container = makeContainer();
  return book.show(container, plainStyle);
}

describe.skipIf(!realBooks.includes(name))('Moby-Dick', () => {
  it('opens with facts, contents and a cover', async () => {
    book = await openBook(await readRealBook(name));
    expect(book.facts).toMatchObject({ title: 'Moby Dick', authors: ['Herman Melville'], language: 'en-US' });
    expect(book.toc.length).toBeGreaterThan(130);
    expect(book.toc.find((entry) => entry.title.includes('Loomings'))?.section).toBeGreaterThan(0);
    expect((await book.cover())?.type).toMatch(/^image\//);
  });

  it('has the same places with divided words and without', async () => {
    const view = await show();
    const places: Place[] = [];
    await view.setStyle({ ...plainStyle, hyphenate: true });
    for (let turn = 0; turn < 12; turn++)
      places.push(await view.goTo({ section: 6 + (turn % 4), offset: turn * 1500 }));
    for (const { cfi, textQuote, page, section } of places)
      expect(await view.goTo({ cfi })).toMatchObject({ section, page, textQuote });
    await view.setStyle(plainStyle);
    for (const { cfi, textQuote, chapterUid, chapterOffset } of places) {
      const byCfi = await view.goTo({ cfi });
      expect(await view.goTo({ chapterUid, offset: chapterOffset, quote: textQuote })).toMatchObject({
        cfi: byCfi.cfi,
        page: byCfi.page,
      });
      expect(textQuote).not.toContain('\u00ad');
    }
  });

  it('turns pages forwards and back to the same places', async () => {
    const view = await show();
    const places = [view.place()];
    for (let turn = 0; turn < 30; turn++) places.push(await view.next());
    for (const place of places.slice(0, -1).reverse()) {
      const back = await view.previous();
      expect([back?.section, back?.page, back?.chapterOffset]).toEqual([
        place?.section,
        place?.page,
        place?.chapterOffset,
      ]);
    }
  });
});
