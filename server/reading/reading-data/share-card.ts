// "My reading of this book": the card that a reader shows to others, with as much as they ask for.

import { renderSVG } from 'uqr';
import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import { bookOnWire, readBook } from '../books/book-access.ts';
import { countFinished } from '../books/book-states.ts';
import type { StoredPlace } from '../progress/progress-rules.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import type { BookStateRow } from '../schema/books.ts';
import { startOfDay } from './local-days.ts';
import { timeZoneOf } from './time-zone.ts';

type Route = (typeof books)['routes']['GET /book/readinfo'];

const daysPerPage = 31;
/** Any client that knows this service opens it. */
const addressOf = (bookId: string) => `octavo://books/${encodeURIComponent(bookId)}`;

export function shareCardRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/readinfo': async ({ vid }: Caller, params: Params<Route>) => {
      const { bookId } = params;
      const book = await readBook(db, vid, bookId);
      const progress = await db
        .selectFrom('progress')
        .select(['latest', 'started_at', 'reading_time'])
        .where('vid', '=', vid)
        .where('book_id', '=', bookId)
        .executeTakeFirst();
      const state = await db
        .selectFrom('book_states')
        .selectAll()
        .where('vid', '=', vid)
        .where('book_id', '=', bookId)
        .executeTakeFirst();
      const { days, hasMore } = params.readingDetail
        ? await readDays(db, vid, bookId, params.page ?? 0)
        : { days: [], hasMore: 0 as const };
      const shareUrl = addressOf(bookId);
      return {
        bookId,
        book: bookOnWire(book),
        readingTime: progress?.reading_time ?? 0,
        readDays: await countDays(db, vid, bookId),
        progress: progress ? (JSON.parse(progress.latest) as StoredPlace).progress : 0,
        startReadingTime: progress?.started_at ?? 0,
        ...(params.noteCount ? { noteCount: await countNotes(db, vid, bookId) } : {}),
        ...(await finishedFacts(db, vid, params, state)),
        ...(params.readingBookIndex ? { readingBookIndex: await readingIndex(db, vid, progress?.started_at) } : {}),
        days,
        hasMore,
        ...(params.qrCode ? { qrCode: qrCode(shareUrl, params.width ?? 256) } : {}),
        shareUrl,
      };
    },
  };
}

/** Newest first. */
async function readDays(db: Db, vid: string, bookId: string, page: number) {
  const rows = await db
    .selectFrom('reading_days')
    .select(['day', 'total_seconds'])
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .where('total_seconds', '>', 0)
    .orderBy('day', 'desc')
    .limit(daysPerPage + 1)
    .offset(page * daysPerPage)
    .execute();
  const zone = await timeZoneOf(db, vid);
  const days = rows
    .slice(0, daysPerPage)
    .map(({ day, total_seconds }) => ({ date: startOfDay(day, zone), readingTime: total_seconds }));
  return { days, hasMore: rows.length > daysPerPage ? (1 as const) : (0 as const) };
}

export async function countDays(db: Db, vid: string, bookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('reading_days')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .where('total_seconds', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks, thoughts and reviews; page bookmarks are not notes. */
export async function countNotes(db: Db, vid: string, bookId: string): Promise<number> {
  const notebook = await db
    .selectFrom('notebooks')
    .select(['note_count', 'review_count'])
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  return notebook ? notebook.note_count + notebook.review_count : 0;
}

async function finishedFacts(db: Db, vid: string, params: Params<Route>, state: BookStateRow | undefined) {
  const isFinished = state?.status === 'finished';
  return {
    ...(params.finishedBookCount ? { finishedBookCount: await countFinished(db, vid) } : {}),
    ...(params.finishedBookIndex ? { finishedBookIndex: isFinished ? await finishedIndex(db, vid, state) : 0 } : {}),
    ...(params.finishedDate && isFinished ? { finishedDate: state.finished_at } : {}),
  };
}

/** Which of the finished books it is, from 1. */
async function finishedIndex(db: Db, vid: string, { finished_at, book_id }: BookStateRow): Promise<number> {
  const { count } = await db
    .selectFrom('book_states')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('vid', '=', vid)
    .where('status', '=', 'finished')
    .where((where) =>
      where.or([
        where('finished_at', '<', finished_at),
        where.and([where('finished_at', '=', finished_at), where('book_id', '<=', book_id)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Which of the books ever read it is, from 1; 0 when it was not read. */
async function readingIndex(db: Db, vid: string, startedAt: number | undefined): Promise<number> {
  if (startedAt === undefined) return 0;
  const { count } = await db
    .selectFrom('progress')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('vid', '=', vid)
    .where('started_at', '<=', startedAt)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function qrCode(address: string, width: number): string {
  const svg = renderSVG(address, { border: 2 });
  return svg.replace('<svg ', `<svg width="${width}" height="${width}" `);
}
