// What an archive of pictures says about itself: the facts that comic programs write beside the pages. Nothing of it is
// needed to read.

import { parseXml } from '../parsing/parse-markup.ts';

export interface ComicInfo {
  title: string;
  authors: string[];
  language: string;
  direction: 'ltr' | 'rtl';
  /** Titles of pages that begin something, by the page's number from 0. */
  bookmarks: Map<number, string>;
  /** The page that is the cover. */
  cover: number | undefined;
}

const most = 1024;

/** `undefined` for what is not such a file. */
export function readComicInfo(xml: string): ComicInfo | undefined {
  const root = parseXml(xml)?.documentElement;
  if (root?.localName !== 'ComicInfo') return undefined;
  const text = (name: string) =>
    [...root.children]
      .find((child) => child.localName === name)
      ?.textContent?.trim()
      .slice(0, most) ?? '';
  const people = (name: string) =>
    text(name)
      .split(/\s*,\s*/)
      .filter(Boolean);
  const series = text('Series');
  const number = text('Number') || text('Volume');
  const writers = people('Writer');
  const pages = [...root.getElementsByTagName('Page')];
  const language = text('LanguageISO');
  return {
    title: text('Title') || [series, number && `#${number}`].filter(Boolean).join(' '),
    authors: writers.length > 0 ? writers : people('Penciller'),
    language: /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(language) ? language : '',
    direction: text('Manga') === 'YesAndRightToLeft' ? 'rtl' : 'ltr',
    bookmarks: new Map(
      pages.flatMap((page) => {
        const title = page.getAttribute('Bookmark')?.slice(0, most);
        const image = numberOf(page);
        return title && image !== undefined ? [[image, title] as const] : [];
      }),
    ),
    cover: pages.filter((page) => page.getAttribute('Type') === 'FrontCover').map(numberOf)[0],
  };
}

function numberOf(page: Element): number | undefined {
  const number = Number(page.getAttribute('Image') ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
