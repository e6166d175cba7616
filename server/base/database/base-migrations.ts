// The tables of the base itself: sync counters and jobs. Apply this set before those that build on it.

import { sql } from 'kysely';
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
    {
      name: '002-jobs',
      async up(db, dialect) {
        // On PostgreSQL pg-boss keeps the jobs in tables of its own.
        if (dialect !== 'sqlite') return;
        await sql`
          create table jobs (
            id text primary key, kind text not null, data text not null, unique_key text,
            state text not null check (state in ('waiting', 'running', 'failed')),
            attempt integer not null, run_at integer not null, lease_until integer, worker text, error text
          ) strict, without rowid`.execute(db);
        await sql`create index jobs_due on jobs (state, kind, run_at, id)`.execute(db);
        await sql`
          create unique index jobs_unique on jobs (kind, unique_key)
          where state <> 'failed' and unique_key is not null`.execute(db);
      },
    },
  ],
};
