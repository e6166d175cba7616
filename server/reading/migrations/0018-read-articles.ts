// When in the list of its publication a reader read an article, so that their other devices are told of it.

import { sql } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const readArticles: Migration = {
  name: '0018-read-articles',
  async up(db) {
    await db.schema.alterTable('article_reads').addColumn('book_id', 'text', text).execute();
    await db.schema.alterTable('article_reads').addColumn('sync_key', 'bigint', whole).execute();
    // What was read before keeps key 0: every copy that is loaded from now on says it.
    await sql`update article_reads set book_id = (select a.book_id from articles a where a.article_id = article_reads.article_id)
      where exists (select 1 from articles a where a.article_id = article_reads.article_id)`.execute(db);
    await db.schema
      .createIndex('article_reads_by_change')
      .on('article_reads')
      .columns(['vid', 'book_id', 'sync_key'])
      .execute();
  },
};
