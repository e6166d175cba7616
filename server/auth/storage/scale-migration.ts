// The schema step that keeps the cost of a token flat however many are stored: indexes leave out the rows that have
// nothing in their column, and every consent says when it may have become superfluous.

import { type Kysely, sql } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';

/** A machine's token has neither grant nor person, and is now in three indexes instead of seven. */
const narrowIndexes = [
  { name: 'oauth_record_grant', columns: ['grant_id', 'kind'] },
  { name: 'oauth_record_uid', columns: ['uid', 'kind'] },
  { name: 'oauth_record_user_code', columns: ['user_code'] },
  { name: 'oauth_record_subject', columns: ['subject', 'kind'] },
] as const;

export const scale: Migration = {
  name: '0006 narrow indexes of records, and when to look at a consent again',
  // biome-ignore lint/suspicious/noExplicitAny: migrations run before any table type is true
  async up(db: Kysely<any>) {
    for (const { name, columns } of narrowIndexes) {
      await db.schema.dropIndex(name).execute();
      await db.schema
        .createIndex(name)
        .on('oauth_record')
        .columns([...columns])
        .where(sql.ref(columns[0]), 'is not', null)
        .execute();
    }
    await db.schema
      .alterTable('oauth_consent')
      .addColumn('look_at', 'bigint', (column) => column.defaultTo(0))
      .execute();
    await db.schema
      .createIndex('oauth_consent_look_at')
      .on('oauth_consent')
      .columns(['look_at', 'grant_id'])
      .where(sql.ref('look_at'), 'is not', null)
      .execute();
  },
};
