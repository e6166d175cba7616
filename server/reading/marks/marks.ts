// The caller's own bookmarks, underlines and highlights: adding, restyling, removing, and their incremental list.

import type { Static } from 'typebox';
import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Bookmark } from '../../../api/nouns/bookmark.ts';
import type { Params } from '../../../api/route.ts';
import { bookBrief, type ListedBook, readBook } from '../books/book-access.ts';
import { editTimeOf } from '../edits.ts';
import { articleBriefs } from '../publications/article-briefs.ts';
import { type Caller, type Db, listState, type Reading } from '../reading.ts';
import type { MarkRow } from '../schema/marks.ts';
import { cutPage, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { addMark, changeMark, markCollection } from './change-mark.ts';
import { bookmarkIdOf, mergeEdit, mergeRemoved, parseBookmarkId, parseRange } from './mark-rules.ts';

type Routes = (typeof books)['routes'];
const pageSize = 500;

export function markRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'POST /book/addBookmark': async ({ vid, deviceId }: Caller, params: Params<Routes['POST /book/addBookmark']>) => {
      const book = await readBook(db, vid, params.bookId);
      const added = newMark(reading.now(), vid, deviceId, book, params);
      const { mark, synckey } = await addMark(reading, added, params);
      return { bookmarkId: mark.bookmark_id, synckey, kept: mark.removed_at === 0 ? (1 as const) : (0 as const) };
    },

    'POST /book/updateBookmark': async ({ vid }: Caller, params: Params<Routes['POST /book/updateBookmark']>) => {
      const { bookId } = parseBookmarkId(params.bookmarkId);
      const book = await readBook(db, vid, bookId);
      const edit = { ...params, time: editTimeOf(params, reading.now()) };
      const key = { vid, book_id: bookId, bookmark_id: params.bookmarkId };
      const { mark, synckey } = await changeMark(reading, key, params, (stored) => {
        if (!stored) throw noSuchMark(params.bookmarkId);
        if (stored.removed_at !== 0 && stored.removed_at >= edit.time) throw new AppError('gone', undefined, params);
        // An edit made after the removal brings the mark back.
        return { ...mergeEdit(stored, edit), removed_at: 0, removal_stored_at: 0 };
      });
      const titles = await chapterTitles(db, book);
      return { synckey, bookmark: markOnWire(mark as MarkRow, book, titles) };
    },

    'POST /book/removeBookmark': async ({ vid }: Caller, params: Params<Routes['POST /book/removeBookmark']>) => {
      const now = reading.now();
      const { bookId } = parseBookmarkId(params.bookmarkId);
      const key = { vid, book_id: bookId, bookmark_id: params.bookmarkId };
      const { mark, synckey } = await changeMark(reading, key, params, (stored) => {
        if (!stored) throw noSuchMark(params.bookmarkId);
        return mergeRemoved(stored, editTimeOf(params, now), now);
      });
      return { synckey, removed: mark?.removed_at === 0 ? (0 as const) : (1 as const) };
    },

    'GET /book/bookmarklist': ({ vid }: Caller, params: Params<Routes['GET /book/bookmarklist']>) =>
      listMarks(reading, vid, params),
  };
}

async function listMarks(reading: Reading, vid: string, params: Params<Routes['GET /book/bookmarklist']>) {
  const db = reading.database.kysely;
  const book = await readBook(db, vid, params.bookId);
  const state = await listState(db, vid, markCollection(params.bookId));
  const asked = readSyncKey(params.synckey, reading.life, state);
  const limit = params.count ?? pageSize;
  const rows = await readMarks(db, vid, params.bookId, { after: asked.from, upTo: state.counter, limit });
  const { parts, upTo, hasMore } = cutPage({ rows }, limit, state.counter);
  const present = parts.rows.filter((row) => row.removed_at === 0);
  const titles = present.length > 0 ? await chapterTitles(db, book) : new Map<number, Titled>();
  const used = new Set(present.map((row) => row.chapter_uid));
  const articles = await articleBriefs(
    db,
    vid,
    present.map((row) => row.ref_mp_review_id),
  );
  return {
    synckey: writeSyncKey(upTo, reading.life, asked.loading && hasMore ? state : undefined),
    clearAll: asked.clearAll,
    restored: asked.restored,
    hasMore,
    updated: present.map((row) => markOnWire(row, book, titles)),
    // A copy that starts from nothing has nothing to remove.
    removed: parts.rows.filter((row) => row.removed_at !== 0 && asked.from !== 0).map((row) => row.bookmark_id),
    chapters: [...titles.values()]
      .filter((chapter) => used.has(chapter.chapter_uid))
      .map(({ chapter_uid, chapter_idx, title }) => ({
        bookId: book.book_id,
        chapterUid: chapter_uid,
        chapterIdx: chapter_idx,
        title,
      })),
    book: bookBrief(book),
    refMpInfos: [...articles.values()],
  };
}

/** The named marks of the reader in the books given, by id. */
export async function bookmarksOnWire(
  db: Db,
  vid: string,
  bookmarkIds: readonly string[],
  books: ReadonlyMap<string, ListedBook>,
): Promise<Map<string, Static<typeof Bookmark>>> {
  if (bookmarkIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('marks')
    .selectAll()
    .where('vid', '=', vid)
    .where('bookmark_id', 'in', bookmarkIds)
    .execute();
  const named = [...new Set(rows.map((row) => row.book_id))].flatMap((bookId) => books.get(bookId) ?? []);
  const titles = await titlesOfBooks(db, named);
  return new Map(
    rows.flatMap((row) => {
      const book = books.get(row.book_id);
      return book ? [[row.bookmark_id, markOnWire(row, book, titles.get(row.book_id) ?? new Map())]] : [];
    }),
  );
}

/** Chapters of several books' current versions, by book. */
async function titlesOfBooks(db: Db, books: readonly ListedBook[]): Promise<Map<string, Map<number, Titled>>> {
  if (books.length === 0) return new Map();
  const rows = await db
    .selectFrom('chapters')
    .innerJoin('books', (join) =>
      join.onRef('books.book_id', '=', 'chapters.book_id').onRef('books.version', '=', 'chapters.version'),
    )
    .select(['chapters.book_id', 'chapter_uid', 'chapter_idx', 'chapters.title', 'chapters.length'])
    .where(
      'chapters.book_id',
      'in',
      books.map((book) => book.book_id),
    )
    .execute();
  const byBook = Map.groupBy(rows, (row) => row.book_id);
  return new Map([...byBook].map(([bookId, own]) => [bookId, new Map(own.map((row) => [row.chapter_uid, row]))]));
}

function noSuchMark(bookmarkId: string): AppError {
  return new AppError('not_found', 'There is no such mark.', { bookmarkId });
}

function newMark(
  now: number,
  vid: string,
  callerDevice: string,
  book: ListedBook,
  params: Params<Routes['POST /book/addBookmark']>,
): MarkRow {
  const { start, end } = parseRange(params.range, params.type);
  const time = editTimeOf(params, now);
  const place = { bookId: params.bookId, chapterUid: params.chapterUid, start, end };
  return {
    vid,
    book_id: params.bookId,
    bookmark_id: bookmarkIdOf(place),
    sync_key: 0,
    // A place counts in a version that there is.
    book_version: Math.min(params.bookVersion ?? book.version, book.version),
    chapter_uid: params.chapterUid,
    range_start: start,
    range_end: end,
    type: params.type,
    mark_text: params.markText,
    context_abstract: `${params.textBefore ?? ''}${params.textQuote ?? params.markText}${params.textAfter ?? ''}`.slice(
      0,
      1024,
    ),
    cfi: params.cfi ?? '',
    text_quote: params.textQuote ?? '',
    text_before: params.textBefore ?? '',
    text_after: params.textAfter ?? '',
    translate_mode: params.translateMode ?? 0,
    ref_mp_review_id: params.refMpInfo?.reviewId ?? '',
    style: params.style ?? 0,
    style_time: time,
    color_style: params.colorStyle ?? 0,
    color_style_time: time,
    create_time: Math.min(params.createTime ?? time, now),
    edit_time: time,
    removed_at: 0,
    removal_stored_at: 0,
    device_id: params.deviceId ?? callerDevice,
    tried_version: 0,
    moved_to: '',
  };
}

async function readMarks(
  db: Db,
  vid: string,
  bookId: string,
  window: { after: number; upTo: number; limit: number },
): Promise<MarkRow[]> {
  if (window.after >= window.upTo) return [];
  return db
    .selectFrom('marks')
    .selectAll()
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .where('sync_key', '>', window.after)
    .where('sync_key', '<=', window.upTo)
    .orderBy('sync_key')
    .limit(window.limit + 1)
    .execute();
}

type Titled = { chapter_uid: number; chapter_idx: number; title: string; length: number };

async function chapterTitles(db: Db, book: ListedBook): Promise<Map<number, Titled>> {
  const rows = await db
    .selectFrom('chapters')
    .select(['chapter_uid', 'chapter_idx', 'title', 'length'])
    .where('book_id', '=', book.book_id)
    .where('version', '=', book.version)
    .orderBy('chapter_idx')
    .execute();
  return new Map(rows.map((row) => [row.chapter_uid, row]));
}

/** Of a former version and not found in this one, or in a chapter that there is none of or that ends before it. */
function isUnplaced(row: MarkRow, book: ListedBook, titles: Map<number, Titled>): boolean {
  if (row.book_version < book.version) return row.tried_version >= book.version;
  return row.book_version === book.version && row.range_end > (titles.get(row.chapter_uid)?.length ?? -1);
}

function markOnWire(row: MarkRow, book: ListedBook, titles: Map<number, Titled>): Static<typeof Bookmark> {
  const set = <K extends string>(name: K, value: string) => (value ? ({ [name]: value } as Record<K, string>) : {});
  return {
    bookmarkId: row.bookmark_id,
    bookId: row.book_id,
    bookVersion: row.book_version,
    chapterUid: row.chapter_uid,
    chapterName: titles.get(row.chapter_uid)?.title ?? '',
    markText: row.mark_text,
    contextAbstract: row.context_abstract,
    range: `${row.range_start}-${row.range_end}`,
    style: row.style as 0 | 1 | 2,
    colorStyle: row.color_style as 0 | 1 | 2 | 3 | 4 | 5,
    type: row.type as 0 | 1,
    ...(row.translate_mode ? { translateMode: row.translate_mode } : {}),
    createTime: row.create_time,
    ...set('refMpReviewId', row.ref_mp_review_id),
    ...set('cfi', row.cfi),
    ...set('textQuote', row.text_quote),
    ...set('textBefore', row.text_before),
    ...set('textAfter', row.text_after),
    unplaced: isUnplaced(row, book, titles) ? 1 : 0,
    editTimes: { style: row.style_time, colorStyle: row.color_style_time },
    ...set('deviceId', row.device_id),
  };
}
