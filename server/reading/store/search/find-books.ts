// Finds books by words of their titles, authors and subjects, among those that the caller may see. The index of words
// says which books may match; whether they do, and how well, is said by their own titles.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Folded, foldText } from '../../../base/search/fold-text.ts';
import { findPhrase, type Phrase, readPhrase } from '../../../base/search/phrase.ts';
import { termsOf } from '../../../base/search/terms.ts';
import type { Db } from '../../reading.ts';
import type { BookRow } from '../../schema/books.ts';
import { fields, foldName } from '../book-words.ts';
import { placeOfRank, rankPlaces } from '../word-rank.ts';
import { mostFound } from './search-scope.ts';
import { type Candidate, type Term, wordCandidates } from './word-candidates.ts';

export interface FoundBook extends BookRow {
  cover_sha256: string | null;
  readers: number | null;
  popular: number | null;
  new_rating: number | null;
}

/** What a book is compared and shown by; its whole row is read for a page only. */
export interface BookNames {
  book_id: string;
  title: string;
  author: string;
  translator: string;
  category: string;
  language: string;
  created_at: number;
  cover_sha256: string | null;
  popular: number | null;
}

export interface Match {
  book: BookNames;
  /** Larger is better; 0 no match. */
  likeness: number;
}

const mostTerms = 12;

/** What was typed, as the parts that each have to be found somewhere: words, and runs of characters. */
export function partsOfQuery(typed: string): Phrase[] {
  const parts = typed.split(/\s+/).map((part) => readPhrase(part));
  const last = parts.findLastIndex((part) => part.text !== '');
  // Only what is typed last is not finished yet.
  return parts.flatMap((part, n) => (part.text === '' ? [] : [{ ...part, isBegun: n === last && !/\s$/.test(typed) }]));
}

export interface BooksWanted {
  condition?: RawBuilder<SqlBool> | undefined;
  /** Where every part has to be: a bit of `fields` in book-words.ts. */
  field?: number;
  limit?: number;
}

/** Books that have all these parts, best first. */
export async function findBooks(
  db: Db,
  vid: string,
  typed: string,
  { condition, field = 0, limit = mostFound }: BooksWanted = {},
): Promise<Match[]> {
  const parts = partsOfQuery(typed);
  const terms = termsOfParts(parts);
  if (terms.length === 0) return [];
  const candidates = await wordCandidates(db, terms, { vid, condition, field, limit });
  const ids = [...new Set(candidates.map(({ book_id }) => book_id))].slice(0, limit);
  const books = await readNames(db, vid, ids);
  const [first] = parts;
  if (parts.length === 1 && first?.text === terms[0]?.term && field === 0) {
    return bestOfEach(candidates, books, first?.text ?? '');
  }
  const whole = foldName(typed);
  return [...books.values()]
    .map((book) => ({ book, likeness: likenessOf(book, parts, whole) }))
    .filter(({ likeness }) => likeness > 0)
    .sort(byLikeness);
}

/** Of a single word, the index tells where in a book's names it stands. */
function bestOfEach(candidates: readonly Candidate[], books: ReadonlyMap<string, BookNames>, typed: string): Match[] {
  const best = new Map<string, Match>();
  for (const candidate of candidates) {
    const book = books.get(candidate.book_id);
    const likeness = likenessOfWord(candidate, typed);
    if (book && likeness > (best.get(book.book_id)?.likeness ?? 0)) best.set(book.book_id, { book, likeness });
  }
  return [...best.values()].sort(byLikeness);
}

export function byLikeness(a: Match, b: Match): number {
  return (
    b.likeness - a.likeness ||
    (b.book.popular ?? 0) - (a.book.popular ?? 0) ||
    b.book.created_at - a.book.created_at ||
    (a.book.book_id < b.book.book_id ? -1 : 1)
  );
}

const joined = sql`from books b
    left join covers c on c.book_id = b.book_id left join book_stats s on s.book_id = b.book_id`;

/** Whole rows of books that the caller may see; conditions may follow. */
export function bookColumns(vid: string): RawBuilder<unknown> {
  return sql`select b.*, c.sha256 as cover_sha256, s.readers, s.popular, s.new_rating ${joined}
    where (b.visibility = 'library' or b.owner_vid = ${vid})`;
}

/** The same with `BookNames` only. */
export function nameColumns(vid: string): RawBuilder<unknown> {
  return sql`select b.book_id, b.title, b.author, b.translator, b.category, b.language, b.created_at,
    c.sha256 as cover_sha256, s.popular ${joined} where (b.visibility = 'library' or b.owner_vid = ${vid})`;
}

/** Of those that the caller may see, what a cover needs. */
export async function readNames(db: Db, vid: string, ids: readonly string[]): Promise<Map<string, BookNames>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<BookNames>`${nameColumns(vid)} and b.book_id in (${sql.join([...ids])})`.execute(db);
  return new Map(rows.map((row) => [row.book_id, row]));
}

/** Longest first, which are the rarest as a rule. */
function termsOfParts(parts: readonly Phrase[]): Term[] {
  const terms = parts.flatMap((part) => {
    const cut = termsOf(part.text).filter((term) => !/^[。\n]$/.test(term));
    return cut.map((term, n) => ({ term, isBegun: part.isBegun && n === cut.length - 1 }));
  });
  return terms.sort((a, b) => rarity(b) - rarity(a)).slice(0, mostTerms);
}

const rarity = ({ term, isBegun }: Term) => term.length - (isBegun ? 100 : 0);

/** As `likenessOf`, by the index. */
function likenessOfWord({ word, fields: bits, rank }: Candidate, typed: string): number {
  const place = placeOfRank(rank);
  if (place === rankPlaces.isTitle && word === typed) return 6;
  if (place >= rankPlaces.beginsTitle) return 5;
  if (bits & fields.title) return 4;
  if (bits & fields.author) return 3;
  return bits & fields.subject ? 2 : 1;
}

function likenessOf(book: BookNames, parts: readonly Phrase[], whole: string): number {
  const title = foldText(book.title);
  if (title.text === whole) return 6;
  if (title.text.startsWith(whole)) return 5;
  if (parts.every(isIn(title))) return isIn(title)({ text: whole, isBegun: true }) ? 4 : 3;
  if (parts.every(isIn(foldText(book.author)))) return 3;
  if (parts.every(isIn(foldText(`${book.title}\n${book.author}\n${book.translator}\n${book.category}`)))) return 2;
  // Found by a subject or by a spelling, which are not at hand here; single characters scattered about are no find.
  return parts.every((part) => /^[\x20-\x7e]+$/.test(part.text)) ? 1 : 0;
}

const isIn = (text: Folded) => (part: Phrase) => !findPhrase(text, part).next().done;
