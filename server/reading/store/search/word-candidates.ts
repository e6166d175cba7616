// The books that may match words of a search, likeliest first: read from the index of words in its order, so that what is
// read follows what is wanted, not how many books have the words. Whether a book matches is for others to say.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../reading.ts';

export interface Term {
  term: string;
  /** It may be the beginning of a word. */
  isBegun: boolean;
}

export interface Candidate {
  book_id: string;
  word: string;
  fields: number;
  rank: number;
}

export interface CandidatesWanted {
  vid: string;
  /** Of books `b`; undefined for all. */
  condition: RawBuilder<SqlBool> | undefined;
  /** A bit of book-words.ts that every term must have; 0 for any. */
  field: number;
  limit: number;
}

interface CountedWord {
  word: string;
  books: number;
}

/** Of the words of the index that begin as typed, those with most books. */
const mostWords = 600;
/** Words with more books than these are read each by itself, from the beginning of its list. */
const longList = 30;
const mostLists = 16;
/** Books of the rarest term that are asked for the others. */
const mostProbed = 5000;

/** Of the rarest of the terms, in the order of their ranks; a book may be there with several words. */
export async function wordCandidates(db: Db, terms: readonly Term[], wanted: CandidatesWanted): Promise<Candidate[]> {
  const counted = await countWords(db, terms);
  const [rarest] = terms
    .map((term, n) => ({ term, n, words: counted[n] ?? [] }))
    .toSorted((a, b) => booksOf(a.words) - booksOf(b.words));
  if (!rarest || rarest.words.length === 0) return [];
  const others = terms.filter((_, n) => n !== rarest.n);
  const { rows } =
    await sql<Candidate>`select book_id, word, fields, rank from (${listsOf(rarest.words, others, wanted)}) l
    order by rank desc, book_id desc limit ${2 * wanted.limit}`.execute(db);
  return rows;
}

const booksOf = (words: readonly CountedWord[]) => words.reduce((total, { books }) => total + books, 0);

/** The words of the index for each term: the term itself, then those with most books. */
async function countWords(db: Db, terms: readonly Term[]): Promise<CountedWord[][]> {
  const whole = terms.filter(({ isBegun }) => !isBegun).map(({ term }) => term);
  const begun = terms.filter(({ isBegun }) => isBegun);
  const parts = begun.map(
    ({ term }) => sql`select * from (select word, books from store_words where ${beginsWith(sql.ref('word'), term)}
      order by case when word = ${term} then 0 else 1 end, books desc limit ${mostWords}) begun`,
  );
  if (whole.length > 0) parts.push(sql`select word, books from store_words where word in (${sql.join(whole)})`);
  const { rows } = await sql<CountedWord>`${sql.join(parts, sql` union all `)}`.execute(db);
  const byWord = [...new Map(rows.map((row) => [row.word, row])).values()].sort((a, b) => b.books - a.books);
  return terms.map(({ term, isBegun }) => {
    const typed = byWord.filter(({ word }) => word === term);
    return isBegun ? [...typed, ...byWord.filter(({ word }) => word !== term && word.startsWith(term))] : typed;
  });
}

/** Long lists of books by themselves and from their beginning only; the books of rare words together. */
function listsOf(
  words: readonly CountedWord[],
  others: readonly Term[],
  wanted: CandidatesWanted,
): RawBuilder<unknown> {
  const { vid, limit } = wanted;
  const long = upTo(
    2 * limit,
    words.filter(({ books }) => books > longList),
  ).slice(0, mostLists);
  const short = upTo(
    limit,
    words.filter(({ books }) => books <= longList),
  );
  const each = Math.max(longList, Math.ceil((2 * limit) / Math.max(1, long.length)));
  const lists = long.flatMap(({ word }) =>
    ['', vid].map((owner) => listOf(sql`w.word = ${word} and w.owner_vid = ${owner}`, others, wanted, each)),
  );
  if (short.length > 0) {
    const isShort = sql`w.word in (${sql.join(short.map(({ word }) => word))}) and w.owner_vid in ('', ${vid})`;
    lists.push(listOf(isShort, others, wanted, limit));
  }
  return sql.join(lists, sql` union all `);
}

/** The first of them, until they have so many books together. */
function upTo(books: number, words: readonly CountedWord[]): CountedWord[] {
  let room = books;
  return words.filter((each) => {
    const hasRoom = room > 0;
    room -= each.books;
    return hasRoom;
  });
}

function listOf(
  where: RawBuilder<unknown>,
  others: readonly Term[],
  { condition, field }: CandidatesWanted,
  limit: number,
): RawBuilder<unknown> {
  const list = (most: number) => sql`select w.book_id, w.word, w.fields, w.rank from book_words w where ${where}
    order by w.rank desc, w.book_id desc limit ${most}`;
  const has = (bits: RawBuilder<unknown>) => (field === 0 ? sql`1 = 1` : sql`(${bits} / ${sql.lit(field)}) % 2 = 1`);
  const conditions = others.map(
    (term) => sql`exists (select 1 from book_words o
      where o.book_id = listed.book_id and ${isTerm('o', term)} and ${has(sql.ref('o.fields'))})`,
  );
  if (field !== 0) conditions.push(has(sql.ref('listed.fields')));
  if (condition) conditions.push(sql`exists (select 1 from books b where b.book_id = listed.book_id and ${condition})`);
  if (conditions.length === 0) return sql`select * from (${list(limit)}) listed`;
  return sql`select * from (select * from (${list(mostProbed)}) listed where ${sql.join(conditions, sql` and `)}
    order by listed.rank desc, listed.book_id desc limit ${limit}) kept`;
}

function isTerm(table: string, { term, isBegun }: Term): RawBuilder<SqlBool> {
  const word = sql.ref(`${table}.word`);
  return isBegun ? beginsWith(word, term) : sql<SqlBool>`${word} = ${term}`;
}

/** Of a column in the order of its characters. */
export function beginsWith(column: RawBuilder<unknown>, beginning: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} >= ${beginning} and ${column} < ${`${beginning}\u{10ffff}`}`;
}
