// Pages that were counted unseen are those that the reader turns through, in books as they are made: lines that run down,
// writing that runs to the left, tables, floats, formulas, pictures between chapters.

import { describe, expect, it } from 'vitest';
import type { Book, BookView } from '../../../src/book/book.ts';
import type { KeptPages } from '../../../src/book/counting/kept-pages.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { readRealBook, realBooks } from './real-books.ts';

/** With their own styles or without. */
const books: [name: string, publisherStyles: boolean][] = [
  ['idpf/cc-shared-culture.epub', true],
  ['idpf/hefty-water.epub', false],
  ['idpf/regime-anticancer-arabic.epub', true],
  ['idpf/haruko-jpeg.epub', true],
  ['idpf/wasteland-otf.epub', false],
];

interface Opened {
  book: Book;
  view: BookView;
  container: HTMLElement;
  /** What was kept last. */
  kept: KeptPages;
}

async function open(name: string, publisherStyles: boolean): Promise<Opened> {
  const kept: KeptPages = { pages: [], starts: [], named: [] };
  const book = await openBook(await readRealBook(name), {
    pageCounts: {
      load: async () => undefined,
      save: async (_, counted) => {
        Object.assign(kept, structuredClone(counted));
      },
    },
  });
  const container = makeContainer();
  const view = await book.show(container, { ...plainStyle, publisherStyles, hyphenate: true });
  return { book, view, container, kept };
}

const inLine = ({ book }: Opened) => book.sections.flatMap(({ index, linear }) => (linear ? [index] : []));

function isCounted(opened: Opened): boolean {
  return inLine(opened).every((section) => {
    const starts = opened.kept.starts[section] ?? [];
    return starts.length > 0 && !starts.includes(null);
  });
}

interface SeenSection {
  pages: number;
  /** Page of the section, and the first character on it. */
  starts: [page: number, offset: number][];
}

function countedIn({ kept }: Opened, section: number): SeenSection {
  const starts = (kept.starts[section] ?? []).flatMap((piece) => piece ?? []);
  const some = pagesLookedAt(starts.length);
  return { pages: starts.length, starts: some.map((page) => [page, starts[page] ?? -1]) };
}

/** As it is laid out to be read. Before that, what is asked for is a place, not a page. */
async function shownIn({ view }: Opened, section: number, counted: KeptPages): Promise<SeenSection> {
  const starts = (counted.starts[section] ?? []).flatMap((piece) => piece ?? []);
  let { pages } = await view.goTo({ section });
  const seen: SeenSection['starts'] = [];
  for (const page of pagesLookedAt(starts.length)) {
    const place = await view.goTo({ section, offset: starts[page] ?? 0 });
    pages = place.pages;
    seen.push([place.page, place.chapterOffset]);
  }
  return { pages, starts: seen };
}

/** Without the first one, which begins before its first character is seen. */
function pagesLookedAt(pages: number): number[] {
  return [...new Set([1, Math.floor(pages / 2), pages - 1])].filter((page) => page > 0 && page < pages);
}

describe.skipIf(realBooks.length === 0)('the pages of a real book', () => {
  it('are those that were counted', async () => {
    const all = await Promise.all(books.map(([name, publisherStyles]) => open(name, publisherStyles)));
    try {
      for (const opened of all) await expect.poll(() => isCounted(opened), { timeout: 60_000 }).toBe(true);
      for (const [n, opened] of all.entries()) {
        const counted = structuredClone(opened.kept);
        for (const section of inLine(opened)) {
          const shown = await shownIn(opened, section, counted);
          expect(shown, `${books[n]?.[0]}, section ${section}`).toEqual(
            countedIn({ ...opened, kept: counted }, section),
          );
        }
      }
    } finally {
      for (const { book, container } of all) {
        book.close();
        container.remove();
      }
    }
  });
});
