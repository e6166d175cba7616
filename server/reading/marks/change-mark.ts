// Writes edits of marks: each under the counter of its list, once, whatever became of the mark in other versions of its
// book.

import { claimEdit, type Edit } from '../edits.ts';
import { noteMark } from '../notes/note-marks.ts';
import type { Reading, Trx } from '../reading.ts';
import type { MarkRow } from '../schema/marks.ts';
import { withSyncKeys, writeSyncKey } from '../sync-key.ts';
import { type Given, mergeAdded, sameMark } from './mark-rules.ts';
import { askForMove, besideOthers, isDisplaced, markOf, readMark } from './moved-marks.ts';

export const markCollection = (bookId: string) => `marks:${bookId}`;

interface Changed {
  mark: MarkRow | undefined;
  synckey: number;
}

/** Merges one edit into a mark under its list's counter. A repeated edit, or one that loses, writes nothing. */
export async function changeMark(
  reading: Reading,
  key: Pick<MarkRow, 'vid' | 'book_id' | 'bookmark_id'>,
  edit: Edit,
  merge: (stored: MarkRow | undefined) => MarkRow,
): Promise<Changed> {
  const { counter, result } = await reading.database.transaction((trx) =>
    withSyncKeys(trx, key.vid, markCollection(key.book_id), async (takeKey) => {
      const stored = await readMark(trx, key.vid, key.bookmark_id);
      if (!(await claimEdit(reading, trx, key.vid, edit, key.bookmark_id))) {
        return stored ?? merge(stored);
      }
      const merged = merge(stored);
      if (sameMark(stored, merged)) return merged;
      return writeMark(reading, trx, stored, { ...merged, sync_key: takeKey() });
    }),
  );
  return { mark: result, synckey: writeSyncKey(counter, reading.life) };
}

/** The same for a new mark: one of a former version may have moved, or may stand where the new one is to be. */
export async function addMark(reading: Reading, added: MarkRow, edit: Edit & Given) {
  const { vid, book_id, bookmark_id } = added;
  const { counter, result } = await reading.database.transaction((trx) =>
    withSyncKeys(trx, vid, markCollection(book_id), async (takeKey) => {
      const there = await markOf(trx, vid, bookmark_id);
      const isFormer = there !== undefined && there.moved_to !== '' && added.book_version <= there.book_version;
      const stored = isFormer ? await readMark(trx, vid, bookmark_id) : there;
      if (!(await claimEdit(reading, trx, vid, edit, bookmark_id))) return stored ?? added;
      const displaced = isDisplaced(stored, added) ? stored : undefined;
      if (displaced)
        await writeMark(reading, trx, undefined, { ...(await besideOthers(trx, displaced)), sync_key: takeKey() });
      const place = isFormer && stored ? placeOf(stored) : {};
      const merged = displaced
        ? added
        : mergeAdded(stored?.moved_to ? undefined : stored, { ...added, ...place }, edit);
      if (sameMark(stored, merged)) return merged;
      const row = await writeMark(reading, trx, stored, { ...merged, sync_key: takeKey() });
      await askForMove(reading, trx, row);
      return row;
    }),
  );
  return { mark: result, synckey: writeSyncKey(counter, reading.life) };
}

const placeOf = ({ bookmark_id, chapter_uid, range_start, range_end, book_version, cfi }: MarkRow) => ({
  ...{ bookmark_id, chapter_uid, range_start, range_end, book_version, cfi },
});

async function writeMark(reading: Reading, trx: Trx, stored: MarkRow | undefined, row: MarkRow): Promise<MarkRow> {
  await trx
    .insertInto('marks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['vid', 'bookmark_id']).doUpdateSet(row))
    .execute();
  await noteMark(reading, trx, stored, row);
  return row;
}
