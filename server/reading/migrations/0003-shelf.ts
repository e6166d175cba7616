// The shelf, its folders, reading progress and the records it is made of, and finished marks.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

type Db = Parameters<Migration['up']>[0];

export const shelf: Migration = {
  name: '0003-shelf',
  async up(db) {
    await createShelf(db);
    await createProgress(db);
    await db.schema
      .createTable('sync_floors')
      .addColumn('owner', 'text', text)
      .addColumn('collection', 'text', text)
      .addColumn('floor', 'bigint', whole)
      .addColumn('purges', 'bigint', whole)
      .addPrimaryKeyConstraint('sync_floors_key', ['owner', 'collection'])
      .execute();
  },
};

async function createShelf(db: Db): Promise<void> {
  await db.schema
    .createTable('shelf_entries')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('kind', 'text', text)
    .addColumn('item_id', 'text', text)
    .addColumn('sync_key', 'bigint', whole)
    .addColumn('removed_at', 'bigint', whole)
    .addColumn('presence_time', 'bigint', whole)
    .addColumn('added_at', 'bigint', whole)
    .addColumn('read_at', 'bigint', whole)
    .addColumn('is_secret', 'integer', whole)
    .addColumn('secret_time', 'bigint', whole)
    .addColumn('is_finished', 'integer', whole)
    .addColumn('top_order', 'bigint', whole)
    .addColumn('top_time', 'bigint', whole)
    .addColumn('placed_time', 'bigint', whole)
    .addColumn('promote_id', 'text', text)
    .addPrimaryKeyConstraint('shelf_entries_key', ['vid', 'kind', 'item_id'])
    .execute();
  await db.schema.createIndex('shelf_entries_by_change').on('shelf_entries').columns(['vid', 'sync_key']).execute();
  await db.schema.createIndex('shelf_entries_pinned').on('shelf_entries').columns(['vid', 'top_order']).execute();
  await db.schema.createIndex('shelf_entries_by_removal').on('shelf_entries').column('removed_at').execute();
  await db.schema
    .createTable('archives')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('archive_id', 'text', text)
    .addColumn('name', 'text', text)
    .addColumn('sync_key', 'bigint', whole)
    .addColumn('removed_at', 'bigint', whole)
    .addColumn('edit_time', 'bigint', whole)
    .addColumn('created_at', 'bigint', whole)
    .addPrimaryKeyConstraint('archives_key', ['vid', 'archive_id'])
    .execute();
  await db.schema.createIndex('archives_by_change').on('archives').columns(['vid', 'sync_key']).execute();
  await db.schema.createIndex('archives_by_removal').on('archives').column('removed_at').execute();
  await db.schema
    .createTable('archive_members')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('archive_id', 'text', text)
    .addColumn('kind', 'text', text)
    .addColumn('item_id', 'text', text)
    .addColumn('sync_key', 'bigint', whole)
    .addColumn('removed_at', 'bigint', whole)
    .addPrimaryKeyConstraint('archive_members_key', ['vid', 'kind', 'item_id', 'archive_id'])
    .execute();
  await db.schema.createIndex('archive_members_by_change').on('archive_members').columns(['vid', 'sync_key']).execute();
  await db.schema
    .createIndex('archive_members_of_archive')
    .on('archive_members')
    .columns(['vid', 'archive_id', 'removed_at'])
    .execute();
  await db.schema.createIndex('archive_members_by_removal').on('archive_members').column('removed_at').execute();
}

async function createProgress(db: Db): Promise<void> {
  await db.schema
    .createTable('progress')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
    .addColumn('sync_key', 'bigint', whole)
    .addColumn('latest', 'text', text)
    .addColumn('furthest', 'text', text)
    .addColumn('update_time', 'bigint', whole)
    .addColumn('reading_time', 'bigint', whole)
    .addColumn('tts_time', 'bigint', whole)
    .addColumn('lecture_time', 'bigint', whole)
    .addColumn('started_at', 'bigint', whole)
    .addColumn('finished_at', 'bigint', whole)
    .addColumn('install_id', 'text', text)
    .addColumn('app_id', 'text', text)
    .addColumn('summary', 'text', text)
    .addColumn('review_id', 'text', text)
    .addPrimaryKeyConstraint('progress_key', ['vid', 'book_id'])
    .execute();
  await db.schema.createIndex('progress_by_change').on('progress').columns(['vid', 'sync_key']).execute();
  await db.schema
    .createTable('reading_records')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('device_id', 'text', text)
    .addColumn('random', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('recorded_at', 'bigint', whole)
    .addColumn('received_at', 'bigint', whole)
    .addColumn('seconds', 'integer', whole)
    .addPrimaryKeyConstraint('reading_records_key', ['vid', 'device_id', 'random'])
    .execute();
  await db.schema
    .createIndex('reading_records_in_time')
    .on('reading_records')
    .columns(['vid', 'device_id', 'recorded_at'])
    .execute();
  await db.schema
    .createTable('reading_days')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('day', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('seconds', 'bigint', whole)
    .addColumn('listened_seconds', 'bigint', whole)
    .addPrimaryKeyConstraint('reading_days_key', ['vid', 'day', 'book_id'])
    .execute();
  await db.schema
    .createTable('reading_hours')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('day', 'text', text)
    .addColumn('hour', 'integer', whole)
    .addColumn('seconds', 'bigint', whole)
    .addPrimaryKeyConstraint('reading_hours_key', ['vid', 'day', 'hour'])
    .execute();
  await db.schema
    .createTable('book_states')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
    .addColumn('status', 'text', text)
    .addColumn('is_auto', 'integer', whole)
    .addColumn('finished_at', 'bigint', whole)
    .addColumn('rating', 'integer', whole)
    .addColumn('finish_info', 'text', text)
    .addColumn('updated_at', 'bigint', whole)
    .addPrimaryKeyConstraint('book_states_key', ['vid', 'book_id'])
    .execute();
}
