// Finds words of a text on the pages that it was made of. Where they stand in many places, in paragraphs that are
// repeated say, the one is meant that has the same words around it; of several such, the one where shares lead.

import type { Book, DrawnMark } from '../book.ts';
import { findAllQuotes } from '../text/find-quote.ts';
import type { EditionPlaces } from './edition-places.ts';

export interface PagesAndText {
  pages: Book;
  edition: Book;
  places: EditionPlaces;
}

/** How far from where shares lead words are looked for. */
const pagesAround = 4;
/** Places on one page that are looked at. */
const mostPlaces = 60;
/** Characters of surroundings that are compared on either side. */
const surroundings = 1000;
/** Words so few may stand in many places; they are only found with so many characters of those around them. */
const fewCharacters = 20;
const fewAround = 8;

export interface FoundOnPage {
  page: number;
  start: number;
  end: number;
}

interface Candidate extends FoundOnPage {
  /** Characters around them that are the same. */
  alike: number;
  /** Pages from where shares lead. */
  away: number;
}

/** `undefined` where the pages do not have them near there, or nobody can tell which ones it is. */
export async function markOnPages(books: PagesAndText, mark: DrawnMark): Promise<FoundOnPage | undefined> {
  const { pages, places } = books;
  const near = places.onPages(mark.chapterUid, mark.start);
  const wanted = await wordsAround(books.edition, mark);
  const first = Math.max(0, near.page - pagesAround);
  const last = Math.min(pages.sections.length - 1, near.page + pagesAround);
  const texts = new Map<number, Whole>();
  for (let page = first - 1; page <= last + 1; page++) texts.set(page, await readPage(pages, page));
  const found: Candidate[] = [];
  for (let page = first; page <= last; page++) {
    const here = texts.get(page) as Whole;
    for (const span of findAllQuotes(here.text, mark.quote, mostPlaces)) {
      const before = (texts.get(page - 1)?.text ?? '') + here.text.slice(0, span.start);
      const after = here.text.slice(span.end) + (texts.get(page + 1)?.text ?? '');
      const share = span.start / Math.max(1, here.text.length);
      found.push({
        ...{ page, start: here.at(span.start), end: here.at(span.end - 1) + 1 },
        alike: wanted ? alikeAtEnd(wanted.before, before) + alikeAtStart(wanted.after, after) : 0,
        away: Math.abs(page + share - near.page - near.share),
      });
    }
  }
  return likeliest(found, mark.quote);
}

function likeliest(found: readonly Candidate[], quote: string): FoundOnPage | undefined {
  const [best, second] = [...found].sort((a, b) => b.alike - a.alike || a.away - b.away);
  if (!best) return undefined;
  if (second && quote.length < fewCharacters && best.alike < fewAround) return undefined;
  const { page, start, end } = best;
  return { page, start, end };
}

/** `undefined` where the text does not have the words where the mark says. */
async function wordsAround(edition: Book, { chapterUid, start, end, quote }: DrawnMark) {
  const text = await textOf(edition, chapterUid - 1);
  if (text.slice(start, end) !== quote) return undefined;
  return {
    before: text.slice(Math.max(0, start - 2 * surroundings), start),
    after: text.slice(end, end + 2 * surroundings),
  };
}

/** The chapter that was asked for last; marks are mostly looked for one after the other. */
const lastTexts = new WeakMap<Book, { section: number; text: Promise<string> }>();

function textOf(book: Book, section: number): Promise<string> {
  const known = lastTexts.get(book);
  if (known?.section === section) return known.text;
  const text = book.sectionText(section).then((read) => read.text);
  lastTexts.set(book, { section, text });
  return text;
}

interface Whole {
  text: string;
  at(offset: number): number;
}

async function readPage(pages: Book, page: number): Promise<Whole> {
  if (page < 0 || page >= pages.sections.length) return { text: '', at: (offset) => offset };
  return withoutDivisions((await pages.sectionText(page)).text);
}

const division = /[-\u00ad]\n/g;

/** A page's text with the words whole that lines divide, and the way back. */
export function withoutDivisions(text: string): Whole {
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

const blanks = /[\s\u00ad]+/g;

/** Characters that the beginnings have in common, blanks apart. */
function alikeAtStart(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => text.slice(0, 2 * surroundings).replace(blanks, '')) as [string, string];
  const most = Math.min(one.length, other.length, surroundings);
  let alike = 0;
  while (alike < most && one[alike] === other[alike]) alike++;
  return alike;
}

function alikeAtEnd(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => text.slice(-2 * surroundings).replace(blanks, '')) as [string, string];
  const most = Math.min(one.length, other.length, surroundings);
  let alike = 0;
  while (alike < most && one.at(-1 - alike) === other.at(-1 - alike)) alike++;
  return alike;
}
