import { afterEach, describe, expect, it } from 'vitest';
import type { Book, BookView } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { inkOf } from './ink.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { readRealBook, realBooks } from './real-books.ts';

/** Turns on end: short books are turned through whole, of long ones as many chapters are begun. */
const most = 6;

let book: Book | undefined;
let container: HTMLElement;

afterEach(() => {
  book?.close();
  container.remove();
});

/** From the first page to the last, through every page or through the beginnings of chapters spread over the book. */
async function turnThrough(view: BookView, sections: number): Promise<number> {
  for (let turns = 0; turns < most; turns++) {
    if (!(await view.next())) return turns;
    expect(inkOf(container)).toBeGreaterThan(0);
  }
  for (let step = 1; step <= most; step++) {
    await view.goTo({ section: Math.round((step / most) * (sections - 1)) });
    expect(inkOf(container)).toBeGreaterThan(0);
    await view.next();
  }
  await view.goTo({ progress: 100 });
  while (await view.next());
  expect(view.place()?.atEnd).toBe(true);
  return most;
}

describe.skipIf(realBooks.length === 0)('every real book', () => {
  it.each(realBooks)('%s opens, shows its first page and turns to its end and back', async (name) => {
    const file = await readRealBook(name);
    book = await openBook(file);
    container = makeContainer();
    const failures: string[] = [];
    const view = await book.show(container, plainStyle);
    view.on('sectionFailed', ({ reason }) => failures.push(reason));
    expect(view.place()?.atStart).toBe(true);
    expect(inkOf(container)).toBeGreaterThan(0);
    const turns = await turnThrough(view, book.sections.length);
    for (let turn = 0; turn < turns; turn++) await view.previous();
    if (turns < most) expect(view.place()?.atStart).toBe(true);
    // Sections that were shown have been counted as documents, here by their markup.
    const shown = book.sections.flatMap(({ index, length }) => (length === undefined ? [] : [[index, length]]));
    book.close();
    const unseen = await openBook(file);
    await unseen.counted();
    expect(shown.map(([index = 0]) => [index, unseen.sections[index]?.length])).toEqual(shown);
    unseen.close();
    expect(failures).toEqual([]);
  });
});
