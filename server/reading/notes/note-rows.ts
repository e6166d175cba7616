// Keeps what follows from a reader's marks and reviews: one list of all notes, and counts by book. Called by whatever
// writes a note, in its transaction.

import type { Trx } from '../reading.ts';
import type { NotebookRow, NoteRow } from '../schema/notes.ts';
import { withSyncKeys } from '../sync-key.ts';

export const notesCollection = 'notes';

/** What a note adds to the counts of its book while it is there. */
export type Counts = Partial<Omit<NotebookRow, 'vid' | 'book_id' | 'sync_key' | 'newest_at' | 'emptied_at'>>;

export interface NoteChange extends Pick<NoteRow, 'vid' | 'kind' | 'note_id' | 'book_id' | 'counts_as'> {
  createTime: number;
  /** Undefined while it is not there. */
  before: Counts | undefined;
  after: Counts | undefined;
}

const countNames = [
  'review_count',
  'review_like_count',
  'review_comment_count',
  'note_count',
  'bookmark_count',
] as const;
/** Ends apart what was made in the same second. */
const placesPerSecond = 524_288;
/** Seconds up to which places are safe integers. */
const lastSecond = 2 ** 34 - 1;

/** Newest largest. */
export function placeOf(createTime: number, number: number): number {
  return Math.min(createTime, lastSecond) * placesPerSecond + (number % placesPerSecond);
}

/** The book's row is touched by every change, so that who keeps copies of marks reads those of changed books only. */
export async function changeNote(trx: Trx, change: NoteChange, now: number): Promise<void> {
  const { vid, kind, note_id, book_id, counts_as, before, after } = change;
  if (!before && !after) return;
  await withSyncKeys(trx, vid, notesCollection, async (takeKey) => {
    const sync_key = takeKey();
    const place = placeOf(change.createTime, sync_key);
    const removed_at = after ? 0 : now;
    await trx
      .insertInto('notes')
      .values({ vid, kind, note_id, book_id, sync_key, place, counts_as, removed_at })
      .onConflict((conflict) =>
        conflict
          .columns(['vid', 'kind', 'note_id'])
          .doUpdateSet({ sync_key, removed_at, ...(before ? {} : { place }) }),
      )
      .execute();
    const differences = countNames.map((name) => [name, (after?.[name] ?? 0) - (before?.[name] ?? 0)] as const);
    await changeNotebook(trx, vid, book_id, new Map(differences), takeKey(), now);
  });
}

async function changeNotebook(
  trx: Trx,
  vid: string,
  bookId: string,
  differences: Map<(typeof countNames)[number], number>,
  syncKey: number,
  now: number,
): Promise<void> {
  const stored = await trx
    .selectFrom('notebooks')
    .selectAll()
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  const newest = await trx
    .selectFrom('notes')
    .select('place')
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .where('removed_at', '=', 0)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  const count = (name: (typeof countNames)[number]) => (stored?.[name] ?? 0) + (differences.get(name) ?? 0);
  const row: NotebookRow = {
    vid,
    book_id: bookId,
    sync_key: syncKey,
    review_count: count('review_count'),
    review_like_count: count('review_like_count'),
    review_comment_count: count('review_comment_count'),
    note_count: count('note_count'),
    bookmark_count: count('bookmark_count'),
    newest_at: newest ? Math.floor(newest.place / placesPerSecond) : 0,
    emptied_at: newest ? 0 : now,
  };
  await trx
    .insertInto('notebooks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['vid', 'book_id']).doUpdateSet(row))
    .execute();
}
