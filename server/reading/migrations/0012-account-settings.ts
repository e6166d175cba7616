// What an account sets and is given: settings by name, features, push tokens of devices, a name of one's own choice;
// wishes for books, dismissed tips, and trials of reference books.

import type { Kysely } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const accountSettings: Migration = {
  name: '0012-account-settings',
  // biome-ignore lint/suspicious/noExplicitAny: a migration works on the schema of its day.
  async up(db: Kysely<any>) {
    await db.schema.alterTable('users').addColumn('v_desc', 'text', text).execute();
    await db.schema.alterTable('users').addColumn('has_own_name', 'integer', whole).execute();
    await db.schema.alterTable('devices').addColumn('dis_hub_token', 'text', text).execute();
    await db.schema.alterTable('devices').addColumn('gap_token', 'text', text).execute();
    await db.schema
      .createTable('account_settings')
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('name', 'text', text)
      .addColumn('value', 'text', text)
      .addColumn('edit_time', 'bigint', whole)
      .addPrimaryKeyConstraint('account_settings_key', ['vid', 'name'])
      .execute();
    await db.schema
      .createTable('features')
      .addColumn('owner', 'text', text)
      .addColumn('name', 'text', text)
      .addColumn('enabled', 'integer', whole)
      .addColumn('value', 'text', text)
      .addPrimaryKeyConstraint('features_key', ['owner', 'name'])
      .execute();
    await createWishes(db);
    await db.schema
      .createTable('reference_access')
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
      .addColumn('access', 'text', text)
      .addColumn('trial_used', 'integer', whole)
      .addColumn('expires_at', 'bigint', whole)
      .addPrimaryKeyConstraint('reference_access_key', ['vid', 'book_id'])
      .execute();
  },
};

async function createWishes(db: Parameters<Migration['up']>[0]): Promise<void> {
  await db.schema
    .createTable('wishes')
    .addColumn('wish_id', 'text', (column) => column.primaryKey())
    .addColumn('match_key', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', text)
    .addColumn('author', 'text', text)
    .addColumn('global_id', 'text', text)
    .addColumn('count', 'integer', whole)
    .addColumn('updated_at', 'bigint', whole)
    .execute();
  await db.schema.createIndex('wishes_by_count').on('wishes').columns(['count', 'updated_at']).execute();
  await db.schema
    .createTable('wishers')
    .addColumn('wish_id', 'text', (column) => column.notNull().references('wishes.wish_id'))
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addPrimaryKeyConstraint('wishers_key', ['wish_id', 'vid'])
    .execute();
  await db.schema.createIndex('wishers_by_reader').on('wishers').column('vid').execute();
}
