// Writes a review under its author's counter, together with all that follows from it: its place in everyone's lists,
// the author's notes, the book's rating. The only writer of `reviews`.

import { AppError } from '../../../api/errors.ts';
import { nextSyncKey } from '../../base/database/counters.ts';
import { claimEdit, type Edit } from '../edits.ts';
import { type Counts, changeNote } from '../notes/note-rows.ts';
import type { Reading, Trx } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { withSyncKeys, writeSyncKey } from '../sync-key.ts';
import { rateByReviews } from './ratings.ts';
import { rankOf } from './review-rows.ts';

export const reviewCollection = 'reviews';
/** Owner of the counter of all readers' lists. */
export const everyone = '';

/** One review under its author's lock. */
export interface ReviewChange {
  trx: Trx;
  stored: ReviewRow | undefined;
  now: number;
  /** Stores the row and what follows from it; the same row changes nothing. Answers it as stored. */
  store(row: ReviewRow): Promise<ReviewRow>;
}

/** Runs `work` with the review locked against every other change of it. */
export async function changeReview<R>(
  reading: Reading,
  { vid, review_id }: Pick<ReviewRow, 'vid' | 'review_id'>,
  work: (change: ReviewChange) => Promise<R>,
): Promise<{ result: R; synckey: number }> {
  const now = reading.now();
  const { counter, result } = await reading.database.transaction((trx) =>
    withSyncKeys(trx, vid, reviewCollection, async (takeKey) => {
      let stored = await trx
        .selectFrom('reviews')
        .selectAll()
        .where('review_id', '=', review_id)
        .where('vid', '=', vid)
        .executeTakeFirst();
      const store = async (row: ReviewRow) => {
        if (stored && sameRow(stored, row)) return stored;
        const kept = await storeReview(trx, stored, row, takeKey, now);
        stored = kept;
        return kept;
      };
      return work({ trx, stored, now, store });
    }),
  );
  return { result, synckey: writeSyncKey(counter, reading.life) };
}

/** Merges one edit of the author's; one that came before changes nothing. */
export async function editReview(
  reading: Reading,
  key: Pick<ReviewRow, 'vid' | 'review_id'>,
  edit: Edit,
  merge: (stored: ReviewRow | undefined, trx: Trx) => Promise<ReviewRow>,
): Promise<{ row: ReviewRow; synckey: number }> {
  const { result, synckey } = await changeReview(reading, key, async ({ trx, stored, store }) => {
    if (await claimEdit(reading, trx, key.vid, edit, key.review_id)) return store(await merge(stored, trx));
    if (stored) return stored;
    // The event made a review under another id, which the device did not hear of.
    const { target } = await trx
      .selectFrom('applied_events')
      .select('target')
      .where('vid', '=', key.vid)
      .where('event_id', '=', edit.eventId as string)
      .executeTakeFirstOrThrow();
    const known = await trx
      .selectFrom('reviews')
      .selectAll()
      .where('review_id', '=', target)
      .where('vid', '=', key.vid)
      .executeTakeFirst();
    if (!known) throw new AppError('bad_argument', undefined, { eventId: 'was used for another edit' });
    return known;
  });
  return { row: result, synckey };
}

async function storeReview(
  trx: Trx,
  stored: ReviewRow | undefined,
  given: ReviewRow,
  takeKey: () => number,
  now: number,
): Promise<ReviewRow> {
  const sync_key = takeKey();
  await changeNote(trx, noteOf(stored, given), now);
  const public_key = await nextSyncKey(trx, everyone, reviewCollection);
  const placed = { ...given, sync_key, public_key, number: stored?.number || public_key };
  const row = { ...placed, rank: rankOf(placed), was_shared: given.was_shared || 1 - given.is_private };
  await trx
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet(row))
    .execute();
  if (row.book_id !== '' && (row.star > 0 || (stored?.star ?? 0) > 0)) await rateByReviews(trx, row.vid, row.book_id);
  return row;
}

function noteOf(stored: ReviewRow | undefined, row: ReviewRow) {
  return {
    vid: row.vid,
    kind: 'review' as const,
    note_id: row.review_id,
    book_id: row.book_id,
    counts_as: 'review' as const,
    createTime: row.create_time,
    before: stored && countsOf(stored),
    after: countsOf(row),
  };
}

function countsOf(row: ReviewRow): Counts | undefined {
  if (row.removed_at !== 0) return undefined;
  return { review_count: 1, review_like_count: row.likes_count, review_comment_count: row.comments_count };
}

function sameRow(a: ReviewRow, b: ReviewRow): boolean {
  return (Object.keys(b) as (keyof ReviewRow)[]).every((name) => a[name] === b[name]);
}
