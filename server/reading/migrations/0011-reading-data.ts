// What reading data is made of: the window and the credited time of each record, the reader's time zone, how fast they
// read, when a book was marked; and the indexes by which readers of a book are found.

import type { Kysely } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const readingData: Migration = {
  name: '0011-reading-data',
  // biome-ignore lint/suspicious/noExplicitAny: a migration works on the schema of its day.
  async up(db: Kysely<any>) {
    await db.schema.alterTable('users').addColumn('time_zone', 'text', text).execute();
    await db.schema.alterTable('book_states').addColumn('mark_time', 'bigint', whole).execute();
    await db
      .updateTable('book_states')
      .set((row) => ({ mark_time: row.ref('updated_at') }))
      .execute();
    await db.schema.alterTable('reading_records').addColumn('window_start', 'bigint', whole).execute();
    await db.schema.alterTable('reading_records').addColumn('credited', 'integer', whole).execute();
    await db
      .updateTable('reading_records')
      .set((row) => ({ window_start: row('recorded_at', '-', row.ref('seconds')), credited: row.ref('seconds') }))
      .execute();
    await db.schema.alterTable('reading_days').addColumn('total_seconds', 'bigint', whole).execute();
    await db
      .updateTable('reading_days')
      .set((row) => ({
        total_seconds: row
          .case()
          .when('listened_seconds', '>', row.ref('seconds'))
          .then(row.ref('listened_seconds'))
          .else(row.ref('seconds'))
          .end(),
      }))
      .execute();
    await db.schema
      .createIndex('reading_records_of_reader')
      .on('reading_records')
      .columns(['vid', 'recorded_at'])
      .execute();
    await db.schema.createIndex('book_states_by_status').on('book_states').columns(['book_id', 'status']).execute();
    await db.schema.createIndex('progress_by_reading').on('progress').columns(['book_id', 'update_time']).execute();
    await db.schema
      .createIndex('reading_days_by_reader')
      .on('reading_days')
      .columns(['book_id', 'vid', 'day'])
      .execute();
    await db.schema
      .createTable('reading_speeds')
      .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
      .addColumn('language', 'text', text)
      .addColumn('characters', 'bigint', whole)
      .addColumn('seconds', 'bigint', whole)
      .addPrimaryKeyConstraint('reading_speeds_key', ['vid', 'language'])
      .execute();
    await db.schema.createIndex('reading_speeds_of_language').on('reading_speeds').column('language').execute();
  },
};
