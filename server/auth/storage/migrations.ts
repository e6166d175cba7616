// The authorization server's schema, one step after the other; a step that was released never changes.

import type { Kysely } from 'kysely';
import type { Migration, MigrationSet } from '../../base/database/migrations.ts';
import { scale } from './scale-migration.ts';

const first: Migration = {
  name: '0001 records, clients, keys, requests, consents',
  // biome-ignore lint/suspicious/noExplicitAny: migrations run before any table type is true
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('oauth_record')
      .addColumn('kind', 'varchar(48)', (column) => column.notNull())
      .addColumn('id', 'varchar(128)', (column) => column.notNull())
      .addColumn('grant_id', 'varchar(64)')
      .addColumn('uid', 'varchar(64)')
      .addColumn('user_code', 'varchar(32)')
      .addColumn('client_id', 'varchar(255)')
      .addColumn('subject', 'varchar(255)')
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('consumed_at', 'bigint')
      .addColumn('polled_at', 'bigint')
      .addColumn('poll_interval', 'integer')
      .addPrimaryKeyConstraint('oauth_record_pk', ['kind', 'id'])
      .execute();
    await db.schema.createIndex('oauth_record_grant').on('oauth_record').columns(['grant_id', 'kind']).execute();
    await db.schema.createIndex('oauth_record_uid').on('oauth_record').columns(['uid', 'kind']).execute();
    await db.schema.createIndex('oauth_record_user_code').on('oauth_record').column('user_code').execute();
    await db.schema.createIndex('oauth_record_subject').on('oauth_record').columns(['subject', 'kind']).execute();
    await db.schema.createIndex('oauth_record_client').on('oauth_record').column('client_id').execute();
    await db.schema.createIndex('oauth_record_expires').on('oauth_record').column('expires_at').execute();
    await db.schema
      .createTable('oauth_client')
      .addColumn('client_id', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await createKeysAndRequests(db);
  },
};

// biome-ignore lint/suspicious/noExplicitAny: migrations run before any table type is true
async function createKeysAndRequests(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('oauth_key')
    .addColumn('set_name', 'varchar(255)', (column) => column.notNull())
    .addColumn('kid', 'varchar(255)', (column) => column.notNull())
    .addColumn('alg', 'varchar(16)', (column) => column.notNull())
    .addColumn('key_use', 'varchar(8)', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('oauth_key_pk', ['set_name', 'kid'])
    .execute();
  await db.schema
    .createTable('oauth_request')
    .addColumn('challenge', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('kind', 'varchar(16)', (column) => column.notNull())
    .addColumn('client_id', 'varchar(255)')
    .addColumn('subject', 'varchar(255)')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('verifier', 'varchar(64)')
    .addColumn('form_secret', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema.createIndex('oauth_request_verifier').on('oauth_request').column('verifier').execute();
  await db.schema.createIndex('oauth_request_expires').on('oauth_request').column('expires_at').execute();
  await db.schema
    .createTable('oauth_consent')
    .addColumn('grant_id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('subject', 'varchar(255)', (column) => column.notNull())
    .addColumn('client_id', 'varchar(255)', (column) => column.notNull())
    .addColumn('challenge', 'varchar(64)', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('remember', 'integer', (column) => column.notNull())
    .addColumn('remember_until', 'bigint')
    .addColumn('granted_at', 'bigint', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('oauth_consent_subject')
    .on('oauth_consent')
    .columns(['subject', 'client_id', 'granted_at'])
    .execute();
}

const logoutsAndRegistrations: Migration = {
  name: '0003 logout deliveries, sessions of consents, registrations',
  // biome-ignore lint/suspicious/noExplicitAny: migrations run before any table type is true
  async up(db: Kysely<any>) {
    await db.schema.alterTable('oauth_consent').addColumn('session_id', 'varchar(64)').execute();
    await db.schema.createIndex('oauth_consent_session').on('oauth_consent').columns(['session_id']).execute();
    await db.schema
      .createTable('oauth_logout_delivery')
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('client_id', 'varchar(255)', (column) => column.notNull())
      .addColumn('subject', 'varchar(255)', (column) => column.notNull())
      .addColumn('sid', 'varchar(64)', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('oauth_logout_delivery_next')
      .on('oauth_logout_delivery')
      .columns(['next_attempt_at', 'id'])
      .execute();
    await db.schema
      .createTable('oauth_registration')
      .addColumn('client_id', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('token_hash', 'varchar(64)', (column) => column.notNull())
      .addColumn('former_token_hash', 'varchar(64)')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

const subjectIdentifiers: Migration = {
  name: '0004 subject identifiers that the login provider set',
  // biome-ignore lint/suspicious/noExplicitAny: migrations run before any table type is true
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('oauth_subject_identifier')
      .addColumn('client_id', 'varchar(255)', (column) => column.notNull())
      .addColumn('subject', 'varchar(255)', (column) => column.notNull())
      .addColumn('identifier', 'varchar(255)', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauth_subject_identifier_pk', ['client_id', 'subject'])
      .execute();
  },
};

const clientIndexes: Migration = {
  name: '0005 consents and requests are found by client',
  // biome-ignore lint/suspicious/noExplicitAny: migrations run before any table type is true
  async up(db: Kysely<any>) {
    await db.schema.createIndex('oauth_consent_client').on('oauth_consent').column('client_id').execute();
    await db.schema.createIndex('oauth_request_client').on('oauth_request').column('client_id').execute();
  },
};

export const authMigrations: MigrationSet = {
  name: 'authsrv',
  migrations: [first, logoutsAndRegistrations, subjectIdentifiers, clientIndexes, scale],
};
