// Conversions of PDFs into EPUBs: what was asked for, how far it is, and the book that came of it.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const conversions: Migration = {
  name: '0014-conversions',
  async up(db) {
    await db.schema
      .createTable('conversions')
      .addColumn('cbid', 'text', (column) => column.primaryKey())
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
      .addColumn('book_version', 'integer', whole)
      .addColumn('is_text_only', 'integer', whole)
      .addColumn('first_page', 'integer', whole)
      .addColumn('state', 'text', text)
      .addColumn('pages_done', 'integer', whole)
      .addColumn('pages', 'integer', whole)
      .addColumn('result_book_id', 'text', text)
      .addColumn('error_code', 'text', text)
      .addColumn('error_message', 'text', text)
      .addColumn('created_at', 'bigint', whole)
      .addColumn('updated_at', 'bigint', whole)
      .execute();
    await db.schema
      .createIndex('conversions_of_book')
      .on('conversions')
      .columns(['vid', 'book_id', 'created_at'])
      .execute();
    await db.schema.createIndex('conversions_by_state').on('conversions').columns(['vid', 'state']).execute();
    await db.schema.createIndex('conversions_by_age').on('conversions').columns(['state', 'updated_at']).execute();
  },
};
