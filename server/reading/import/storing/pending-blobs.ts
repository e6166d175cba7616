// Keeps account of blobs that are written before the row that needs them, so that those of imports which never ended
// are removed, and no others.

import type { Blobs } from '../../../base/blobs/blobs.ts';
import type { Reading, Trx } from '../../reading.ts';

/** Before anything is written, or found to be there already, under these keys. */
export async function announceBlobs(reading: Reading, keys: readonly string[]): Promise<void> {
  const created_at = reading.now();
  await reading.database.kysely
    .insertInto('pending_blobs')
    .values(keys.map((blob_key) => ({ blob_key, created_at })))
    .onConflict((conflict) => conflict.column('blob_key').doUpdateSet({ created_at }))
    .execute();
}

/** In the transaction that writes the rows which need them. */
export async function claimBlobs(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('pending_blobs')
    .where('blob_key', 'in', [...keys])
    .execute();
}

/** In the transaction that ceases to need them: they are removed in time, unless something else does. */
export async function abandonBlobs(trx: Trx, keys: readonly string[], now: number): Promise<void> {
  if (keys.length === 0) return;
  await trx
    .insertInto('pending_blobs')
    .values([...new Set(keys)].map((blob_key) => ({ blob_key, created_at: now })))
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .execute();
}

/** Whether a book's file, a cover or something else of a reader's is kept there. */
async function isNeeded(trx: Trx, key: string): Promise<boolean> {
  const file = trx.selectFrom('files').select('blob_key').where('blob_key', '=', key);
  const cover = trx.selectFrom('covers').select('blob_key').where('blob_key', '=', key);
  const object = trx.selectFrom('stored_objects').select('blob_key').where('blob_key', '=', key);
  const pack = trx.selectFrom('prepared_books').select('blob_key').where('blob_key', '=', key);
  const panel = trx.selectFrom('panel_pictures').select('blob_key').where('blob_key', '=', key);
  const all = file.unionAll(cover).unionAll(object).unionAll(pack).unionAll(panel);
  return (await all.executeTakeFirst()) !== undefined;
}

/** In a transaction whose rows keep others from announcing the same key until it ends. */
export async function removeUnlessNeeded(trx: Trx, blobs: Blobs, key: string): Promise<void> {
  if (!(await isNeeded(trx, key))) await blobs.remove(key);
}
