// Edits that clients made, perhaps offline and perhaps sent twice: which were applied, and when the person made them.

import type { Reading, Trx } from './reading.ts';

export interface Edit {
  eventId?: string;
  editTime?: number;
}

/** When the person made the edit; a device whose clock runs ahead must not win over everyone for ever. */
export function editTimeOf(edit: Edit, now: number): number {
  return Math.min(edit.editTime ?? now, now);
}

/**
 * Notes the edit as applied; false when it was before, and then nothing may be changed. Part of the transaction that
 * applies it.
 */
export async function claimEdit(reading: Reading, trx: Trx, vid: string, edit: Edit, target: string): Promise<boolean> {
  if (edit.eventId === undefined) return true;
  const claimed = await trx
    .insertInto('applied_events')
    .values({ vid, event_id: edit.eventId, target, applied_at: reading.now() })
    .onConflict((conflict) => conflict.columns(['vid', 'event_id']).doNothing())
    .executeTakeFirst();
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
