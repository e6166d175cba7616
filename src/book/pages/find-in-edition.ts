// Finds places of a document's pages in the text that was made of it: by their words, else as near as shares of the whole
// come. Reads both books; shows neither.

import type { Book, TextSpan } from '../book.ts';
import { findQuote } from '../find-quote.ts';
import { EditionPlaces } from './edition-places.ts';

/** A stretch of a page with its words; the same stretch in the edition. */
export type FindInEdition = (span: TextSpan, quote: string) => Promise<TextSpan>;

export async function openFindInEdition(pages: Book, edition: Book): Promise<FindInEdition> {
  await edition.counted();
  const lengths = edition.sections.map(({ length }) => length ?? 0);
  const places = new EditionPlaces(lengths, pages.sections.length);
  return async ({ chapterUid, start, end }, quote) => {
    const page = chapterUid - 1;
    const { text } = await pages.sectionText(page);
    const near = places.inEdition(page, text.length > 0 ? Math.min(1, start / text.length) : 0);
    const found = await findWords(edition, near, quote);
    return found ?? { chapterUid: near.chapterUid, start: near.offset, end: near.offset + (end - start) };
  };
}

/** The nearest chapter that has them counts. Words that a page divides at a line's end are whole in the text. */
async function findWords(
  edition: Book,
  near: { chapterUid: number; offset: number },
  quote: string,
): Promise<TextSpan | undefined> {
  if (quote.trim() === '') return undefined;
  const uids = edition.sections.map(({ index }) => index + 1);
  uids.sort((a, b) => Math.abs(a - near.chapterUid) - Math.abs(b - near.chapterUid));
  for (const chapterUid of uids) {
    const { text } = await edition.sectionText(chapterUid - 1);
    const offset = chapterUid === near.chapterUid ? near.offset : 0;
    const found = findQuote(text, quote, offset) ?? findQuote(text, quote.replace(/[-\u00ad]\n/g, ''), offset);
    if (found) return { chapterUid, ...found };
  }
  return undefined;
}
