// Finds books by words of their titles, authors and subjects, among those that the caller may see. The index of words
// says which books may match; whether they do, and how well, is said by their own titles.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Folded, foldText } from '../../../base/search/fold-text.ts';
import { findPhrase, type Phrase, readPhrase } from '../../../base/search/phrase.ts';
import { termsOf } from '../../../base/search/terms.ts';
import type { Db } from '../../reading.ts';
import type { BookRow } from '../../schema/books.ts';
import { foldName } from '../book-words.ts';

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

/** Books that one search looks at. */
const mostCandidates = 600;
/** Words of the index that the likeliest part of a query may lead to. */
const mostWords = 5000;
const mostTerms = 12;

/** What was typed, as the parts that each have to be found somewhere: words, and runs of characters. */
export function partsOfQuery(typed: string): Phrase[] {
  const parts = typed.split(/\s+/).map((part) => readPhrase(part));
  const last = parts.findLastIndex((part) => part.text !== '');
  // Only what is typed last is not finished yet.
  return parts.flatMap((part, n) => (part.text === '' ? [] : [{ ...part, isBegun: n === last && !/\s$/.test(typed) }]));
}

/** Books that have all these parts, best first. */
export async function findBooks(
  db: Db,
  vid: string,
  typed: string,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): Promise<Match[]> {
  const parts = partsOfQuery(typed);
  if (parts.length === 0) return [];
  const rows = await candidates(db, vid, parts, condition);
  const whole = foldName(typed);
  return rows
    .map((book) => ({ book, likeness: likenessOf(book, parts, whole) }))
    .filter(({ likeness }) => likeness > 0)
    .sort(byLikeness);
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

async function candidates(
  db: Db,
  vid: string,
  parts: readonly Phrase[],
  condition: RawBuilder<SqlBool>,
): Promise<BookNames[]> {
  const terms = parts.flatMap((part) => {
    const cut = termsOf(part.text).filter((term) => !/^[。\n]$/.test(term));
    return cut.map((term, n) => ({ term, isBegun: part.isBegun && n === cut.length - 1 }));
  });
  // The longest whole term leads, because it is the rarest as a rule.
  const [lead, ...others] = terms.sort((a, b) => rarity(b) - rarity(a)).slice(0, mostTerms);
  if (!lead) return [];
  const has = others.map(
    (term) => sql`and exists (select 1 from book_words o where o.book_id = b.book_id and ${matches('o', term)})`,
  );
  // Several words of one book may begin as typed.
  const { rows } = await sql<BookNames>`${nameColumns(vid)} and ${condition}
    and b.book_id in (select w.book_id from book_words w where ${matches('w', lead)} limit ${mostWords})
    ${sql.join(has, sql` `)} order by coalesce(s.popular, -1e9) desc, b.book_id limit ${mostCandidates}`.execute(db);
  return rows;
}

interface Term {
  term: string;
  isBegun: boolean;
}

const rarity = ({ term, isBegun }: Term) => term.length - (isBegun ? 100 : 0);

function matches(table: string, { term, isBegun }: Term): RawBuilder<SqlBool> {
  const word = sql.ref(`${table}.word`);
  return isBegun ? beginsWith(word, term) : sql<SqlBool>`${word} = ${term}`;
}

/** Of a column in the order of its characters. */
export function beginsWith(column: RawBuilder<unknown>, beginning: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} >= ${beginning} and ${column} < ${`${beginning}\u{10ffff}`}`;
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
