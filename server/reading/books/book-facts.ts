// What a book is: its page, many books by id, and their contents lists.

import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { books } from '../../../api/books.ts';
import type { BookInfo } from '../../../api/nouns/book.ts';
import type { Chapter } from '../../../api/nouns/chapter.ts';
import type { Params, Reply } from '../../../api/route.ts';
import { isPublicationId, readPublication, readPublications } from '../publications/publication-access.ts';
import { publicationInfos } from '../publications/publication-book.ts';
import { ownedCounts } from '../purchases/owned-parts.ts';
import { type Caller, type Db, type Reading, unixNow } from '../reading.ts';
import { type RatingHistogram, ratingHistograms, ratingOnWire } from '../reviews/ratings.ts';
import type { ChapterRow } from '../schema/books.ts';
import { foldName } from '../store/book-words.ts';
import { readSyncKey, writeSyncKey } from '../sync-key.ts';
import { bookOnWire, type ListedBook, readBook, readBooks } from './book-access.ts';
import { askForColours, coverBoxOf } from './cover-colours.ts';
import { noteDiscovery } from './discoveries.ts';

type Routes = (typeof books)['routes'];
type Info = Static<typeof BookInfo>;

export function bookFactsRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/info': async ({ vid }: Caller, { bookId, source }: Params<Routes['GET /book/info']>) => {
      if (isPublicationId(bookId)) {
        const account = await readPublication(db, vid, bookId);
        const infos = await publicationInfos(db, vid, new Map([[bookId, account]]));
        return infos.get(bookId) as Info;
      }
      const book = await readBook(db, vid, bookId);
      if (source) await noteDiscovery(reading, vid, bookId, source);
      const [info] = await bookInfos(db, vid, [book]);
      await askForColours(reading, book);
      return info as Info;
    },

    'POST /book/infos': async ({ vid }: Caller, { bookIds }: Params<Routes['POST /book/infos']>) => {
      const found = await readBooks(db, vid, bookIds);
      const asked = [...new Set(bookIds)];
      const accounts = await readPublications(db, vid, asked.filter(isPublicationId));
      const infos = await publicationInfos(db, vid, accounts);
      const listed = asked.flatMap((bookId) => found.get(bookId) ?? []);
      for (const info of await bookInfos(db, vid, listed)) infos.set(info.bookId, info);
      return {
        books: asked.flatMap((bookId) => infos.get(bookId) ?? []),
        unknownIds: asked.filter((bookId) => !infos.has(bookId)),
      };
    },

    'POST /book/chapterInfos': async ({ vid }: Caller, params: Params<Routes['POST /book/chapterInfos']>) => {
      const found = await readBooks(db, vid, params.bookIds);
      const asked = askedBooks(reading, params, found);
      const stale = asked.filter(({ unchanged }) => !unchanged).map(({ book }) => book.book_id);
      const chapters = await readChapters(db, stale);
      const paid = params.paidCount ? await ownedCounts(db, vid, [...found.keys()]) : undefined;
      return {
        data: asked.map(({ book, unchanged }) => ({
          ...contents(reading, book, unchanged ? undefined : chapters),
          ...(paid ? { paidCount: Math.min(paid.get(book.book_id) ?? 0, book.chapter_count) } : {}),
        })),
        unknownIds: [...new Set(params.bookIds)].filter((bookId) => !found.has(bookId)),
      };
    },
  };
}

/**
 * A version's contents never change, so a book's synckey is its version. A client that keeps none may say by the time of
 * its copy which one it has.
 */
function askedBooks(
  reading: Reading,
  params: Params<Routes['POST /book/chapterInfos']>,
  found: Map<string, ListedBook>,
) {
  return [...new Set(params.bookIds)].flatMap((bookId) => {
    const book = found.get(bookId);
    if (!book) return [];
    const state = { counter: book.version, floor: 0, purges: 0 };
    const place = params.bookIds.indexOf(bookId);
    const synckey = params.synckeys?.[place];
    if (synckey === undefined) return [{ book, unchanged: params.updateTimes?.[place] === book.updated_at }];
    const asked = readSyncKey(synckey, reading.life, state);
    return [{ book, unchanged: asked.clearAll === 0 && asked.from === book.version }];
  });
}

async function readChapters(db: Db, bookIds: string[]): Promise<Map<string, ChapterRow[]>> {
  if (bookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('chapters')
    .innerJoin('books', (join) =>
      join.onRef('books.book_id', '=', 'chapters.book_id').onRef('books.version', '=', 'chapters.version'),
    )
    .selectAll('chapters')
    .where('chapters.book_id', 'in', bookIds)
    .orderBy('chapters.book_id')
    .orderBy('chapters.chapter_idx')
    .execute();
  return Map.groupBy(rows, (row) => row.book_id);
}

type Contents = Reply<Routes['POST /book/chapterInfos']>['data'][number];

/** `chapters` is undefined when the copy is current. A new version's chapters replace the old ones as a whole. */
function contents(reading: Reading, book: ListedBook, chapters: Map<string, ChapterRow[]> | undefined): Contents {
  const rows = chapters?.get(book.book_id) ?? [];
  return {
    bookId: book.book_id,
    soldOut: 0,
    clearAll: chapters ? 1 : 0,
    chapterUpdateTime: book.updated_at,
    synckey: writeSyncKey(book.version, reading.life),
    removed: [],
    book: bookOnWire(book),
    updated: rows.map(chapterOnWire),
  };
}

function chapterOnWire(row: ChapterRow): Static<typeof Chapter> {
  return {
    chapterUid: row.chapter_uid,
    chapterIdx: row.chapter_idx,
    updateTime: row.updated_at,
    title: row.title,
    wordCount: row.word_count,
    price: 0,
    paid: 1,
    isMPChapter: 0,
    level: row.level,
    files: JSON.parse(row.files) as string[],
    anchors: JSON.parse(row.anchors) as Static<typeof Chapter>['anchors'],
    textLength: row.length,
  };
}

/** Book pages in the order given: one query for all the caller's own facts, and one for ratings. */
export async function bookInfos(db: Db, vid: string, listed: ListedBook[], now = unixNow()): Promise<Info[]> {
  if (listed.length === 0) return [];
  const own = await db
    .selectFrom('books')
    .innerJoin('files', 'files.sha256', 'books.file_sha256')
    .leftJoin('book_states as s', (join) => join.onRef('s.book_id', '=', 'books.book_id').on('s.vid', '=', vid))
    .leftJoin('progress as p', (join) => join.onRef('p.book_id', '=', 'books.book_id').on('p.vid', '=', vid))
    .leftJoin('shelf_entries as e', (join) =>
      join.onRef('e.item_id', '=', 'books.book_id').on('e.kind', '=', 'book').on('e.vid', '=', vid),
    )
    .leftJoin('ratings as r', (join) => join.onRef('r.book_id', '=', 'books.book_id').on('r.vid', '=', vid))
    .select(['books.book_id', 'files.size', 's.status', 's.rating', 'r.star', 'p.reading_time', 'e.is_secret'])
    .where(
      'books.book_id',
      'in',
      listed.map((book) => book.book_id),
    )
    .execute();
  const byId = new Map(own.map((row) => [row.book_id, row]));
  const histograms = await ratingHistograms(
    db,
    listed.map((book) => book.book_id),
    now,
  );
  return listed.map((book) => infoOnWire(book, byId.get(book.book_id), histograms.get(book.book_id)));
}

interface OwnFacts {
  size: number;
  status: string | null;
  rating: number | null;
  star: number | null;
  reading_time: number | null;
  is_secret: number | null;
}

function infoOnWire(book: ListedBook, own: OwnFacts | undefined, histogram: RatingHistogram | undefined): Info {
  return {
    ...bookOnWire(book),
    intro: book.intro,
    isbn: book.isbn,
    publisher: book.publisher,
    totalWords: book.word_count,
    wordCount: book.word_count,
    bookSize: own?.size ?? 0,
    chapterSize: book.chapter_count,
    updateTime: book.updated_at,
    onTime: book.created_at,
    lastChapterCreateTime: book.updated_at,
    ...ratingOnWire(histogram, own?.star ?? own?.rating ?? 0),
    finishReading: own?.status === 'finished' ? 1 : 0,
    secret: own?.is_secret ? 1 : 0,
    paid: 1,
    isAutoPay: 0,
    ...holderOf(book.publisher),
    ...coverBoxOf(book),
    askAIBook: 0,
    readingTime: own?.reading_time ?? 0,
  };
}

/** Who brought the book out; its id is the same wherever that name stands. */
function holderOf(publisher: string): Pick<Info, 'copyrightInfo'> {
  if (publisher === '') return {};
  const id = `pub_${createHash('sha256').update(foldName(publisher)).digest('hex').slice(0, 16)}`;
  return { copyrightInfo: { id, name: publisher.slice(0, 512), role: 'publisher', avatar: '' } };
}
