// The caller's books with notes, counted: all of them, or those that changed. Reading progress and mark are as they are
// now; their own changes come by the shelf's list.

import type { Static } from 'typebox';
import type { Notebook } from '../../../api/nouns/notebook.ts';
import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import { bookOnWire, type ListedBook, readBooks } from '../books/book-access.ts';
import { type Caller, type Db, listState, type Reading } from '../reading.ts';
import type { NotebookRow } from '../schema/notes.ts';
import { cutPage, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { notesCollection } from './note-rows.ts';

type Asked = Params<(typeof user)['routes']['GET /user/notebooks']>;
const pageSize = 500;

export function notebookRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /user/notebooks': async ({ vid }: Caller, params: Asked) => {
      const state = await listState(db, vid, notesCollection);
      const asked = readSyncKey(params.synckey, reading.life, state);
      const limit = params.count ?? pageSize;
      const rows = await db
        .selectFrom('notebooks')
        .selectAll()
        .where('vid', '=', vid)
        .where('sync_key', '>', asked.from)
        .where('sync_key', '<=', state.counter)
        .where('book_id', '<>', '')
        .orderBy('sync_key')
        .limit(limit + 1)
        .execute();
      const { parts, upTo, hasMore } = cutPage({ rows }, limit, state.counter);
      const books = await notebooksOnWire(db, vid, parts.rows.filter(isFilled));
      const shown = new Set(books.map((book) => book.bookId));
      const gone = parts.rows.filter((row) => !shown.has(row.book_id)).map((row) => row.book_id);
      return {
        synckey: writeSyncKey(upTo, reading.life, asked.loading && hasMore ? state : undefined),
        clearAll: asked.clearAll,
        ...(await totals(db, vid)),
        hasMore,
        books,
        // A copy that starts from nothing has nothing to remove.
        removed: asked.from === 0 ? [] : gone,
      };
    },
  };
}

const isFilled = (row: NotebookRow) => row.review_count + row.note_count + row.bookmark_count > 0;

async function totals(db: Db, vid: string) {
  const row = await db
    .selectFrom('notebooks')
    .select((of) => [
      of.fn.sum<number | null>(of.case().when('book_id', '<>', '').then(1).else(0).end()).as('books'),
      of.fn
        .sum<number | null>(of.case().when('book_id', '=', '').then(of.ref('review_count')).else(0).end())
        .as('free'),
      of.fn.sum<number | null>('review_count').as('reviews'),
      of.fn.sum<number | null>('note_count').as('notes'),
      of.fn.sum<number | null>('bookmark_count').as('bookmarks'),
    ])
    .where('vid', '=', vid)
    .where('emptied_at', '=', 0)
    .executeTakeFirstOrThrow();
  return {
    totalBookCount: Number(row.books ?? 0),
    noBookReviewCount: Number(row.free ?? 0),
    totalNoteCount: Number(row.reviews ?? 0) + Number(row.notes ?? 0) + Number(row.bookmarks ?? 0),
  };
}

async function notebooksOnWire(db: Db, vid: string, rows: readonly NotebookRow[]): Promise<Static<typeof Notebook>[]> {
  if (rows.length === 0) return [];
  const bookIds = rows.map((row) => row.book_id);
  const books = await readBooks(db, vid, bookIds);
  const facts = await readFacts(db, vid, bookIds);
  return rows.flatMap((row) => {
    const book = books.get(row.book_id);
    if (!book) return [];
    return {
      bookId: row.book_id,
      book: bookOnWire(book as ListedBook),
      reviewCount: row.review_count,
      reviewLikeCount: row.review_like_count,
      reviewCommentCount: row.review_comment_count,
      noteCount: row.note_count,
      bookmarkCount: row.bookmark_count,
      ...(facts.get(row.book_id) ?? { readingProgress: 0, markedStatus: 0 as const }),
      sort: row.newest_at,
    };
  });
}

async function readFacts(db: Db, vid: string, bookIds: readonly string[]) {
  const progress = await db
    .selectFrom('progress')
    .select(['book_id', 'latest'])
    .where('vid', '=', vid)
    .where('book_id', 'in', bookIds)
    .execute();
  const states = await db
    .selectFrom('book_states')
    .select(['book_id', 'status'])
    .where('vid', '=', vid)
    .where('book_id', 'in', bookIds)
    .execute();
  const percent = new Map(
    progress.map((row) => [row.book_id, (JSON.parse(row.latest || '{}') as { progress?: number }).progress ?? 0]),
  );
  const marked = new Map(states.map((row) => [row.book_id, statusCodes[row.status]]));
  return new Map(
    bookIds.map((bookId) => [
      bookId,
      { readingProgress: percent.get(bookId) ?? 0, markedStatus: marked.get(bookId) ?? (0 as const) },
    ]),
  );
}

const statusCodes = { none: 0, reading: 2, finished: 4 } as const;
