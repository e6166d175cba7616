import { expect, it } from 'vitest';
import type { Book } from '../../../../src/book/book.ts';
import { EditionPlaces } from '../../../../src/book/pages/edition-places.ts';
import { markOnPages } from '../../../../src/book/pages/find-on-pages.ts';

const bookOf = (texts: readonly string[]) =>
  ({
    sections: texts.map((text, index) => ({ index, length: text.length })),
    sectionText: async (section: number) => ({
      text: texts[section] ?? '',
      breaks: [],
      beside: [],
      anchors: new Map(),
    }),
  }) as unknown as Book;

/** Words of the text on the pages, as they stand there, with the page before them. */
async function drawn(
  pages: readonly string[],
  text: string,
  quote: string,
  nth = 0,
  before = 8,
): Promise<string | undefined> {
  let start = -1;
  for (let n = 0; n <= nth; n++) start = text.indexOf(quote, start + 1);
  const books = {
    pages: bookOf(pages),
    edition: bookOf([text]),
    places: new EditionPlaces([text.length], pages.length),
  };
  const mark = { id: 'm', chapterUid: 1, start, end: start + quote.length, quote, style: 0, grey: 0 } as const;
  const found = await markOnPages(books, mark);
  if (!found) return undefined;
  const page = pages[found.page] ?? '';
  return `${found.page}: ${page.slice(Math.max(0, found.start - before), found.start)}|${page.slice(found.start, found.end)}`;
}

const verse = 'O wander on, my heart, and sing.';
const pages = [1, 2, 3].map((n) => `Head ${n}\nVerse ${n}a\n${verse}\nVerse ${n}b\n${verse}\nmiddle ${n}\n`);
const text = [1, 2, 3].map((n) => `Verse ${n}a ${verse} Verse ${n}b ${verse} middle ${n} `).join('');

it('finds a repeated paragraph on the page, and in the place of it, that has the same words around it', async () => {
  for (let nth = 0; nth < 6; nth++) {
    const [n, letter] = [Math.floor(nth / 2), nth % 2 === 0 ? 'a' : 'b'];
    expect(await drawn(pages, text, verse, nth)).toBe(`${n}: erse ${n + 1}${letter}\n|${verse}`);
    expect(await drawn(pages, text, 'heart', nth, 18)).toBe(`${n}: ${letter}\nO wander on, my |heart`);
  }
});

it('takes the place where shares lead when everything around is alike, and none for few words that nobody can tell', async () => {
  const alike = Array.from({ length: 5 }, () => verse);
  const five = alike.map((line) => `${line} `).join('');
  for (let nth = 0; nth < 5; nth++) expect(await drawn(alike, five, verse, nth)).toBe(`${nth}: |${verse}`);
  expect(await drawn(['yes no', 'no no'], 'a no b', 'no', 0)).toBeUndefined();
  expect(await drawn(['yes and no', 'x'], 'a no b', 'no', 0)).toBe('0: yes and |no');
});

it('knows words that a line divides', async () => {
  const text_ = 'The quick brown foxes of the north are running home';
  expect(
    await drawn(['The quick brown fox-\nes of the north', 'are running home'], text_, 'foxes of the north', 0),
  ).toBe('0: k brown |fox-\nes of the north');
});
