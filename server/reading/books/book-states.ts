// Whether a book is being read or finished, as the caller marked it; the book's count of readers who finished it.

import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import { rateBook } from '../reviews/ratings.ts';
import type { BookStateRow } from '../schema/books.ts';
import { editEntries } from '../shelf/shelf.ts';
import { changeShelf, type ShelfChange } from '../shelf/shelf-entries.ts';
import { noteInterest } from '../store/note-changes.ts';
import { readBook } from './book-access.ts';

type Mark = Params<(typeof books)['routes']['POST /book/markstatus']>;
const finished = 4;

export function bookStateRoutes(reading: Reading) {
  return {
    'POST /book/markstatus': async (caller: Caller, params: Mark) => {
      const db = reading.database.kysely;
      await readBook(db, caller.vid, params.bookId);
      const { synckey } = await changeShelf(reading, caller, params, {}, async (change) => {
        await mark(change, params);
        return {};
      });
      // Read afterwards, so that a repeated edit is answered like the first time.
      const state = await readState(db, caller.vid, params.bookId);
      const finishedCount = await countFinished(db, caller.vid);
      return {
        bookId: params.bookId,
        status: state?.status === 'finished' ? (4 as const) : state?.status === 'reading' ? (2 as const) : (0 as const),
        finishTime: state?.finished_at ?? 0,
        finishedCount,
        synckey,
      };
    },
  };
}

async function readState(db: Db | Trx, vid: string, bookId: string): Promise<BookStateRow | undefined> {
  return db
    .selectFrom('book_states')
    .selectAll()
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
}

export async function countFinished(db: Db | Trx, vid: string): Promise<number> {
  const { total } = await db
    .selectFrom('book_states')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('vid', '=', vid)
    .where('status', '=', 'finished')
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function mark(change: ShelfChange, params: Mark): Promise<void> {
  const before = await readState(change.trx, change.vid, params.bookId);
  const state = nextState(change, params, before);
  await writeState(change, state);
  await noteInterest(change.trx, change.vid, [params.bookId]);
  if (state.rating > 0 && state.rating !== before?.rating) {
    const { vid, rating: star } = state;
    const given = { book_id: params.bookId, vid, star, rated_at: change.now, review_id: '', is_counted: 1 };
    await rateBook(change.trx, given);
  }
  const isFinished = state.status === 'finished' ? 1 : 0;
  if (isFinished !== Number(before?.status === 'finished')) {
    await editEntries(change, [{ kind: 'book', id: params.bookId }], (row) => ({ ...row, is_finished: isFinished }));
  }
}

/** A mark by hand stands against an automatic one; taking back a mark that is not there changes nothing. */
function nextState(change: ShelfChange, params: Mark, before: BookStateRow | undefined): BookStateRow {
  const asked = params.status === finished ? 'finished' : 'reading';
  const current = before ?? noState(change, params.bookId);
  // Made before another edit that arrived earlier.
  if (current.mark_time > change.time) return current;
  if (params.isCancel) {
    if (current.status !== asked) return { ...current, mark_time: change.time };
    return { ...noState(change, params.bookId), rating: current.rating, mark_time: change.time };
  }
  if (params.auto && current.status === 'finished') return current;
  return {
    ...current,
    status: asked,
    is_auto: params.auto ?? 0,
    finished_at: asked === 'finished' ? finishTime(change, params, current) : 0,
    rating: params.finishInfo?.star ?? current.rating,
    finish_info: params.finishInfo ? JSON.stringify(params.finishInfo) : current.finish_info,
    updated_at: change.now,
    mark_time: change.time,
  };
}

/** A device whose clock runs ahead finished nothing in the future. */
function finishTime(change: ShelfChange, params: Mark, current: BookStateRow): number {
  return Math.min(params.finishInfo?.finishTime ?? (current.finished_at || change.time), change.now);
}

function noState(change: ShelfChange, bookId: string): BookStateRow {
  return {
    vid: change.vid,
    book_id: bookId,
    status: 'none',
    is_auto: 0,
    finished_at: 0,
    rating: 0,
    finish_info: '',
    updated_at: change.now,
    mark_time: 0,
  };
}

async function writeState(change: ShelfChange, state: BookStateRow): Promise<void> {
  await change.trx
    .insertInto('book_states')
    .values(state)
    .onConflict((conflict) => conflict.columns(['vid', 'book_id']).doUpdateSet(state))
    .execute();
}
