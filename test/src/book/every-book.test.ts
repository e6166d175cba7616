import { afterEach, describe, expect, it } from 'vitest';
import type { Book, BookView } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { hasInk } from './ink.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { readRealBook, realBooks } from './real-books.ts';

/** Every page of every book, which takes a quarter of an hour, in place of samples of long ones: `OCTAVO_EVERY_PAGE=1`. */
const everyPage = import.meta.env.OCTAVO_EVERY_PAGE === '1';

/** Turns on end: short books are turned through whole, of long ones as many chapters are begun. */
const most = 6;

/** Of any book that is here; a book that never ends is found out. */
const mostPages = 20_000;

/** Milliseconds for one book. */
const limit = everyPage ? 1_800_000 : 60_000;

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
    expect(hasInk(container)).toBe(true);
  }
  for (let step = 1; step <= most; step++) {
    await view.goTo({ section: Math.round((step / most) * (sections - 1)) });
    expect(hasInk(container)).toBe(true);
    await view.next();
  }
  await view.goTo({ progress: 100 });
  while (await view.next());
  expect(view.place()?.atEnd).toBe(true);
  return most;
}

/** From the first page to the last and back, page by page; gives what was wrong with any of them. */
async function turnEveryPage(
  view: BookView,
  tell: (state: string) => void,
): Promise<{ pages: number; wrong: string[] }> {
  const wrong: string[] = [];
  const look = (): string => {
    const { section = Number.NaN, page = Number.NaN } = view.place() ?? {};
    const name = `section ${section}, page ${page}`;
    if (!hasInk(container)) wrong.push(`${name} is blank`);
    return name;
  };
  const pages = [look()];
  while (pages.length < mostPages && (await view.next())) {
    pages.push(look());
    if (pages.length % 200 === 0) tell(`${pages.length} pages so far`);
  }
  if (!view.place()?.atEnd) wrong.push(`${pages.at(-1)} is not the end, and nothing follows`);
  for (const expected of pages.slice(0, -1).reverse()) {
    await view.previous();
    const name = look();
    if (name !== expected) wrong.push(`back to ${name}, not ${expected}`);
  }
  if (!view.place()?.atStart) wrong.push('the way back does not end at the beginning');
  return { pages: pages.length, wrong };
}

describe.skipIf(realBooks.length === 0)('every real book', { timeout: limit }, () => {
  it.each(realBooks)('%s opens, shows its first page and turns to its end and back', async (name) => {
    const file = await readRealBook(name);
    book = await openBook(file);
    container = makeContainer();
    const failures: string[] = [];
    const view = await book.show(container, plainStyle);
    view.on('sectionFailed', ({ reason }) => failures.push(reason));
    expect(view.place()?.atStart).toBe(true);
    expect(hasInk(container)).toBe(true);
    if (everyPage) {
      const tell = (state: string) => console.info(`${name}: ${state}`);
      const { pages, wrong } = await turnEveryPage(view, tell);
      tell(`${pages} pages, ${wrong.length} things wrong`);
      expect(wrong).toEqual([]);
    } else {
      const turns = await turnThrough(view, book.sections.length);
      for (let turn = 0; turn < turns; turn++) await view.previous();
      if (turns < most) expect(view.place()?.atStart).toBe(true);
    }
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
