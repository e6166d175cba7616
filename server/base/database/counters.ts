// The counters of incremental sync: one per owner and collection, raised in the same transaction as the write.
// Must not know what a collection holds.

import { type Kysely, sql, type Transaction } from 'kysely';

/** Part of every database whose tables are synced; see `base-migrations.ts`. */
export interface CounterTable {
  sync_counters: { owner: string; collection: string; value: number };
}

/**
 * The next number of the collection, from 1. The counter's row stays locked until the transaction ends, so that
 * another writer's larger number cannot become visible first: whoever read up to n has seen all up to n.
 */
export async function nextSyncKey<T>(trx: Transaction<T>, owner: string, collection: string): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into sync_counters (owner, collection, value) values (${owner}, ${collection}, 1)
    on conflict (owner, collection) do update set value = sync_counters.value + 1
    returning value`.execute(trx);
  return (rows[0] as { value: number }).value;
}

/** The collection's number now; 0 when nothing was ever written. */
export async function currentSyncKey<T>(
  kysely: Kysely<T> | Transaction<T>,
  owner: string,
  collection: string,
): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select value from sync_counters where owner = ${owner} and collection = ${collection}`.execute(kysely);
  return rows[0]?.value ?? 0;
}
