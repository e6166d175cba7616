// What follows for a reader's own list of reviews when they and someone else stand to each other in another way: reactions
// of that person show, do not show any more, or say another thing of them. Part of the transaction that changes it.

import { type SqlBool, sql } from 'kysely';
import { nextSyncKey } from '../../base/database/counters.ts';
import { notesCollection } from '../notes/note-rows.ts';
import type { Trx } from '../reading.ts';
import { withSyncKeys } from '../sync-key.ts';
import { reviewCollection } from './store-review.ts';

const rowsAtOnce = 200;

/** Gives the reader's reviews in which the person appears keys of their own, so that copies are told. */
export async function touchReactions(trx: Trx, vid: string, person: string): Promise<void> {
  const appears = sql<SqlBool>`(r.vid = ${vid} and r.removed_at = 0 and (r.at_vids like ${`%"${person}"%`}
    or exists (select 1 from review_likes l where l.review_id = r.review_id and l.vid = ${person})
    or exists (select 1 from comments c where c.subject_kind = 'review' and c.subject_id = r.review_id
      and (c.vid = ${person} or c.to_vid = ${person}))))`;
  const some = await sql`select 1 from reviews r where ${appears} limit 1`.execute(trx);
  if (some.rows.length === 0) return;
  const first = await nextSyncKey(trx, vid, reviewCollection);
  const { rows } = await sql<{ review_id: string }>`
    update reviews set sync_key = ${first} + placed.place from (
      select review_id, row_number() over (order by number) as place from reviews r where ${appears}
    ) as placed where placed.review_id = reviews.review_id
    returning reviews.review_id`.execute(trx);
  await sql`update sync_counters set value = ${first + rows.length}
    where owner = ${vid} and collection = ${reviewCollection}`.execute(trx);
  await touchNotes(
    trx,
    vid,
    rows.map((row) => row.review_id),
  );
}

/** The list of all notes shows them too. */
async function touchNotes(trx: Trx, vid: string, reviewIds: readonly string[]): Promise<void> {
  await withSyncKeys(trx, vid, notesCollection, async (takeKey) => {
    for (let at = 0; at < reviewIds.length; at += rowsAtOnce) {
      const some = reviewIds.slice(at, at + rowsAtOnce);
      const keys = sql.join(
        some.map((id) => sql`when ${id} then ${sql.lit(takeKey())}`),
        sql` `,
      );
      await sql`update notes set sync_key = case note_id ${keys} end
        where vid = ${vid} and kind = 'review' and note_id in (${sql.join(some)})`.execute(trx);
    }
  });
}
