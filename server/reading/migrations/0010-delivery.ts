// What was prepared for delivery: parts of books, and pictures for panels.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

type Db = Parameters<Migration['up']>[0];

export const delivery: Migration = {
  name: '0010-delivery',
  async up(db) {
    await db.schema
      .createTable('prepared_books')
      .addColumn('epub_sha256', 'text', (column) => column.primaryKey())
      .addColumn('made_with', 'integer', whole)
      .addColumn('blob_key', 'text', text)
      .addColumn('pack_sha256', 'text', text)
      .addColumn('pack_size', 'bigint', whole)
      .addColumn('error_code', 'text', text)
      .addColumn('error_message', 'text', text)
      .addColumn('made_at', 'bigint', whole)
      .execute();
    await db.schema.createIndex('prepared_books_by_blob').on('prepared_books').column('blob_key').execute();
    await createParts(db);
    await createPanelPictures(db);
  },
};

async function createParts(db: Db): Promise<void> {
  await db.schema
    .createTable('prepared_parts')
    .addColumn('epub_sha256', 'text', (column) =>
      column.notNull().references('prepared_books.epub_sha256').onDelete('cascade'),
    )
    .addColumn('path', 'text', text)
    .addColumn('media_type', 'text', text)
    .addColumn('size', 'bigint', whole)
    .addColumn('sha256', 'text', text)
    .addColumn('crc32', 'bigint', whole)
    .addColumn('in_pack', 'integer', whole)
    .addColumn('method', 'integer', whole)
    .addColumn('start', 'bigint', whole)
    .addColumn('packed_size', 'bigint', whole)
    .addColumn('zstd_start', 'bigint', whole)
    .addColumn('zstd_size', 'bigint', whole)
    .addColumn('needs', 'text', text)
    .addPrimaryKeyConstraint('prepared_parts_key', ['epub_sha256', 'path'])
    .execute();
}

async function createPanelPictures(db: Db): Promise<void> {
  await db.schema
    .createTable('panel_pictures')
    .addColumn('epub_sha256', 'text', text)
    .addColumn('path', 'text', text)
    .addColumn('width', 'integer', whole)
    .addColumn('height', 'integer', whole)
    .addColumn('greys', 'integer', whole)
    .addColumn('made_with', 'integer', whole)
    .addColumn('blob_key', 'text', text)
    .addColumn('sha256', 'text', text)
    .addColumn('size', 'bigint', whole)
    .addColumn('made_at', 'bigint', whole)
    .addPrimaryKeyConstraint('panel_pictures_key', ['epub_sha256', 'path', 'width', 'height', 'greys'])
    .execute();
  await db.schema.createIndex('panel_pictures_by_blob').on('panel_pictures').column('blob_key').execute();
}
