// The store's search among the authors of the books that the caller may see.

import { coverAddress } from '../../books/book-access.ts';
import type { Caller, Db, Reading } from '../../reading.ts';
import { fields, foldName } from '../book-words.ts';
import { filterCondition } from './filters.ts';
import { type BookNames, findBooks } from './find-books.ts';
import { mostFound, type SearchParams, type SearchScope } from './search-scope.ts';

interface Author {
  name: string;
  books: BookNames[];
}

export const authorScope: SearchScope = {
  scope: 6,
  title: 'Authors',
  type: 'items',
  async find(reading: Reading, { vid }: Caller, params: SearchParams): Promise<string[]> {
    return [...(await authorsOf(reading, vid, params)).keys()].slice(0, mostFound);
  },
  async show(reading, { vid }, params, ids, first) {
    const found = await authorsOf(reading, vid, params);
    const authors = ids.flatMap((id): Author[] => found.get(id) ?? []);
    const items = authors.map(({ name, books }, n) => ({
      searchIdx: first + n + 1,
      id: idOf(name),
      title: name,
      subtitle: books
        .slice(0, 3)
        .map((book) => book.title)
        .join(', ')
        .slice(0, 1024),
      cover: books.map(coverAddress).find(Boolean) ?? '',
      count: books.length,
    }));
    return { books: [], items };
  },
};

const idOf = (name: string) => foldName(name).slice(0, 128).toWellFormed() || name.slice(0, 128).toWellFormed();

/** One request asks twice: for the ids, and for a page of them. */
const asked = new WeakMap<SearchParams, Promise<Map<string, Author[]>>>();

function authorsOf(reading: Reading, vid: string, params: SearchParams): Promise<Map<string, Author[]>> {
  const authors = asked.get(params) ?? findAuthors(reading.database.kysely, vid, params);
  asked.set(params, authors);
  return authors;
}

/** By id, those with most books first. */
async function findAuthors(db: Db, vid: string, params: SearchParams): Promise<Map<string, Author[]>> {
  const typed = params.author ?? params.keyword ?? '';
  const matches = await findBooks(db, vid, typed, {
    condition: await filterCondition(db, params),
    field: fields.author,
  });
  const words = foldName(typed).split(/[ 。]/);
  const byAuthor = Map.groupBy(
    matches.map(({ book }) => book).filter((book) => words.every((word) => foldName(book.author).includes(word))),
    (book) => idOf(book.author),
  );
  const authors = [...byAuthor].filter(([id]) => id !== '').sort(([, a], [, b]) => b.length - a.length);
  return new Map(authors.map(([id, books]) => [id, [{ name: books[0]?.author ?? '', books }]]));
}
