// The tables of the base itself: sync counters and jobs. Apply this set before those that build on it.

import type { MigrationSet } from './migrations.ts';

export const baseMigrations: MigrationSet = {
  name: 'base',
  migrations: [
    {
      name: '001-sync-counters',
      async up(db) {
        await db.schema
          .createTable('sync_counters')
          .addColumn('owner', 'text', (column) => column.notNull())
          .addColumn('collection', 'text', (column) => column.notNull())
          .addColumn('value', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('sync_counters_key', ['owner', 'collection'])
          .execute();
      },
    },
  ],
};
