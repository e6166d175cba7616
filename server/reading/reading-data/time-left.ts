// Minutes left in a chapter and a book, by how fast the caller reads, else by how fast others read that language.

import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import { type ListedBook, readBook } from '../books/book-access.ts';
import type { StoredPlace } from '../progress/progress-rules.ts';
import { speedLanguage } from '../progress/reading-speed.ts';
import type { Caller, Db, Reading } from '../reading.ts';

type Route = (typeof books)['routes']['GET /predict/readtime'];

/** A speed from less reading than this says little. */
const enoughSeconds = 600;
/** Characters a minute where nobody has read yet: languages that write a word in one or two characters, and others. */
const usualSpeed = { dense: 400, other: 1200 };
const denseLanguages = new Set(['zh', 'ja', 'ko', 'yue', 'wuu']);

export function timeLeftRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /predict/readtime': async ({ vid }: Caller, params: Params<Route>) => {
      const { bookId, chapterUid } = params;
      const book = await readBook(db, vid, bookId);
      const chapter = await readChapter(db, book, chapterUid);
      if (!chapter) throw new AppError('not_found', 'The book has no such chapter.', { chapterUid });
      const part = params.chapterPercent ?? (await percentRead(db, vid, book, chapter));
      const left = Math.max(0, chapter.length * (1 - part / 100));
      const { speed, basis } = await speedOf(db, vid, book.language);
      return {
        bookId,
        chapterUid,
        chapterMinutes: Math.ceil(left / speed),
        bookMinutes: Math.ceil((left + (await lengthAfter(db, book, chapter.chapter_idx))) / speed),
        speed,
        basis,
      };
    },
  };
}

interface ChapterLength {
  chapter_uid: number;
  chapter_idx: number;
  length: number;
}

async function readChapter(db: Db, book: ListedBook, chapterUid: number): Promise<ChapterLength | undefined> {
  return db
    .selectFrom('chapters')
    .select(['chapter_uid', 'chapter_idx', 'length'])
    .where('book_id', '=', book.book_id)
    .where('version', '=', book.version)
    .where('chapter_uid', '=', chapterUid)
    .executeTakeFirst();
}

async function lengthAfter(db: Db, book: ListedBook, chapterIdx: number): Promise<number> {
  const { length } = await db
    .selectFrom('chapters')
    .select((row) => row.fn.sum<number | null>('length').as('length'))
    .where('book_id', '=', book.book_id)
    .where('version', '=', book.version)
    .where('chapter_idx', '>', chapterIdx)
    .executeTakeFirstOrThrow();
  return Number(length ?? 0);
}

/** How much of the chapter lies behind the caller's own place; nothing when that is elsewhere. */
async function percentRead(db: Db, vid: string, book: ListedBook, chapter: ChapterLength): Promise<number> {
  const row = await db
    .selectFrom('progress')
    .select('latest')
    .where('vid', '=', vid)
    .where('book_id', '=', book.book_id)
    .executeTakeFirst();
  const place = row && (JSON.parse(row.latest) as StoredPlace);
  if (place?.chapterUid !== chapter.chapter_uid || chapter.length === 0) return 0;
  return Math.min(100, (place.chapterOffset / chapter.length) * 100);
}

/** Characters a minute. */
async function speedOf(db: Db, vid: string, bookLanguage: string) {
  const language = speedLanguage(bookLanguage);
  const own = await db
    .selectFrom('reading_speeds')
    .select(['characters', 'seconds'])
    .where('vid', '=', vid)
    .where('language', '=', language)
    .executeTakeFirst();
  if (own && own.seconds >= enoughSeconds) return { speed: perMinute(own), basis: 'own' as const };
  return { speed: (await medianSpeed(db, language)) ?? usual(language), basis: 'language' as const };
}

const perMinute = ({ characters, seconds }: { characters: number; seconds: number }) =>
  (Number(characters) / Number(seconds)) * 60;

const usual = (language: string) => (denseLanguages.has(language) ? usualSpeed.dense : usualSpeed.other);

/** Of the readers of a language, one row each, so there are no more rows than readers. */
async function medianSpeed(db: Db, language: string): Promise<number | undefined> {
  const rows = await db
    .selectFrom('reading_speeds')
    .select(['characters', 'seconds'])
    .where('language', '=', language)
    .where('seconds', '>=', enoughSeconds)
    .limit(mostSampled)
    .execute();
  const speeds = rows.map(perMinute).sort((a, b) => a - b);
  const middle = speeds.length / 2;
  if (speeds.length === 0) return undefined;
  const [low, high] = [speeds[Math.ceil(middle) - 1], speeds[Math.floor(middle)]] as [number, number];
  return (low + high) / 2;
}

/** The median of so many does not move by more. */
const mostSampled = 1000;
