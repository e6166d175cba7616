// When the caller bought books and chapters of them.

import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import { readBooks } from '../books/book-access.ts';
import { publicationVisibleTo } from '../publications/publication-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';

/** Of one reply; whoever bought more asks for fewer books at once. */
const mostPurchases = 20_000;

export function paytimeRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/paytime': async (
      { vid }: Caller,
      { bookIds }: Params<(typeof books)['routes']['GET /book/paytime']>,
    ) => {
      const asked = [...new Set(bookIds)];
      const bought = await readPurchases(db, vid, asked);
      // What was bought is answered for even when it was taken off the library since.
      const known = await knownBooks(
        db,
        vid,
        asked.filter((bookId) => !bought.has(bookId)),
      );
      return {
        books: asked
          .filter((bookId) => bought.has(bookId) || known.has(bookId))
          .map((bookId) => {
            const parts = bought.get(bookId) ?? [];
            return {
              bookId,
              payTime: parts.find(({ part }) => part === 0)?.bought_at ?? 0,
              chapters: parts
                .filter(({ part }) => part > 0)
                .map(({ part, bought_at }) => ({ chapterUid: part, payTime: bought_at })),
            };
          }),
      };
    },
  };
}

interface Bought {
  part: number;
  bought_at: number;
}

async function readPurchases(db: Db, vid: string, bookIds: readonly string[]): Promise<Map<string, Bought[]>> {
  const rows = await db
    .selectFrom('purchases')
    .select(['item_id', 'part', 'bought_at'])
    .where('vid', '=', vid)
    .where('kind', '=', 'book')
    .where('item_id', 'in', bookIds)
    .where('revoked_at', '=', 0)
    .orderBy('item_id')
    .orderBy('part')
    .limit(mostPurchases + 1)
    .execute();
  if (rows.length > mostPurchases) {
    throw new AppError('too_large', 'More was bought of these books than fits a reply; ask for fewer at once.', {
      limit: mostPurchases,
    });
  }
  const bought = new Map<string, Bought[]>();
  for (const row of rows) {
    const parts = bought.get(row.item_id);
    if (parts) parts.push(row);
    else bought.set(row.item_id, [row]);
  }
  return bought;
}

/** Those of the named books and publications that the caller may see. */
async function knownBooks(db: Db, vid: string, bookIds: readonly string[]): Promise<Set<string>> {
  if (bookIds.length === 0) return new Set();
  const books = await readBooks(db, vid, bookIds);
  const publications = await db
    .selectFrom('publications')
    .select('book_id')
    .where('book_id', 'in', bookIds)
    .where(publicationVisibleTo(vid) as never)
    .execute();
  return new Set([...books.keys(), ...publications.map((row) => row.book_id)]);
}
