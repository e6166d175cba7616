// Changes how one reader stands to another, and tells both sides' lists. The only writer of `relations`.

import { nextSyncKey } from '../../base/database/counters.ts';
import type { Db, Trx } from '../reading.ts';
import { touchReactions } from '../reviews/touch-reactions.ts';
import type { RelationRow } from '../schema/relations.ts';
import { sightCollection } from './visibility.ts';

export type RelationChange = Partial<Omit<RelationRow, 'vid' | 'other_vid'>>;

/** The row as it is now; one of all zeros where nothing was ever done. */
export async function readRelation(db: Db | Trx, vid: string, otherVid: string): Promise<RelationRow> {
  const row = await db
    .selectFrom('relations')
    .selectAll()
    .where('vid', '=', vid)
    .where('other_vid', '=', otherVid)
    .executeTakeFirst();
  return row ?? noRelation(vid, otherVid);
}

/** Answers the changed row. Both readers' counters are raised, in the order of their vids, so that two at once wait. */
export async function changeRelation(
  trx: Trx,
  vid: string,
  otherVid: string,
  change: RelationChange,
): Promise<RelationRow> {
  const both = [vid, otherVid].sort() as [string, string];
  for (const owner of both) await nextSyncKey(trx, owner, sightCollection);
  const row = { ...(await readRelation(trx, vid, otherVid)), ...change };
  await trx
    .insertInto('relations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['vid', 'other_vid']).doUpdateSet(row))
    .execute();
  await touchReactions(trx, both[0], both[1]);
  await touchReactions(trx, both[1], both[0]);
  return row;
}

/** Blocking ends what stood between the two, on both sides. */
export async function block(trx: Trx, vid: string, otherVid: string, now: number): Promise<void> {
  const ended = { follow_state: 'none', followed_at: 0, is_subscribed: 0 } as const;
  await changeRelation(trx, otherVid, vid, ended);
  await changeRelation(trx, vid, otherVid, { ...ended, is_blocking: 1, blocked_at: now });
}

function noRelation(vid: string, otherVid: string): RelationRow {
  return {
    vid,
    other_vid: otherVid,
    follow_state: 'none',
    followed_at: 0,
    is_subscribed: 0,
    is_blocking: 0,
    blocked_at: 0,
    is_hiding: 0,
    hidden_at: 0,
  };
}
