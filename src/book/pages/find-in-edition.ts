// Finds places of a document's pages in the text that was made of it, and the other way round: by their words, else as
// near as shares of the whole come. Reads both books; shows neither.

import type { Book, DrawnMark, Selected, TextSpan } from '../book.ts';
import { findQuote, type Span } from '../text/find-quote.ts';
import { EditionPlaces } from './edition-places.ts';

/** A stretch of a page with its words; the same stretch in the edition. */
export type FindInEdition = (span: TextSpan, quote: string) => Promise<TextSpan>;

/** Words so few may stand in many places; they are only found with those around them, or where there are no others. */
const fewCharacters = 20;
/** How far from where shares lead words are looked for, when somebody waits for it. */
const chaptersAround = 2;
const pagesAround = 4;
const surroundings = 32;

export async function openFindInEdition(pages: Book, edition: Book): Promise<FindInEdition> {
  const places = await placesOf(pages, edition);
  return async ({ chapterUid, start, end }, quote) => {
    const near = await nearInEdition(pages, places, chapterUid - 1, start);
    for (const uid of chaptersFrom(edition, near.chapterUid, edition.sections.length)) {
      const { text } = await edition.sectionText(uid - 1);
      const found = findWords(text, quote, uid === near.chapterUid ? near.offset : 0);
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

/** Where words of the edition stand on the pages; `undefined` where they do not, or nobody can tell which ones it is. */
export async function markOnPages(
  { pages, places }: { pages: Book; places: EditionPlaces },
  { chapterUid, start, quote }: DrawnMark,
): Promise<{ page: number; start: number; end: number } | undefined> {
  const near = places.onPages(chapterUid, start).page;
  const count = pages.sections.length;
  const around = Array.from({ length: 2 * pagesAround + 1 }, (_, n) => near + (n % 2 === 0 ? -n / 2 : (n + 1) / 2));
  for (const page of around) {
    if (page < 0 || page >= count) continue;
    const { text } = await pages.sectionText(page);
    const whole = withoutDivisions(text);
    const found = findQuote(whole.text, quote, 0);
    if (!found) continue;
    if (quote.length < fewCharacters && findQuote(whole.text.slice(found.end), quote, 0)) return undefined;
    return { page, start: whole.at(found.start), end: whole.at(found.end - 1) + 1 };
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

const division = /[-\u00ad]\n/g;

/** A page's text with the words whole that lines divide, and the way back. */
function withoutDivisions(text: string): { text: string; at(offset: number): number } {
  const cuts = [...text.matchAll(division)].map(({ index }) => index);
  return {
    text: text.replace(division, ''),
    at: (offset) => {
      let own = offset;
      for (const cut of cuts) {
        if (cut > own) break;
        own += 2;
      }
      return own;
    },
  };
}
