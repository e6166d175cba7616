// Where readers first came upon books.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const discoveries: Migration = {
  name: '0019-discoveries',
  async up(db) {
    await db.schema
      .createTable('discoveries')
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('book_id', 'text', text)
      .addColumn('source', 'text', text)
      .addColumn('found_at', 'bigint', whole)
      .addPrimaryKeyConstraint('discoveries_key', ['vid', 'book_id'])
      .execute();
    await db.schema.createIndex('discoveries_of_book').on('discoveries').column('book_id').execute();
  },
};
