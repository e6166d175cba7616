// The page after the last one: how many finished, the caller's own reading of it, what comes next.

import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import { bookOnWire, type ListedBook, readBook, selectBooks } from '../books/book-access.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { recommendedOnWire } from '../recommendations/candidates.ts';
import { similarBooks } from '../recommendations/similar.ts';
import { countFinishers } from './readers.ts';
import { countDays, countNotes } from './share-card.ts';

type Route = (typeof books)['routes']['GET /book/footer'];

const similarShown = 10;

export function endOfBookRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/footer': async ({ vid }: Caller, { bookId }: Params<Route>) => {
      const book = await readBook(db, vid, bookId);
      const own = await ownReading(db, vid, bookId);
      const next = await nextInSeries(db, vid, book);
      const similar = await similarBooks(reading, vid, book);
      return {
        bookId,
        finishedCount: await countFinishers(db, bookId),
        readingTime: own?.reading_time ?? 0,
        readDays: await countDays(db, vid, bookId),
        noteCount: await countNotes(db, vid, bookId),
        markedStatus:
          own?.status === 'finished' ? (4 as const) : own?.status === 'reading' ? (2 as const) : (0 as const),
        ...(next ? { next: bookOnWire(next) } : {}),
        similar: similar
          .filter(({ candidate }) => candidate.bookId !== next?.book_id)
          .slice(0, similarShown)
          .map((each, index) => recommendedOnWire(each, index + 1)),
      };
    },
  };
}

async function ownReading(db: Db, vid: string, bookId: string) {
  return db
    .selectFrom('books')
    .leftJoin('progress as p', (join) => join.onRef('p.book_id', '=', 'books.book_id').on('p.vid', '=', vid))
    .leftJoin('book_states as s', (join) => join.onRef('s.book_id', '=', 'books.book_id').on('s.vid', '=', vid))
    .select(['p.reading_time', 's.status'])
    .where('books.book_id', '=', bookId)
    .executeTakeFirst();
}

/** The next place of the same series among the books that the caller may see; several at one place: the first by id. */
async function nextInSeries(db: Db, vid: string, book: ListedBook): Promise<ListedBook | undefined> {
  const here = await db.selectFrom('book_series').selectAll().where('book_id', '=', book.book_id).executeTakeFirst();
  if (!here || here.position === null || here.name === '') return undefined;
  return selectBooks(db, vid)
    .innerJoin('book_series as series', 'series.book_id', 'books.book_id')
    .where('series.name', '=', here.name)
    .where('series.position', '>', here.position)
    .orderBy('series.position')
    .orderBy('books.book_id')
    .limit(1)
    .executeTakeFirst();
}
