// Texts of chapters, and the full text index over them.

import type { Migration } from '../../base/database/migrations.ts';
import { TextIndex } from '../../base/search/text-index.ts';
import { text, whole } from '../columns.ts';
import { chapterTerms } from '../search/chapter-index.ts';

export const search: Migration = {
  name: '0007-search',
  async up(db, dialect) {
    await db.schema
      .createTable('chapter_texts')
      .addColumn('file_sha256', 'text', (column) => column.notNull().references('files.sha256').onDelete('cascade'))
      .addColumn('chapter_uid', 'integer', whole)
      .addColumn('text', 'text', text)
      .addColumn('seams', 'text', text)
      .addPrimaryKeyConstraint('chapter_texts_key', ['file_sha256', 'chapter_uid'])
      .execute();
    await db.schema
      .createTable('search_files')
      .addColumn('file_no', 'bigint', (column) => column.primaryKey())
      .addColumn('file_sha256', 'text', text)
      .addColumn('is_ready', 'integer', whole)
      .addColumn('made_with', 'integer', whole)
      .addColumn('created_at', 'bigint', whole)
      .execute();
    await db.schema.createIndex('search_files_of_file').on('search_files').column('file_sha256').execute();
    await db.schema
      .createTable('search_parts')
      .addColumn('doc_id', 'bigint', (column) => column.primaryKey())
      .addColumn('chapter_uid', 'integer', whole)
      .execute();
    await new TextIndex(dialect, chapterTerms).create(db);
  },
};
