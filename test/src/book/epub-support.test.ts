import { afterEach, describe, expect, it } from 'vitest';
import { renderRow } from '../../../build/checks/epub-support.ts';
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

/** The page's row of a test. */
function told(name: string): string | undefined {
  return page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
}

/** The names in the page's part on an area, in its order. */
function namesTold(area: string): string[] {
  const part = page.split('\n## ').find((one) => one.startsWith(`${area}\n`)) ?? '';
  return [...part.matchAll(/^\| `(.+?)` \|/gm)].map(([, name = '']) => name);
}

describe.skipIf(names.length === 0)('the W3C’s suite', () => {
  it('has a check for each book that is here', () => {
    expect(names.filter((name) => !checkOf(name))).toEqual([]);
    expect(areas.flatMap(({ checks }) => Object.keys(checks)).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is told of as a whole, each book under its area', () => {
    const listed = areas.map(({ title }) => [title, namesTold(title)]);
    const here = areas.map(({ title }) => [title, names.filter((name) => checkOf(name)?.area === title)]);
    expect(listed).toEqual(here);
    const count = (result: string) => page.split('\n').filter((line) => line.endsWith(` | ${result} |`)).length;
    expect(page).toContain(
      `\n${names.length} books: ${count('pass')} pass, ${count('wrong')} are wrong, ${count('unsupported')} ask for`,
    );
  });

  it.for(names)('%s comes out as the page on EPUB support says', async (name, { task }) => {
    const { area, check } = checkOf(name) ?? {};
    if (!area || !check) throw new Error(`There is no check for ${name}.`);
    book = await BookUnderTest.open(await readRealBook(`w3c/${name}.epub`));
    expect(hasInk(book.container)).toBe(true);
    const outcome = await check.look(book);
    const row = { ...outcome, name, area, asks: check.asks };
    task.meta.epub = row;
    expect(book.failures).toEqual([]);
    expect(told(name)).toBe(renderRow(row));
  });
});
