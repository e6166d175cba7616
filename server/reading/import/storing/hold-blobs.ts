// Keeps blobs that nothing names any more in their place for a while, so that a backup finds every blob which the rows of
// its moment name, whatever is deleted meanwhile. In the database, because another program may be the one that purges.

import { setInterval } from 'node:timers';
import type { Kysely } from 'kysely';
import type { Db, Reading, Tables, Trx } from '../../reading.ts';

const name = 'blobs_held_until';
/** Seconds; one that was cut off keeps nothing for longer. */
const lease = 600;

export async function areBlobsHeld(db: Db | Trx, now: number): Promise<boolean> {
  const held = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return Number(held?.value ?? 0) > now;
}

/** Runs `work` while nothing is purged. */
export async function holdBlobs<R>(reading: Reading, work: () => Promise<R>): Promise<R> {
  await holdUntil(reading, reading.now() + lease);
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(
    () => {
      // A lease that cannot be renewed now may be the next time; the backup says in the end what it did not find.
      renewing = holdUntil(reading, reading.now() + lease).catch(() => undefined);
    },
    (lease / 4) * 1000,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewing;
    await releaseBlobs(reading.database.kysely);
  }
}

/** Also of a restored backup, which was made while they were held. */
export async function releaseBlobs(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('facts').where('name', '=', name).execute();
}

async function holdUntil({ database }: Reading, time: number): Promise<void> {
  const value = String(time);
  await database.kysely
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
