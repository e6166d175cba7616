// How a table declares itself: its indexes per version of the database, and the step that takes stored rows there.
// Must not know any particular table.

import type { Table } from 'dexie';

export interface TableSchema {
  name: string;
  /** Version of the database → Dexie's index list. A version not named here leaves the table as it was. */
  stores: Readonly<Record<number, string>>;
  /** Version → what happens to the rows that an older version stored. */
  upgrades?: Readonly<Record<number, (table: Table) => Promise<void>>>;
}

/** The newest version that any table names. */
export function latestVersion(tables: readonly TableSchema[]): number {
  return Math.max(...tables.flatMap((table) => Object.keys(table.stores).map(Number)));
}
