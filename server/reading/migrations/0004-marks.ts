// Bookmarks and highlights with the time of each field's last edit, and the edits that were applied.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const marks: Migration = {
  name: '0004-marks',
  async up(db) {
    await db.schema
      .createTable('marks')
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
      .addColumn('bookmark_id', 'text', text)
      .addColumn('sync_key', 'bigint', whole)
      .addColumn('book_version', 'integer', whole)
      .addColumn('chapter_uid', 'integer', whole)
      .addColumn('range_start', 'bigint', whole)
      .addColumn('range_end', 'bigint', whole)
      .addColumn('type', 'integer', whole)
      .addColumn('mark_text', 'text', text)
      .addColumn('context_abstract', 'text', text)
      .addColumn('cfi', 'text', text)
      .addColumn('text_quote', 'text', text)
      .addColumn('text_before', 'text', text)
      .addColumn('text_after', 'text', text)
      .addColumn('translate_mode', 'integer', whole)
      .addColumn('ref_mp_review_id', 'text', text)
      .addColumn('style', 'integer', whole)
      .addColumn('style_time', 'bigint', whole)
      .addColumn('color_style', 'integer', whole)
      .addColumn('color_style_time', 'bigint', whole)
      .addColumn('create_time', 'bigint', whole)
      .addColumn('edit_time', 'bigint', whole)
      .addColumn('removed_at', 'bigint', whole)
      .addColumn('removal_stored_at', 'bigint', whole)
      .addColumn('device_id', 'text', text)
      .addPrimaryKeyConstraint('marks_key', ['vid', 'bookmark_id'])
      .execute();
    await db.schema.createIndex('marks_by_change').on('marks').columns(['vid', 'book_id', 'sync_key']).execute();
    await db.schema.createIndex('marks_by_removal').on('marks').column('removal_stored_at').execute();
    await db.schema
      .createTable('applied_events')
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('event_id', 'text', text)
      .addColumn('target', 'text', text)
      .addColumn('applied_at', 'bigint', whole)
      .addPrimaryKeyConstraint('applied_events_key', ['vid', 'event_id'])
      .execute();
    await db.schema.createIndex('applied_events_by_age').on('applied_events').column('applied_at').execute();
  },
};
