// Marks that moved to another version of their book, seen from edits that know them by their former ids, and marks that
// new ones would displace.

import { movePlacesJob } from '../import/storing/store-book.ts';
import type { Reading, Trx } from '../reading.ts';
import type { MarkRow } from '../schema/marks.ts';
import { bookmarkIdOf } from './mark-rules.ts';

/** One for each version that a book had since. */
const mostMoves = 32;

/** The mark of that id, or the one that it became. */
export async function readMark(trx: Trx, vid: string, bookmarkId: string): Promise<MarkRow | undefined> {
  let mark = await markOf(trx, vid, bookmarkId);
  for (let moves = 0; mark && mark.removed_at !== 0 && mark.moved_to && moves < mostMoves; moves++) {
    mark = await markOf(trx, vid, mark.moved_to);
  }
  return mark;
}

export function markOf(trx: Trx, vid: string, bookmarkId: string): Promise<MarkRow | undefined> {
  return trx
    .selectFrom('marks')
    .selectAll()
    .where('vid', '=', vid)
    .where('bookmark_id', '=', bookmarkId)
    .executeTakeFirst();
}

/** Whether `stored` is a mark of another version, of other words, that only happens to have the same offsets. */
export function isDisplaced(stored: MarkRow | undefined, added: MarkRow): stored is MarkRow {
  if (stored === undefined || stored.removed_at !== 0 || stored.book_version >= added.book_version) return false;
  const words = (mark: MarkRow) => mark.text_quote || mark.mark_text;
  return words(stored) !== words(added);
}

/** The mark under the next id that is free: its words are its place, its offsets are not any more. */
export async function besideOthers(trx: Trx, mark: MarkRow): Promise<MarkRow> {
  for (let end = mark.range_end + 1; ; end++) {
    const start = mark.type === 0 ? end : mark.range_start;
    const place = { bookId: mark.book_id, chapterUid: mark.chapter_uid, start, end };
    const bookmark_id = bookmarkIdOf(place);
    if (await markOf(trx, mark.vid, bookmark_id)) continue;
    return { ...mark, bookmark_id, range_start: start, range_end: end };
  }
}

/** A mark that was made in a former version, perhaps offline, moves after the others. */
export async function askForMove(reading: Reading, trx: Trx, row: MarkRow): Promise<void> {
  if (row.removed_at !== 0 || row.tried_version > row.book_version) return;
  const book = await trx.selectFrom('books').select('version').where('book_id', '=', row.book_id).executeTakeFirst();
  if (!book || row.book_version >= book.version) return;
  await reading.jobs.enqueue(trx, movePlacesJob, { bookId: row.book_id }, { key: `${row.book_id} ${book.version}` });
}
