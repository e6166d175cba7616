// Makes a draft of a web page: chapters from its headings, facts from its head.

import type { BookDraft, DraftChapter } from './book-draft.ts';
import { chapterName } from './chapter-document.ts';
import { cutChapters } from './cut-chapters.ts';
import { guessLanguage } from './guess-language.ts';
import { type Block, markupBlocks, outsideLink, type References } from './markup-blocks.ts';
import { pageFacts } from './page-facts.ts';

/** Draft of a single page; `picture` as in `References`. */
export function draftOfPage(html: string, picture: References['picture']): Omit<BookDraft, 'files'> {
  const blocks = markupBlocks(html, {
    picture,
    link: (address) => (address.startsWith('#') ? address : outsideLink(address)),
  });
  return draftOfPages(html, cutAndLink(blocks));
}

/** `first`: the page that tells the facts. */
export function draftOfPages(first: string, chapters: DraftChapter[]): Omit<BookDraft, 'files'> {
  const metadata = pageFacts(first);
  const text = chapters
    .map(({ body }) => body.replace(/<[^<>]*>/g, ' '))
    .join(' ')
    .slice(0, 40_000);
  return {
    metadata: { ...metadata, language: metadata.language || guessLanguage(text) },
    direction: /<html[^<>]{0,500}\sdir\s*=\s*["']?rtl/i.test(first.slice(0, 4096)) ? 'rtl' : 'ltr',
    chapters,
  };
}

/** Links to places of the page lead to the chapter that they are in now. */
function cutAndLink(blocks: readonly Block[]) {
  const chapters = cutChapters(blocks);
  const places = new Map<string, string>();
  for (const [index, { body }] of chapters.entries()) {
    for (const [, id] of body.matchAll(/ id="([^"]*)"/g)) if (id && !places.has(id)) places.set(id, chapterName(index));
  }
  return chapters.map((chapter) => ({
    ...chapter,
    body: chapter.body.replace(/ href="#([^"]*)"/g, (_, id: string) => {
      const place = places.get(id);
      return place ? ` href="${place}#${id}"` : '';
    }),
  }));
}
