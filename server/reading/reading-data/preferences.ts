// What somebody's time went to: books, categories, authors. Pure; books that the reader may not see any more count in
// the sums and are not named.

import { createHash } from 'node:crypto';
import type { ListedBook } from '../books/book-access.ts';
import type { BookTime } from './read-time.ts';

const mostCategories = 50;
const mostAuthors = 50;

export interface CategoryTime {
  categoryId: string;
  categoryTitle: string;
  val: number;
  readingCount: number;
  readingTime: number;
}

export function categoriesOf(times: readonly BookTime[], books: Map<string, ListedBook>): CategoryTime[] {
  const whole = times.reduce((sum, { total }) => sum + total, 0);
  const known = times.flatMap((time) => {
    const category = books.get(time.bookId)?.category;
    return category ? [{ category, total: time.total }] : [];
  });
  return [...Map.groupBy(known, ({ category }) => category)]
    .map(([category, list]) => {
      const readingTime = list.reduce((sum, { total }) => sum + total, 0);
      const val = whole === 0 ? 0 : readingTime / whole;
      const title = category.slice(0, 128).toWellFormed();
      return { categoryId: nameId(category), categoryTitle: title, val, readingCount: list.length, readingTime };
    })
    .sort((a, b) => b.readingTime - a.readingTime || (a.categoryId < b.categoryId ? -1 : 1))
    .slice(0, mostCategories);
}

export interface AuthorTime {
  authorId: string;
  name: string;
  count: number;
  readTime: number;
}

/** `all`: how many authors there are, beyond those that are listed. */
export function authorsOf(
  times: readonly BookTime[],
  books: Map<string, ListedBook>,
): { authors: AuthorTime[]; all: number } {
  const known = times.flatMap(({ bookId, total }) => {
    const name = books.get(bookId)?.author.trim();
    return name ? [{ name, total }] : [];
  });
  const authors = [...Map.groupBy(known, ({ name }) => name)].map(([name, list]) => ({
    authorId: nameId(name),
    name: name.slice(0, 512).toWellFormed(),
    count: list.length,
    readTime: list.reduce((sum, { total }) => sum + total, 0),
  }));
  authors.sort((a, b) => b.readTime - a.readTime || (a.authorId < b.authorId ? -1 : 1));
  return { authors: authors.slice(0, mostAuthors), all: authors.length };
}

/** Names have no ids of their own in books; the same name has the same id everywhere. */
function nameId(name: string): string {
  return createHash('sha256').update(name.normalize('NFKC').toLowerCase()).digest('hex').slice(0, 16);
}
