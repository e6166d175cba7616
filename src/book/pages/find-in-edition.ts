// Finds places of a document's pages in the text that was made of it, and the other way round: by their words, else as
// near as shares of the whole come. Reads both books; shows neither.

import type { Book, Selected, TextSpan } from '../book.ts';
import { findQuote, type Span } from '../text/find-quote.ts';
import { EditionPlaces } from './edition-places.ts';
import { withoutDivisions } from './find-on-pages.ts';

/** A stretch of a page with its words, empty where the page has to tell them; the same stretch in the edition. */
export type FindInEdition = (span: TextSpan, quote: string) => Promise<TextSpan>;

/** Words so few may stand in many places; they are only found with those around them, or where there are no others. */
const fewCharacters = 20;
/** How far from where shares lead words are looked for, when somebody waits for it. */
const chaptersAround = 2;
const surroundings = 32;

export async function openFindInEdition(pages: Book, edition: Book): Promise<FindInEdition> {
  const places = await placesOf(pages, edition);
  return async ({ chapterUid, start, end }, quote) => {
    const near = await nearInEdition(pages, places, chapterUid - 1, start);
    const words = quote || (await pages.sectionText(chapterUid - 1)).text.slice(start, end);
    for (const uid of chaptersFrom(edition, near.chapterUid, edition.sections.length)) {
      const { text } = await edition.sectionText(uid - 1);
      const found = findWords(text, words, uid === near.chapterUid ? near.offset : 0);
      if (found) return { chapterUid: uid, ...found };
    }
    return { chapterUid: near.chapterUid, start: near.offset, end: near.offset + (end - start) };
  };
}

export async function placesOf(pages: Book, edition: Book): Promise<EditionPlaces> {
  await edition.counted();
  const lengths = edition.sections.map(({ length }) => length ?? 0);
  return new EditionPlaces(lengths, pages.sections.length);
}

/** `undefined` where the edition does not have them near there. `page`: from 0. */
export async function selectedInEdition(
  { pages, edition, places }: { pages: Book; edition: Book; places: EditionPlaces },
  page: number,
  selected: Selected,
): Promise<Selected | undefined> {
  const near = await nearInEdition(pages, places, page, selected.start);
  for (const chapterUid of chaptersFrom(edition, near.chapterUid, chaptersAround)) {
    const { text } = await edition.sectionText(chapterUid - 1);
    const found = findSelected(text, selected, chapterUid === near.chapterUid ? near.offset : 0);
    if (!found) continue;
    const { start, end } = found;
    return {
      ...selected,
      ...{ chapterUid, start, end, cfi: '', text: text.slice(start, end), words: text.slice(start, end) },
      before: text.slice(Math.max(0, start - surroundings), start),
      after: text.slice(end, end + surroundings),
    };
  }
  return undefined;
}

async function nearInEdition(pages: Book, places: EditionPlaces, page: number, start: number) {
  const { text } = await pages.sectionText(page);
  return places.inEdition(page, text.length > 0 ? Math.min(1, start / text.length) : 0);
}

/** The nearest first. */
function chaptersFrom(edition: Book, near: number, around: number): number[] {
  const uids = edition.sections.map(({ index }) => index + 1).filter((uid) => Math.abs(uid - near) <= around);
  return uids.sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
}

/** With the words around them, which tell one of many from the others; else by themselves. */
function findSelected(text: string, { text: quote, before, after }: Selected, near: number): Span | undefined {
  for (const [lead, tail] of [
    [before, after],
    [before, ''],
    ['', after],
  ] as const) {
    const around = lead + quote + tail === quote ? undefined : findWords(text, lead + quote + tail, near);
    const inside = around && findWords(text.slice(around.start, around.end), quote, lead.length);
    if (around && inside) return { start: around.start + inside.start, end: around.start + inside.end };
  }
  return quote.length < fewCharacters ? undefined : findWords(text, quote, near);
}

/** Words that a page divides at a line's end are whole in the text. */
function findWords(text: string, quote: string, near: number): Span | undefined {
  return findQuote(text, quote, near) ?? findQuote(text, withoutDivisions(quote).text, near);
}
