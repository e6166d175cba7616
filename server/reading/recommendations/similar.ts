// `/book/similar`: books that go with one. Under a session nothing is shown twice, and a page that is asked for again by
// its `maxIdx` is the same page again.

import type { books } from '../../../api/books.ts';
import type { Params, Reply } from '../../../api/route.ts';
import { type ListedBook, readBook } from '../books/book-access.ts';
import { placeAfter } from '../list-place.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { newId } from '../sign-in/tokens.ts';
import {
  addByAuthor,
  addByCategory,
  addBySubject,
  addCoread,
  allowed,
  type Candidate,
  Candidates,
  nameOf,
  recommendedOnWire,
} from './candidates.ts';
import { readRuledOut } from './ruled-out.ts';
import { categoriesOf, seedOf } from './seeds.ts';

type Route = (typeof books)['routes']['GET /book/similar'];

const pageSize = 20;
const mostShown = 300;

export function similarRoutes(reading: Reading) {
  return {
    'GET /book/similar': async ({ vid }: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const { bookId, count = pageSize, isPromote, sessionId = newId('s') } = params;
      const db = reading.database.kysely;
      const book = await readBook(db, vid, bookId);
      const shown = params.sessionId === undefined ? [] : await readShown(db, vid, sessionId);
      const from = placeAfter(params.maxIdx) || (shown.at(-1)?.idx ?? 0);
      const again = shown.filter((row) => row.idx > from).map((row) => row.book_id);
      const seen = new Set(shown.map((row) => row.book_id));
      const similar = await similarBooks(reading, vid, book, isPromote === 1);
      const fresh = similar.filter(({ candidate }) => !seen.has(candidate.bookId));
      const repeated = similar.filter(({ candidate }) => again.includes(candidate.bookId));
      const inOrder = repeated.sort((a, b) => again.indexOf(a.candidate.bookId) - again.indexOf(b.candidate.bookId));
      const listed = inOrder.length > 0 ? inOrder : fresh;
      const page = listed.slice(0, count);
      if (inOrder.length === 0)
        await keepShown(
          reading,
          vid,
          sessionId,
          from,
          page.map((each) => each.candidate.bookId),
        );
      return {
        books: page.map((each, n) => recommendedOnWire(each, from + n + 1)),
        booklists: [],
        hasMore:
          (inOrder.length > 0 ? inOrder.length - page.length + fresh.length : fresh.length - page.length) > 0 ? 1 : 0,
        maxIdx: from + page.length,
        sessionId,
      };
    },
  };
}

/** Best first; also for other pages that show similar books. */
export async function similarBooks(reading: Reading, vid: string, book: ListedBook, withPromoted = false) {
  const db = reading.database.kysely;
  const candidates = new Candidates();
  const seed = await seedOf(db, book);
  await addCoread(db, candidates, [seed]);
  await addByAuthor(db, candidates, [seed]);
  await addBySubject(db, candidates, [seed]);
  await addByCategory(db, candidates, await categoriesOf(db, [seed]));
  const without = { ids: new Set([book.book_id]), names: new Set([nameOf(book)]) };
  const ranked = candidates.ranked().slice(0, mostShown);
  const promoted = withPromoted ? await promotedBooks(reading) : [];
  return allowed(
    db,
    vid,
    [...promoted, ...ranked.filter((each) => !isAmong(promoted, each))],
    await readRuledOut(db, vid),
    without,
  );
}

const isAmong = (list: readonly Candidate[], each: Candidate) => list.some(({ bookId }) => bookId === each.bookId);

/** One at most: similar books are what was asked for. */
async function promotedBooks(reading: Reading): Promise<Candidate[]> {
  const now = reading.now();
  const rows = await reading.database.kysely
    .selectFrom('promotions')
    .select(['target_id', 'title'])
    .where('subtype', '=', 'book')
    .where('start_time', '<=', now)
    .where((where) => where.or([where('end_time', '=', 0), where('end_time', '>', now)]))
    .orderBy('place')
    .orderBy('promote_id')
    .limit(1)
    .execute();
  return rows.map((row) => ({ bookId: row.target_id, score: 1, reason: 'promoted', because: row.title }));
}

function readShown(db: Db, vid: string, sessionId: string) {
  return db
    .selectFrom('shown_books')
    .select(['idx', 'book_id'])
    .where('vid', '=', vid)
    .where('session_id', '=', sessionId)
    .orderBy('idx')
    .limit(2 * mostShown)
    .execute();
}

async function keepShown(
  reading: Reading,
  vid: string,
  session_id: string,
  from: number,
  bookIds: readonly string[],
): Promise<void> {
  if (bookIds.length === 0) return;
  const shown_at = reading.now();
  await reading.database.kysely
    .insertInto('shown_books')
    .values(bookIds.map((book_id, n) => ({ vid, session_id, idx: from + n + 1, book_id, shown_at })))
    .onConflict((conflict) => conflict.columns(['vid', 'session_id', 'idx']).doNothing())
    .execute();
}
