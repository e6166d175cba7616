// Finds the underlines that readers share, chapter by chapter, after marks changed. The change itself notes which chapters
// are stale, so that nothing is lost whenever the work is done.

import type { Jobs } from '../../base/jobs/jobs.ts';
import { readChapterTexts } from '../books/chapter-texts.ts';
import type { Reading, Trx } from '../reading.ts';
import type { BookRow } from '../schema/books.ts';
import type { UnderlineRow } from '../schema/notes.ts';
import { isNotSecret } from '../social/visibility.ts';
import { withSyncKeys } from '../sync-key.ts';
import { mergeRanges, type Passage } from './merge-ranges.ts';

export const findUnderlinesJob = 'reading.findUnderlines';
export const underlinesCollection = (bookId: string) => `underlines:${bookId}`;
/** Below this, a passage is one reader's own affair and not even kept. */
export const fewestReaders = 2;
const everyChapter = 0;
const rowsAtOnce = 500;
const longestText = 16_384;

/** Part of the transaction that changed marks, or who may know of them. Books of one reader alone share nothing. */
export async function noteStaleChapters(
  reading: Reading,
  trx: Trx,
  bookId: string,
  chapterUids: readonly number[] = [everyChapter],
): Promise<void> {
  const uids = [...new Set(chapterUids)].sort((a, b) => a - b);
  const book = await trx.selectFrom('books').select('visibility').where('book_id', '=', bookId).executeTakeFirst();
  if (book?.visibility !== 'library' || uids.length === 0) return;
  await trx
    .insertInto('stale_underlines')
    .values(uids.map((chapter_uid) => ({ book_id: bookId, chapter_uid })))
    .onConflict((conflict) => conflict.columns(['book_id', 'chapter_uid']).doNothing())
    .execute();
  await reading.jobs.enqueue(trx, findUnderlinesJob, { bookId }, { key: bookId });
}

export function defineUnderlineJobs(jobs: Jobs, { reading }: { reading: Reading }): void {
  jobs.define<{ bookId: string }>(findUnderlinesJob, ({ bookId }, { signal }) =>
    findUnderlines(reading, bookId, signal),
  );
}

/** Until no chapter of the book is stale. */
export async function findUnderlines(reading: Reading, bookId: string, signal?: AbortSignal): Promise<void> {
  while (await findOne(reading, bookId)) signal?.throwIfAborted();
}

/** Asks for what a change noted while the same work was just ending. */
export async function askForStaleUnderlines(reading: Reading): Promise<void> {
  const db = reading.database.kysely;
  const rows = await db.selectFrom('stale_underlines').select('book_id').distinct().limit(rowsAtOnce).execute();
  for (const { book_id } of rows) {
    await reading.jobs.enqueue(db, findUnderlinesJob, { bookId: book_id }, { key: book_id });
  }
}

/** One stale chapter, in a transaction of its own; false when there was none. */
function findOne(reading: Reading, bookId: string): Promise<boolean> {
  return reading.database.transaction(async (trx) => {
    const { result } = await withSyncKeys(trx, '', underlinesCollection(bookId), async (takeKey) => {
      const stale = await trx
        .selectFrom('stale_underlines')
        .select('chapter_uid')
        .where('book_id', '=', bookId)
        .orderBy('chapter_uid')
        .limit(1)
        .executeTakeFirst();
      if (!stale) return false;
      // Deleted before the marks are read: a change that comes later notes the chapter again.
      await trx
        .deleteFrom('stale_underlines')
        .where('book_id', '=', bookId)
        .where('chapter_uid', '=', stale.chapter_uid)
        .execute();
      if (stale.chapter_uid === everyChapter) await noteEveryChapter(trx, bookId);
      else await findInChapter(trx, bookId, stale.chapter_uid, takeKey);
      return true;
    });
    return result;
  });
}

async function noteEveryChapter(trx: Trx, bookId: string): Promise<void> {
  const marked = trx.selectFrom('marks').select(['book_id', 'chapter_uid']).where('book_id', '=', bookId);
  const known = trx.selectFrom('underlines').select(['book_id', 'chapter_uid']).where('book_id', '=', bookId);
  // In the order in which changes note them, so that two wait for each other and no more.
  const rows = (await marked.union(known).execute()).sort((a, b) => a.chapter_uid - b.chapter_uid);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('stale_underlines')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['book_id', 'chapter_uid']).doNothing())
      .execute();
  }
}

/** As it is read: a file's indents and line breaks are no words. */
const readable = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toWellFormed();

async function findInChapter(trx: Trx, bookId: string, chapterUid: number, takeKey: () => number): Promise<void> {
  const book = await trx.selectFrom('books').selectAll().where('book_id', '=', bookId).executeTakeFirst();
  const passages = book?.visibility === 'library' ? await readPassages(trx, book, chapterUid) : [];
  const stored = await trx
    .selectFrom('underlines')
    .selectAll()
    .where('book_id', '=', bookId)
    .where('chapter_uid', '=', chapterUid)
    .execute();
  const numbers = new Map(stored.map((row) => [`${row.range_start}-${row.range_end}`, row.number]));
  const text = passages.length > 0 && book ? await readText(trx, book, chapterUid) : '';
  const rows: UnderlineRow[] = passages.map(({ start, end, readers }) => ({
    book_id: bookId,
    chapter_uid: chapterUid,
    range_start: start,
    range_end: end,
    number: numbers.get(`${start}-${end}`) ?? takeKey(),
    // The book's own words: what readers sent with their marks is theirs to say.
    mark_text: readable(text.slice(start, Math.min(end, start + longestText))),
    readers: readers.size,
  }));
  if (await isStored(trx, bookId, chapterUid, stored, rows, passages)) return;
  // Also when underlines only went.
  takeKey();
  await replaceRows(trx, bookId, chapterUid, rows, passages);
}

async function readPassages(trx: Trx, book: BookRow, chapterUid: number): Promise<Passage[]> {
  const marks = await trx
    .selectFrom('marks')
    .select(['range_start as start', 'range_end as end', 'vid', 'create_time as markedAt'])
    .where('book_id', '=', book.book_id)
    .where('chapter_uid', '=', chapterUid)
    .where('type', '=', 1)
    .where('removed_at', '=', 0)
    .where('book_version', '=', book.version)
    .where('translate_mode', '=', 0)
    .where('ref_mp_review_id', '=', '')
    .where(isNotSecret('marks.vid', 'marks.book_id'))
    .execute();
  return mergeRanges(marks).filter(({ readers }) => readers.size >= fewestReaders);
}

async function readText(trx: Trx, book: BookRow, chapterUid: number): Promise<string> {
  const texts = await readChapterTexts(trx, book.file_sha256, [chapterUid]);
  return texts.get(chapterUid)?.text ?? '';
}

async function isStored(
  trx: Trx,
  bookId: string,
  chapterUid: number,
  stored: readonly UnderlineRow[],
  rows: readonly UnderlineRow[],
  passages: readonly Passage[],
): Promise<boolean> {
  const same = (a: UnderlineRow, b: UnderlineRow) =>
    a.number === b.number && a.readers === b.readers && a.mark_text === b.mark_text;
  const byNumber = new Map(stored.map((row) => [row.number, row]));
  const unchanged = rows.every((row) => same(byNumber.get(row.number) ?? row, row) && byNumber.has(row.number));
  if (!unchanged || rows.length !== stored.length) return false;
  const readers = await trx
    .selectFrom('underline_readers')
    .selectAll()
    .where('book_id', '=', bookId)
    .where('chapter_uid', '=', chapterUid)
    .execute();
  const known = new Set(readers.map((row) => `${row.range_start}-${row.range_end} ${row.marked_at} ${row.vid}`));
  const wanted = passages.flatMap(({ start, end, readers: own }) =>
    [...own].map(([vid, markedAt]) => `${start}-${end} ${markedAt} ${vid}`),
  );
  return wanted.length === known.size && wanted.every((line) => known.has(line));
}

async function replaceRows(
  trx: Trx,
  bookId: string,
  chapterUid: number,
  rows: readonly UnderlineRow[],
  passages: readonly Passage[],
): Promise<void> {
  for (const table of ['underline_readers', 'underlines'] as const) {
    await trx.deleteFrom(table).where('book_id', '=', bookId).where('chapter_uid', '=', chapterUid).execute();
  }
  const readers = passages.flatMap(({ start, end, readers: own }) =>
    [...own].map(([vid, marked_at]) => ({
      book_id: bookId,
      chapter_uid: chapterUid,
      range_start: start,
      range_end: end,
      vid,
      marked_at,
    })),
  );
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('underlines')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
  for (let at = 0; at < readers.length; at += rowsAtOnce) {
    await trx
      .insertInto('underline_readers')
      .values(readers.slice(at, at + rowsAtOnce))
      .execute();
  }
}
