// What the operator decides about people: their role and quota; uploads meant for the library; removals of people that are
// under way. And the indexes by which a book is published and a person removed.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const administration: Migration = {
  name: '0013-administration',
  async up(db) {
    await db.schema
      .alterTable('users')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('reader'))
      .execute();
    await db.schema
      .alterTable('users')
      .addColumn('quota', 'bigint', (column) => column.notNull().defaultTo(-1))
      .execute();
    await db.schema.alterTable('uploads').addColumn('to_library', 'integer', whole).execute();
    await db.schema
      .createTable('removals')
      .addColumn('vid', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', text)
      .addColumn('subject', 'text', text)
      .addColumn('begun_at', 'bigint', whole)
      .execute();
    await db.schema.createIndex('shelf_entries_of_item').on('shelf_entries').columns(['item_id', 'kind']).execute();
    await db.schema.createIndex('notebooks_of_book').on('notebooks').column('book_id').execute();
    await db.schema.createIndex('comments_to_reader').on('comments').column('to_vid').execute();
    await db.schema.createIndex('redeemed_codes_of_reader').on('redeemed_codes').column('vid').execute();
    await db.schema.createIndex('store_searches_of_reader').on('store_searches').column('vid').execute();
    await db.schema.createIndex('topic_reviews_of_reader').on('topic_reviews').column('vid').execute();
  },
};
