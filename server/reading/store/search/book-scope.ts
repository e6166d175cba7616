// The store's search among books: by title, author and subject, or all books of an author or a category.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { bookOnWire } from '../../books/book-access.ts';
import type { Caller, Db, Reading } from '../../reading.ts';
import { fields, foldName } from '../book-words.ts';
import { filterCondition } from './filters.ts';
import { type BookNames, bookColumns, type FoundBook, findBooks, type Match, nameColumns } from './find-books.ts';
import { findOrGuessBooks } from './guess-books.ts';
import { mostFound, type SearchParams, type SearchScope } from './search-scope.ts';

export const bookScope: SearchScope = {
  scope: 10,
  title: 'Books',
  type: 'books',
  async find(reading: Reading, { vid }: Caller, params: SearchParams): Promise<string[]> {
    const matches = await matchingBooks(reading.database.kysely, vid, params);
    return matches.slice(0, mostFound).map(({ book }) => book.book_id);
  },
  async show(reading, { vid }, _params, ids, first) {
    const books = await readFound(reading.database.kysely, vid, ids);
    return {
      books: books.map((book, n) => ({ searchIdx: first + n + 1, ...foundOnWire(book) })),
      items: [],
    };
  },
};

async function matchingBooks(db: Db, vid: string, params: SearchParams): Promise<Match[]> {
  const { keyword, author, type, fromBookId } = params;
  const condition = await filterCondition(db, params);
  const byAuthor =
    author === undefined ? undefined : await findBooks(db, vid, author, { condition, field: fields.author });
  const isBy = (match: Match) => byAuthor?.some(({ book }) => book.book_id === match.book.book_id) ?? true;
  if (keyword === undefined)
    return (
      byAuthor?.filter(({ book }) => isOf(book, author)) ?? (await newest(db, vid, condition ?? sql<SqlBool>`1 = 1`))
    );
  const found = await findOrGuessBooks(db, vid, keyword, { condition });
  const wanted = found.filter(isBy);
  if (type === 1) return wanted.filter(({ book }) => foldName(book.title) === foldName(keyword));
  return fromBookId === undefined ? wanted : nearFirst(db, vid, wanted, fromBookId);
}

const isOf = (book: BookNames, author = '') => foldName(book.author).includes(foldName(author));

/** Filters alone, such as a category. */
async function newest(db: Db, vid: string, condition: RawBuilder<SqlBool>): Promise<Match[]> {
  const { rows } = await sql<BookNames>`${nameColumns(vid)} and ${condition}
    order by b.created_at desc, b.book_id limit ${mostFound}`.execute(db);
  return rows.map((book) => ({ book, likeness: 1 }));
}

/** Of equally good ones, those of the kind of book that the search began at. */
async function nearFirst(db: Db, vid: string, matches: Match[], fromBookId: string): Promise<Match[]> {
  const [from] = await readFound(db, vid, [fromBookId]);
  if (!from) return matches;
  const isNear = ({ book }: Match) => Number(book.category === from.category && book.language === from.language);
  return matches.toSorted((a, b) => b.likeness - a.likeness || isNear(b) - isNear(a));
}

/** Those that the caller may see, in the order of their ids. */
export async function readFound(db: Db, vid: string, ids: readonly string[]): Promise<FoundBook[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundBook>`${bookColumns(vid)} and b.book_id in (${sql.join([...ids])})`.execute(db);
  const byId = new Map(rows.map((row) => [row.book_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function foundOnWire(book: FoundBook) {
  return { bookInfo: bookOnWire(book), readingCount: book.readers ?? 0, newRating: book.new_rating ?? 0 };
}
