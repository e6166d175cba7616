// `/book/recommend`: books for the caller, from what they read and keep and what others read with it; for those of whom
// nothing is known, what everyone reads. Never what they have, and never what they ruled out.

import type { books } from '../../../api/books.ts';
import type { Params, Reply } from '../../../api/route.ts';
import { placeAfter } from '../list-place.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { FoundBook } from '../store/search/find-books.ts';
import {
  addByAuthor,
  addByCategory,
  addBySubject,
  addCoread,
  addPopular,
  allowed,
  type Candidate,
  Candidates,
  nameOf,
  recommendedOnWire,
} from './candidates.ts';
import { readRuledOut } from './ruled-out.ts';
import { categoriesOf, seedsOf } from './seeds.ts';

type Route = (typeof books)['routes']['GET /book/recommend'];

const pageSize = 20;
const mostRecommended = 400;

export function recommendRoutes(reading: Reading) {
  return {
    'GET /book/recommend': async ({ vid }: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const { count = pageSize, balance } = params;
      const maxIdx = placeAfter(params.maxIdx);
      const found = await recommendedBooks(reading.database.kysely, vid);
      const ordered = balance ? mixed(found) : found;
      const page = ordered.slice(maxIdx, maxIdx + count);
      return {
        books: page.map((each, n) => recommendedOnWire(each, maxIdx + n + 1)),
        hasMore: ordered.length > maxIdx + page.length ? 1 : 0,
        maxIdx: maxIdx + page.length,
      };
    },
  };
}

type Found = { candidate: Candidate; book: FoundBook };

async function recommendedBooks(db: Db, vid: string): Promise<Found[]> {
  const seeds = await seedsOf(db, vid);
  const candidates = new Candidates();
  await addCoread(db, candidates, seeds);
  await addByAuthor(db, candidates, seeds);
  await addBySubject(db, candidates, seeds);
  await addByCategory(db, candidates, await categoriesOf(db, seeds));
  await addPopular(db, candidates);
  const ranked = candidates.ranked().slice(0, mostRecommended);
  const ids = await ownBooks(
    db,
    vid,
    ranked.map(({ bookId }) => bookId),
  );
  const without = { ids, names: new Set(seeds.map(nameOf)) };
  return allowed(db, vid, ranked, await readRuledOut(db, vid), without);
}

/** Those of the books that the reader keeps, reads or has read. */
async function ownBooks(db: Db, vid: string, bookIds: string[]): Promise<Set<string>> {
  if (bookIds.length === 0) return new Set();
  const kept = db
    .selectFrom('shelf_entries')
    .select('item_id as book_id')
    .where('vid', '=', vid)
    .where('kind', '=', 'book')
    .where('removed_at', '=', 0)
    .where('item_id', 'in', bookIds);
  const read = db.selectFrom('progress').select('book_id').where('vid', '=', vid).where('book_id', 'in', bookIds);
  const marked = db
    .selectFrom('book_states')
    .select('book_id')
    .where('vid', '=', vid)
    .where('status', '<>', 'none')
    .where('book_id', 'in', bookIds);
  const rows = await kept.union(read).union(marked).execute();
  return new Set(rows.map((row) => row.book_id));
}

/** The best of each category in turn, so that no category fills the page. */
function mixed(found: readonly Found[]): Found[] {
  const queues = [...Map.groupBy(found, ({ book }) => book.category).values()];
  const result: Found[] = [];
  for (let round = 0; result.length < found.length; round++) {
    for (const queue of queues) {
      const each = queue[round];
      if (each) result.push(each);
    }
  }
  return result;
}
