// Up to which key tombstones of a list were deleted. Whoever deletes tombstones raises the floor in the same transaction.

import type { Trx } from './reading.ts';

/** Copies older than the newest tombstone that is gone have to start over. */
export async function raiseFloor(trx: Trx, owner: string, collection: string, keys: number[]): Promise<void> {
  if (keys.length === 0) return;
  const floor = keys.reduce((highest, key) => Math.max(highest, key), 0);
  await trx
    .insertInto('sync_floors')
    .values({ owner, collection, floor, purges: 1 })
    .onConflict((conflict) =>
      conflict.columns(['owner', 'collection']).doUpdateSet((row) => ({
        floor: row.case().when('sync_floors.floor', '<', floor).then(floor).else(row.ref('sync_floors.floor')).end(),
        purges: row('sync_floors.purges', '+', 1),
      })),
    )
    .execute();
}
