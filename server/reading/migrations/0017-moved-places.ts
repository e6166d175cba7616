// To which version the places in a book were moved, so that what a lost job left is found; all reading of a reader in one
// number; an index of what readers keep private. And a number goes that nothing read: finishers are counted by their marks.

import { sql } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';
import { whole } from '../columns.ts';

export const movedPlaces: Migration = {
  name: '0017-moved-places',
  async up(db) {
    await db.schema
      .createTable('moved_places')
      .addColumn('book_id', 'text', (column) => column.primaryKey())
      .addColumn('version', 'integer', whole)
      .execute();
    await db.schema
      .createIndex('books_with_versions')
      .on('books')
      .columns(['book_id', 'version'])
      .where(sql<boolean>`version > 1`)
      .execute();
    await db.schema
      .createTable('reading_totals')
      .addColumn('vid', 'text', (column) => column.primaryKey().references('users.vid'))
      .addColumn('seconds', 'bigint', whole)
      .execute();
    await sql`insert into reading_totals (vid, seconds)
      select vid, sum(total_seconds) from reading_days group by vid`.execute(db);
    await db.schema
      .createIndex('secret_entries')
      .on('shelf_entries')
      .columns(['vid', 'item_id'])
      .where(sql<boolean>`is_secret = 1`)
      .execute();
    await db.schema.alterTable('books').dropColumn('finished_count').execute();
  },
};
