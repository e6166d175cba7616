// What the external platform was allowed to share with this service, as the newest sign-in or question showed.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const externalScope: Migration = {
  name: '0015-external-scope',
  async up(db) {
    await db.schema.alterTable('users').addColumn('ext_scope', 'text', text).execute();
    await db.schema.alterTable('users').addColumn('ext_granted_at', 'bigint', whole).execute();
    await db.schema.alterTable('users').addColumn('ext_expires_at', 'bigint', whole).execute();
    await db.schema.alterTable('users').addColumn('ext_revoked_at', 'bigint', whole).execute();
  },
};
