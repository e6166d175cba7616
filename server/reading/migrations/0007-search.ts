// Texts of chapters.

import type { Migration } from '../../base/migrations.ts';
import { text, whole } from '../columns.ts';

export const search: Migration = {
  name: '0007-search',
  async up(db) {
    await db.schema
      .createTable('chapter_texts')
      .addColumn('file_sha256', 'text', (column) => column.notNull().references('files.sha256').onDelete('cascade'))
      .addColumn('chapter_uid', 'integer', whole)
      .addColumn('text', 'text', text)
      .addColumn('seams', 'text', text)
      .addPrimaryKeyConstraint('chapter_texts_key', ['file_sha256', 'chapter_uid'])
      .execute();
  },
};
