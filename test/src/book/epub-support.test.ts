import { afterEach, describe, expect, it } from 'vitest';
import page from '../../../docs/epub-support.md?raw';
import { areas, checkOf } from './epub-support/areas.ts';
import { BookUnderTest } from './epub-support/book-under-test.ts';
import type { Outcome } from './epub-support/outcome.ts';
import { hasInk } from './ink.ts';
import { readRealBook, realBooks } from './real-books.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What `npm run coverage:epub` makes the page of. */
    epub?: Outcome & { name: string; area: string; asks: string };
  }
}

const names = realBooks.filter((name) => name.startsWith('w3c/')).map((name) => name.slice(4, -5));
let book: BookUnderTest | undefined;

afterEach(() => book?.close());

/** The page's row of a test: its result. */
function told(name: string): string | undefined {
  return new RegExp(`^\\| \`${name.replaceAll('.', '\\.')}\` \\|.*\\| (\\w+) \\|$`, 'm').exec(page)?.[1];
}

describe.skipIf(names.length === 0)('the W3C’s suite', () => {
  it('has a check for each book that is here', () => {
    expect(names.filter((name) => !checkOf(name))).toEqual([]);
    expect(areas.flatMap(({ checks }) => Object.keys(checks)).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.for(names)('%s comes out as the page on EPUB support says', async (name, { task }) => {
    const { area, check } = checkOf(name) ?? {};
    if (!area || !check) throw new Error(`There is no check for ${name}.`);
    book = await BookUnderTest.open(await readRealBook(`w3c/${name}.epub`));
    expect(hasInk(book.container)).toBe(true);
    const outcome = await check.look(book);
    task.meta.epub = { ...outcome, name, area, asks: check.asks };
    expect(book.failures).toEqual([]);
    expect([name, outcome.result, outcome.seen]).toEqual([name, told(name), outcome.seen]);
  });
});
