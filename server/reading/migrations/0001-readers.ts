// Readers, their devices, sessions and tokens, and the signed requests seen.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const readers: Migration = {
  name: '0001-readers',
  async up(db) {
    await db.schema
      .createTable('facts')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', text)
      .execute();
    await db.schema
      .createTable('users')
      .addColumn('vid', 'text', (column) => column.primaryKey())
      .addColumn('issuer', 'text', text)
      .addColumn('subject', 'text', text)
      .addColumn('name', 'text', text)
      .addColumn('avatar', 'text', text)
      .addColumn('signature', 'text', text)
      .addColumn('first_login_at', 'bigint', whole)
      .addColumn('shelf_books', 'integer', whole)
      .addColumn('shelf_albums', 'integer', whole)
      .addColumn('created_at', 'bigint', whole)
      .addUniqueConstraint('users_identity', ['issuer', 'subject'])
      .execute();
    await db.schema
      .createTable('devices')
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('device_id', 'text', text)
      .addColumn('device_name', 'text', text)
      .addColumn('device_type', 'text', text)
      .addColumn('created_at', 'bigint', whole)
      .addColumn('last_seen_at', 'bigint', whole)
      .addColumn('diagnostics', 'text', text)
      .addPrimaryKeyConstraint('devices_key', ['vid', 'device_id'])
      .execute();
    await createSessions(db);
  },
};

async function createSessions(db: Parameters<Migration['up']>[0]): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('device_id', 'text', text)
    .addColumn('device_type', 'text', text)
    .addColumn('sign_key', 'text', text)
    .addColumn('is_auto_logout', 'integer', whole)
    .addColumn('generation', 'integer', whole)
    .addColumn('confirmed_generation', 'integer', whole)
    .addColumn('created_at', 'bigint', whole)
    .addColumn('last_used_at', 'bigint', whole)
    .addColumn('ended_at', 'bigint', whole)
    .addColumn('end_reason', 'text', text)
    .execute();
  await db.schema.createIndex('sessions_of_reader').on('sessions').columns(['vid', 'ended_at']).execute();
  await db.schema
    .createTable('tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.session_id').onDelete('cascade'))
    .addColumn('kind', 'text', text)
    .addColumn('generation', 'integer', whole)
    .addColumn('expires_at', 'bigint', whole)
    .addColumn('used_random', 'text', text)
    .addColumn('sealed_reply', 'text', text)
    .execute();
  await db.schema.createIndex('tokens_of_session').on('tokens').columns(['session_id', 'generation']).execute();
  await db.schema.createIndex('tokens_by_expiry').on('tokens').column('expires_at').execute();
  await db.schema
    .createTable('seen_randoms')
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.session_id').onDelete('cascade'))
    .addColumn('random', 'text', text)
    .addColumn('expires_at', 'bigint', whole)
    .addPrimaryKeyConstraint('seen_randoms_key', ['session_id', 'random'])
    .execute();
  await db.schema.createIndex('seen_randoms_by_expiry').on('seen_randoms').column('expires_at').execute();
  await db.schema
    .createTable('redeemed_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('device_id', 'text', text)
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('expires_at', 'bigint', whole)
    .execute();
  await db.schema.createIndex('redeemed_codes_by_expiry').on('redeemed_codes').column('expires_at').execute();
}
