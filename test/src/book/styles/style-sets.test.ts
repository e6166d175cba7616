// Books that bring styles for more than one way to read: lines down or across, by day or at night.

import { afterEach, describe, expect, it } from 'vitest';
import type { Book, BookView } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { parseMarkup } from '../../../../src/book/parsing/parse-markup.ts';
import { chooseSet, keepSet, setOf } from '../../../../src/book/styles/style-sets.ts';
import { page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { readRealBook, realBooks } from '../real-books.ts';
import { shownDocument } from '../shown-frame.ts';

/** Prepares the links as chapters have them, and answers which sheets are used. */
function used(links: string, style: { writing?: 'book' | 'vertical' | 'horizontal'; night?: boolean }): string[] {
  const document = parseMarkup(page('', links));
  for (const link of document.querySelectorAll('link')) {
    const set = setOf(link);
    if (!set) continue;
    const sheet = document.createElementNS('http://www.w3.org/1999/xhtml', 'style');
    sheet.textContent = link.getAttribute('href');
    if (link.hasAttribute('media')) sheet.setAttribute('media', link.getAttribute('media') ?? '');
    keepSet(sheet, set);
    link.replaceWith(sheet);
  }
  chooseSet(document, { writing: 'book', night: false, ...style });
  return [...document.querySelectorAll('style:not([media="not all"])')].map(({ textContent }) => textContent ?? '');
}

const vertical = '<link rel="stylesheet" href="v" class="vertical" title="down"/>';
const horizontal = '<link rel="alternate stylesheet" href="h" class="horizontal" title="across"/>';

describe('of a chapter’s sheets', () => {
  it('those without a title are always used, and the set that serves best', () => {
    const links = `<link rel="stylesheet" href="all"/>${vertical}${horizontal}`;
    expect(used(links, {})).toEqual(['all', 'v']);
    expect(used(links, { writing: 'vertical' })).toEqual(['all', 'v']);
    expect(used(links, { writing: 'horizontal' })).toEqual(['all', 'h']);
  });

  it('a set is all sheets of its title, each for its media', () => {
    const night = (href: string, more = '') =>
      `<link rel="alternate stylesheet" href="${href}" class="night" title="dark" ${more}/>`;
    const links = `<link rel="stylesheet" href="d" class="day" title="light"/>${night('n')}${night('p', 'media="not all"')}${night('q', 'media="screen"')}`;
    expect(used(links, {})).toEqual(['d']);
    expect(used(links, { night: true })).toEqual(['n', 'q']);
    expect(used(night('n'), {})).toEqual([]);
    expect(used(night('n'), { night: true })).toEqual(['n']);
  });

  it('what nobody could choose is left out', () => {
    expect(used(`${vertical}<link rel="alternate stylesheet" href="x" title="large"/>`, { night: true })).toEqual([
      'v',
    ]);
    expect(used('<link rel="alternate stylesheet" href="x" class="night"/>', { night: true })).toEqual([]);
    expect(used('<link rel="next" href="x" class="night" title="t"/>', { night: true })).toEqual([]);
  });
});

const opened: { book: Book; container: HTMLElement }[] = [];
afterEach(() => {
  for (const { book, container } of opened.splice(0)) {
    book.close();
    container.remove();
  }
});

async function show(file: string): Promise<{ view: BookView; shown: () => Document }> {
  const container = makeContainer();
  const book = await openBook(await readRealBook(file));
  opened.push({ book, container });
  const view = await book.show(container, plainStyle, { section: 2, offset: 0 });
  return { view, shown: () => shownDocument(container) };
}

const kusamakura = 'idpf/kusamakura-japanese-vertical-writing.epub';

it.skipIf(!realBooks.includes(kusamakura))('a novel that runs down runs across in its own way, and back', async () => {
  const { view, shown } = await show(kusamakura);
  const mode = () => getComputedStyle(shown().body).writingMode;
  const sheets = () => [...shown().querySelectorAll('style[data-octavo-set]:not([media="not all"])')].length;
  expect([mode(), sheets()]).toEqual(['vertical-rl', 1]);
  const place = view.place()?.chapterOffset;
  await view.setStyle({ ...plainStyle, writing: 'horizontal' });
  expect([mode(), sheets()]).toEqual(['horizontal-tb', 1]);
  expect(shown().documentElement.hasAttribute('data-octavo-writes')).toBe(true);
  expect(view.place()?.chapterOffset).toBe(place);
  await view.setStyle(plainStyle);
  expect(mode()).toBe('vertical-rl');
});
