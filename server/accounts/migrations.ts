// The schema of accounts, one step after the other; a step that was released never changes.

import type { Kysely } from 'kysely';
import type { Migration, MigrationSet } from '../base/database/migrations.ts';

const first: Migration = {
  name: '0001 users, attempts, secrets',
  // biome-ignore lint/suspicious/noExplicitAny: a step works on tables that no current type describes
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('account_user')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('name', 'varchar(255)', (column) => column.notNull())
      .addColumn('name_key', 'varchar(255)', (column) => column.notNull().unique())
      .addColumn('display_name', 'varchar(255)', (column) => column.notNull())
      .addColumn('password', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('password_changed_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('account_attempt')
      .addColumn('key', 'varchar(128)', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addColumn('blocked_until', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('account_attempt_last').on('account_attempt').column('last_at').execute();
    await db.schema
      .createTable('account_secret')
      .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};

const invites: Migration = {
  name: '0002 invites',
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('account_invite')
      .addColumn('id', 'varchar(32)', (column) => column.primaryKey())
      .addColumn('code_hash', 'varchar(64)', (column) => column.notNull().unique())
      .addColumn('role', 'varchar(32)', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('uses_left', 'integer', (column) => column.notNull())
      .addColumn('uses_made', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('account_invite_by_age').on('account_invite').columns(['created_at', 'id']).execute();
  },
};

export const accountMigrations: MigrationSet = { name: 'accounts', migrations: [first, invites] };
