// Blobs that were, or are being, written without a row that needs them yet.

import type { Migration } from '../../base/database/migrations.ts';
import { whole } from '../columns.ts';

export const pendingBlobs: Migration = {
  name: '0005-pending-blobs',
  async up(db) {
    await db.schema
      .createTable('pending_blobs')
      .addColumn('blob_key', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', whole)
      .execute();
    await db.schema.createIndex('pending_blobs_by_age').on('pending_blobs').column('created_at').execute();
    await db.schema.createIndex('files_by_blob').on('files').column('blob_key').execute();
    await db.schema.createIndex('covers_by_blob').on('covers').column('blob_key').execute();
  },
};
