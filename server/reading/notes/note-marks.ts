// What follows from a change of a mark: the reader's list of notes, the counts of the book, and the underlines that
// readers share. Called by whatever writes `marks`, in its transaction.

import type { Reading, Trx } from '../reading.ts';
import type { MarkRow } from '../schema/marks.ts';
import { noteStaleChapters } from '../underlines/find-underlines.ts';
import { type Counts, changeNote } from './note-rows.ts';

export async function noteMark(reading: Reading, trx: Trx, before: MarkRow | undefined, after: MarkRow): Promise<void> {
  await changeNote(
    trx,
    {
      vid: after.vid,
      kind: 'bookmark',
      note_id: after.bookmark_id,
      book_id: after.book_id,
      counts_as: after.type === 0 ? 'bookmark' : 'note',
      createTime: after.create_time,
      before: before && countsOf(before),
      after: countsOf(after),
    },
    reading.now(),
  );
  const isShared = (row: MarkRow | undefined) => row?.type === 1 && row.removed_at === 0;
  if (!isShared(before) && !isShared(after)) return;
  // A new colour is nobody else's affair.
  if (isShared(before) && isShared(after) && before?.book_version === after.book_version) return;
  await noteStaleChapters(reading, trx, after.book_id, [after.chapter_uid]);
}

function countsOf(row: MarkRow): Counts | undefined {
  if (row.removed_at !== 0) return undefined;
  return row.type === 0 ? { bookmark_count: 1 } : { note_count: 1 };
}
