// Moves marks to a book's current version, by their words. One that cannot be placed stays as it is, and is tried again in
// the next version; none is ever dropped.

import { markCollection } from '../marks/change-mark.ts';
import { bookmarkIdOf, lookOf, mergeAdded } from '../marks/mark-rules.ts';
import { noteMark } from '../notes/note-marks.ts';
import type { Reading, Trx } from '../reading.ts';
import type { MarkRow } from '../schema/marks.ts';
import { withSyncKeys } from '../sync-key.ts';
import type { FoundPassage, PlaceFinder, VersionChapter } from './place-finder.ts';
import type { VersionTexts } from './version-text.ts';

const readersAtOnce = 50;
const marksAtOnce = 1000;
const contextLength = 32;

export interface MovePlan {
  bookId: string;
  /** The current version. */
  version: number;
  finder: PlaceFinder;
  /** Former versions, for marks that do not carry their words. */
  former: VersionTexts;
}

export async function moveMarks(reading: Reading, plan: MovePlan, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const readers = await readersWithMarks(reading, plan, after);
    for (const vid of readers) {
      while (!signal.aborted && (await moveSome(reading, plan, vid)));
    }
    if (readers.length < readersAtOnce) return;
    after = readers.at(-1) ?? '';
  }
}

async function readersWithMarks(reading: Reading, { bookId, version }: MovePlan, after: string): Promise<string[]> {
  const rows = await reading.database.kysely
    .selectFrom('marks')
    .select('vid')
    .distinct()
    .where('book_id', '=', bookId)
    .where('book_version', '<', version)
    .where('tried_version', '<', version)
    .where('removed_at', '=', 0)
    .where('vid', '>', after)
    .orderBy('vid')
    .limit(readersAtOnce)
    .execute();
  return rows.map((row) => row.vid);
}

/** Whether there are more. */
async function moveSome(reading: Reading, plan: MovePlan, vid: string): Promise<boolean> {
  const { bookId, version } = plan;
  const former = await formerTexts(reading, plan, vid);
  return reading.database.transaction(async (trx) => {
    const { result } = await withSyncKeys(trx, vid, markCollection(bookId), async (takeKey) => {
      const marks = await trx
        .selectFrom('marks')
        .selectAll()
        .where('vid', '=', vid)
        .where('book_id', '=', bookId)
        .where('book_version', '<', version)
        .where('tried_version', '<', version)
        .where('removed_at', '=', 0)
        .orderBy('sync_key')
        .limit(marksAtOnce)
        .execute();
      const moved = marks.map((mark) => ({ mark, next: moveMark(mark, plan, former.get(mark.book_version)) }));
      const rows = await finalRows(trx, moved, reading.now());
      for (const { before, row } of rows) await write(reading, trx, before, { ...row, sync_key: takeKey() });
      return marks.length === marksAtOnce;
    });
    return result;
  });
}

type Chapters = Map<number, VersionChapter>;

/** Read before the transaction: texts of versions do not change. */
async function formerTexts(
  reading: Reading,
  { bookId, version, former }: MovePlan,
  vid: string,
): Promise<Map<number, Chapters>> {
  const rows = await reading.database.kysely
    .selectFrom('marks')
    .select('book_version')
    .distinct()
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .where('book_version', '<', version)
    .execute();
  const texts = new Map<number, Chapters>();
  for (const { book_version } of rows) texts.set(book_version, await former.of(book_version));
  return texts;
}

/** The mark in the current version; or the same one, tried. */
function moveMark(mark: MarkRow, { version, finder }: MovePlan, former: Chapters | undefined): MarkRow {
  const chapter = former?.get(mark.chapter_uid);
  const found = finder.find({
    chapter: chapter ?? { uid: mark.chapter_uid, title: '', file: '' },
    offset: mark.range_start,
    ...wordsOf(mark, chapter?.text ?? ''),
  });
  if (!found) return { ...mark, tried_version: version };
  const start = found.start;
  const end = mark.range_start === mark.range_end ? start : found.end;
  const place = { bookId: mark.book_id, chapterUid: found.chapter.uid, start, end };
  return {
    ...mark,
    ...quoteOf(found, start, end),
    bookmark_id: bookmarkIdOf(place),
    book_version: version,
    tried_version: version,
    chapter_uid: found.chapter.uid,
    range_start: start,
    range_end: end,
    // It counts elements of the former version.
    cfi: '',
  };
}

/** What the mark says of itself; else what stood there. A page's bookmark is a point: the words after it are its place. */
function wordsOf(mark: MarkRow, text: string): { quote: string; before: string; after: string } {
  const { range_start: start, range_end: end } = mark;
  const before = mark.text_before || text.slice(Math.max(0, start - contextLength), start);
  if (start === end) {
    const quote = mark.text_quote || mark.text_after || text.slice(start, start + 2 * contextLength) || mark.mark_text;
    return { quote, before, after: '' };
  }
  const after = mark.text_after || text.slice(end, end + contextLength);
  return { quote: mark.text_quote || text.slice(start, end) || mark.mark_text, before, after };
}

function quoteOf({ chapter: { text } }: FoundPassage, start: number, end: number) {
  return {
    ...(start === end ? {} : { text_quote: text.slice(start, end).slice(0, 16_384) }),
    text_before: text.slice(Math.max(0, start - contextLength), start),
    text_after: text.slice(end, end + contextLength),
  };
}

interface Change {
  before: MarkRow | undefined;
  row: MarkRow;
}

/** What each id holds in the end: marks can change places with each other, and two can meet in one. */
async function finalRows(trx: Trx, moved: readonly { mark: MarkRow; next: MarkRow }[], now: number): Promise<Change[]> {
  const stored = await readMarks(trx, moved);
  const final = new Map<string, MarkRow>();
  for (const { mark, next } of moved) {
    if (next.bookmark_id === mark.bookmark_id) final.set(mark.bookmark_id, next);
    else final.set(mark.bookmark_id, tombstoneOf(mark, next.bookmark_id, now));
  }
  for (const { mark, next } of moved) {
    if (next.bookmark_id === mark.bookmark_id) continue;
    const there = final.get(next.bookmark_id) ?? stored.get(next.bookmark_id);
    const isAlive = there !== undefined && there.removed_at === 0 && there.book_version === next.book_version;
    final.set(next.bookmark_id, isAlive ? mergeAdded(there, next, lookOf(next)) : next);
  }
  return [...final].map(([id, row]) => ({ before: stored.get(id), row }));
}

async function readMarks(trx: Trx, moved: readonly { mark: MarkRow; next: MarkRow }[]): Promise<Map<string, MarkRow>> {
  const ids = [...new Set(moved.flatMap(({ mark, next }) => [mark.bookmark_id, next.bookmark_id]))];
  const [first] = moved;
  if (!first) return new Map();
  const rows = await trx
    .selectFrom('marks')
    .selectAll()
    .where('vid', '=', first.mark.vid)
    .where('bookmark_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.bookmark_id, row]));
}

function tombstoneOf(mark: MarkRow, movedTo: string, now: number): MarkRow {
  return { ...mark, removed_at: Math.max(1, mark.edit_time), removal_stored_at: now, moved_to: movedTo };
}

async function write(reading: Reading, trx: Trx, before: MarkRow | undefined, row: MarkRow): Promise<void> {
  await trx
    .insertInto('marks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['vid', 'bookmark_id']).doUpdateSet(row))
    .execute();
  await noteMark(reading, trx, before, row);
}
