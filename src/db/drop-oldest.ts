// Keeps a table that can be filled anew from growing without end: what was used longest ago goes first.

import type { Table } from 'dexie';

/** `index`: ascending from the oldest. `kept`: rows that may stay. Inside the transaction that added some. */
export async function dropOldest<R, K>(table: Table<R, K>, index: string, kept: number): Promise<void> {
  const over = (await table.count()) - kept;
  if (over > 0) await table.orderBy(index).limit(over).delete();
}
