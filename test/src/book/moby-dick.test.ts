import { afterEach, describe, expect, it } from 'vitest';
import type { Book } from '../../../src/book/book.ts';
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
