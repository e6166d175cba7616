// All notes of the caller through all books: newest first by pages, or what changed since a synckey.

import type { Static } from 'typebox';
import type { additional, Note } from '../../../api/additional.ts';
import type { Params } from '../../../api/route.ts';
import { bookBrief, readBooks } from '../books/book-access.ts';
import { bookmarksOnWire } from '../marks/marks.ts';
import { type Caller, type Db, listState, type Reading } from '../reading.ts';
import { reviewEntries } from '../reviews/review-entries.ts';
import type { NoteRow } from '../schema/notes.ts';
import { cutPage, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { notesCollection } from './note-rows.ts';

type Asked = Params<(typeof additional)['routes']['GET /user/allNotes']>;
type OnWire = Static<typeof Note>;

export function allNotesRoutes(reading: Reading) {
  return {
    'GET /user/allNotes': async ({ vid }: Caller, params: Asked) => {
      const totalCount = await countNotes(reading.database.kysely, vid, params.kind);
      const { synckey = 0, maxIdx } = params;
      // Pages are the usual way; only a copy that is kept asks by its synckey.
      const page = synckey > 0 && !maxIdx ? await changes(reading, vid, params) : await newest(reading, vid, params);
      return { ...page, totalCount };
    },
  };
}

async function countNotes(db: Db, vid: string, kind: Asked['kind']): Promise<number> {
  let query = db
    .selectFrom('notes')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('vid', '=', vid)
    .where('removed_at', '=', 0);
  if (kind) query = query.where('kind', '=', kind);
  return Number((await query.executeTakeFirstOrThrow()).total);
}

async function newest(reading: Reading, vid: string, { count = 20, maxIdx = 0, synckey = 0, kind }: Asked) {
  const db = reading.database.kysely;
  const { counter } = await listState(db, vid, notesCollection);
  let query = db.selectFrom('notes').selectAll().where('vid', '=', vid).where('removed_at', '=', 0);
  if (kind) query = query.where('kind', '=', kind);
  if (maxIdx > 0) query = query.where('place', '<', maxIdx);
  const rows = await query
    .orderBy('place', 'desc')
    .limit(count + 1)
    .execute();
  const shown = rows.slice(0, count);
  return {
    // A later page is no base for changes: what came before it may have changed since.
    synckey: maxIdx > 0 ? synckey : writeSyncKey(counter, reading.life),
    clearAll: maxIdx > 0 ? (0 as const) : (1 as const),
    hasMore: rows.length > count ? (1 as const) : (0 as const),
    maxIdx: shown.at(-1)?.place ?? 0,
    notes: await notesOnWire(db, vid, shown),
    removed: [],
  };
}

async function changes(reading: Reading, vid: string, params: Asked) {
  const db = reading.database.kysely;
  const { count = 20, kind } = params;
  const state = await listState(db, vid, notesCollection);
  const asked = readSyncKey(params.synckey, reading.life, state);
  if (asked.clearAll) return newest(reading, vid, { ...params, synckey: 0, maxIdx: 0 });
  let query = db
    .selectFrom('notes')
    .selectAll()
    .where('vid', '=', vid)
    .where('sync_key', '>', asked.from)
    .where('sync_key', '<=', state.counter);
  if (kind) query = query.where('kind', '=', kind);
  const rows = await query
    .orderBy('sync_key')
    .limit(count + 1)
    .execute();
  const { parts, upTo, hasMore } = cutPage({ rows }, count, state.counter);
  return {
    synckey: writeSyncKey(upTo, reading.life),
    clearAll: 0 as const,
    hasMore,
    maxIdx: 0,
    notes: await notesOnWire(
      db,
      vid,
      parts.rows.filter((row) => row.removed_at === 0),
    ),
    removed: parts.rows.filter((row) => row.removed_at !== 0).map((row) => row.note_id),
  };
}

async function notesOnWire(db: Db, vid: string, rows: readonly NoteRow[]): Promise<OnWire[]> {
  const idsOf = (kind: NoteRow['kind']) => rows.filter((row) => row.kind === kind).map((row) => row.note_id);
  const books = await readBooks(
    db,
    vid,
    rows.flatMap((row) => row.book_id || []),
  );
  const marks = await bookmarksOnWire(db, vid, idsOf('bookmark'), books);
  const reviewIds = idsOf('review');
  const reviews =
    reviewIds.length === 0
      ? []
      : await db.selectFrom('reviews').selectAll().where('vid', '=', vid).where('review_id', 'in', reviewIds).execute();
  const entries = new Map((await reviewEntries(db, vid, reviews)).map((entry) => [entry.reviewId, entry]));
  return rows.flatMap((row): OnWire[] => {
    const listed = books.get(row.book_id);
    const bookmark = marks.get(row.note_id);
    const review = entries.get(row.note_id);
    const common = { noteId: row.note_id, kind: row.kind, bookId: row.book_id };
    if (row.kind === 'review') {
      return review ? [{ ...common, book: review.review.book, createTime: review.review.createTime, review }] : [];
    }
    return bookmark && listed
      ? [{ ...common, book: bookBrief(listed), createTime: bookmark.createTime, bookmark }]
      : [];
  });
}
