// `/store/suggest`: completes what is being typed to titles, authors and subjects of books that the caller may see.

import type { Params, Reply } from '../../../../api/route.ts';
import type { store } from '../../../../api/store.ts';
import { coverAddress } from '../../books/book-access.ts';
import type { Caller, Reading } from '../../reading.ts';
import { foldName } from '../book-words.ts';
import { findOrGuessBooks } from './guess-books.ts';

type Route = (typeof store)['routes']['GET /store/suggest'];
type Suggestion = Reply<Route>['records'][number];

const usualCount = 10;

export function suggestRoutes(reading: Reading) {
  return {
    'GET /store/suggest': async ({ vid }: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const { keyword, count = usualCount } = params;
      const typed = foldName(keyword);
      const matches = await findOrGuessBooks(reading.database.kysely, vid, keyword, { limit: 4 * count });
      const records = new Map<string, Suggestion>();
      for (const { book } of matches) {
        const author = authorAs(book.author, typed);
        if (author) records.set(`author ${foldName(author)}`, { word: author, scope: 6 });
        else if (foldName(book.category).startsWith(typed) && typed !== '') {
          records.set(`subject ${foldName(book.category)}`, { word: book.category, scope: 0 });
        }
        const cover = coverAddress(book);
        records.set(`book ${book.book_id}`, {
          word: book.title,
          scope: 10,
          id: book.book_id,
          ...(cover ? { cover } : {}),
          ...(book.author ? { author: book.author } : {}),
        });
        if (records.size >= 3 * count) break;
      }
      const inOrder = [...records.values()].sort((a, b) => Number(b.scope !== 10) - Number(a.scope !== 10));
      return { keyword, records: inOrder.slice(0, count) };
    },
  };
}

/** The one of a book's authors whose name begins, or goes on, as typed. */
function authorAs(authors: string, typed: string): string | undefined {
  if (typed === '') return undefined;
  return authors
    .split(/\s*[,;、，；]\s*/)
    .find((name) => foldName(name).startsWith(typed) || foldName(name).includes(` ${typed}`));
}
