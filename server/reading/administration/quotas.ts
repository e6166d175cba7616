// How much a reader may keep here, and whether there is room for more.

import { AppError } from '../../../api/errors.ts';
import { writeByteSize } from '../../base/config/byte-size.ts';
import { type StoredBytes, storedBytes } from '../import/storing/stored-bytes.ts';
import type { Db, Reading, Trx } from '../reading.ts';

/** In the column: as for everyone. */
export const quotaOfEveryone = -1;

export interface QuotaState {
  /** 0 without limit. */
  quota: number;
  isOwn: boolean;
  used: StoredBytes;
}

export async function quotaState(reading: Reading, db: Db | Trx, vid: string): Promise<QuotaState> {
  const row = await db.selectFrom('users').select('quota').where('vid', '=', vid).executeTakeFirstOrThrow();
  const own = Number(row.quota);
  const isOwn = own !== quotaOfEveryone;
  return { quota: isOwn ? own : reading.quota, isOwn, used: await storedBytes(db, vid, reading.now()) };
}

export async function setQuota(db: Db | Trx, vid: string, quota: number): Promise<void> {
  await db.updateTable('users').set({ quota }).where('vid', '=', vid).execute();
}

/** Before `bytes` more are taken in. @throws AppError quota_exceeded */
export async function refuseWithoutRoom(reading: Reading, vid: string, bytes: number): Promise<void> {
  const state = await quotaState(reading, reading.database.kysely, vid);
  refuseAbove(state, state.used.total, bytes);
}

/**
 * In the transaction that has stored more: what is too much is not stored. Other uploads that are only reserved do not
 * count, or two of them could keep each other out. @throws AppError quota_exceeded
 */
export async function refuseOverQuota(reading: Reading, trx: Trx, vid: string): Promise<void> {
  // Locked, so that two imports at once are measured one after the other.
  await trx
    .updateTable('users')
    .set((row) => ({ quota: row.ref('quota') }))
    .where('vid', '=', vid)
    .execute();
  const state = await quotaState(reading, trx, vid);
  refuseAbove(state, state.used.total - state.used.uploads, 0);
}

function refuseAbove({ quota }: QuotaState, used: number, bytes: number): void {
  if (quota === 0 || used + bytes <= quota) return;
  const sentence =
    bytes > 0
      ? `${writeByteSize(used)} of ${writeByteSize(quota)} are used, and this needs ${writeByteSize(bytes)} more.`
      : `This would take up ${writeByteSize(used)} of ${writeByteSize(quota)}.`;
  throw new AppError('quota_exceeded', `${sentence} Remove something, or ask for a larger quota.`, {
    quota,
    used,
    bytes,
  });
}
