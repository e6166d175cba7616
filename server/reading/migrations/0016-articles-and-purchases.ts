// Publications and their articles, what readers bought, and recordings of reviews in columns of their own, so that those
// with one are found without reading the others.

import { sql } from 'kysely';
import type { Dialect } from '../../base/database/database.ts';
import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

type Db = Parameters<Migration['up']>[0];

export const articlesAndPurchases: Migration = {
  name: '0016-articles-and-purchases',
  async up(db, dialect) {
    await createPublications(db);
    await createArticles(db);
    await createPurchases(db);
    await moveRecordings(db, dialect);
  },
};

async function createPublications(db: Db): Promise<void> {
  let table = db.schema
    .createTable('publications')
    .addColumn('book_id', 'text', (column) => column.primaryKey())
    .addColumn('owner_vid', 'text', text);
  for (const name of ['kind', 'title', 'intro', 'category', 'site_url', 'feed_url', 'picture'] as const) {
    table = table.addColumn(name, 'text', text);
  }
  await table
    .addColumn('article_count', 'integer', whole)
    .addColumn('articles_made', 'integer', whole)
    .addColumn('created_at', 'bigint', whole)
    .addColumn('updated_at', 'bigint', whole)
    .execute();
  await db.schema
    .createIndex('publications_of_owner')
    .on('publications')
    .columns(['owner_vid', 'title', 'book_id'])
    .execute();
}

async function createArticles(db: Db): Promise<void> {
  let table = db.schema
    .createTable('articles')
    .addColumn('article_id', 'text', (column) => column.primaryKey())
    .addColumn('book_id', 'text', (column) => column.notNull().references('publications.book_id'));
  for (const name of ['guid', 'title', 'author_name', 'digest', 'picture', 'url', 'language'] as const) {
    table = table.addColumn(name, 'text', text);
  }
  for (const name of ['sync_key', 'place', 'top_place', 'published_at', 'updated_at', 'removed_at'] as const) {
    table = table.addColumn(name, 'bigint', whole);
  }
  for (const name of ['chapter_uid', 'top_order', 'word_count', 'price', 'has_video'] as const) {
    table = table.addColumn(name, 'integer', whole);
  }
  await table.execute();
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('articles').columns(columns).execute();
  await db.schema.createIndex('articles_by_guid').unique().on('articles').columns(['book_id', 'guid']).execute();
  await db.schema.createIndex('articles_by_uid').unique().on('articles').columns(['book_id', 'chapter_uid']).execute();
  await index('articles_in_order', 'book_id', 'removed_at', 'place');
  await index('articles_pinned_first', 'book_id', 'removed_at', 'top_place');
  await index('articles_by_change', 'book_id', 'sync_key');
  await index('articles_by_removal', 'removed_at');
  await index('articles_by_url', 'url');
  await db.schema
    .createTable('article_texts')
    .addColumn('article_id', 'text', (column) => column.primaryKey().references('articles.article_id'))
    .addColumn('html', 'text', text)
    .addColumn('fetched_at', 'bigint', whole)
    .execute();
  await db.schema
    .createTable('article_reads')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('article_id', 'text', (column) => column.notNull())
    .addColumn('in_history', 'integer', whole)
    .addColumn('read_at', 'bigint', whole)
    .addPrimaryKeyConstraint('article_reads_key', ['vid', 'article_id'])
    .execute();
  await db.schema.createIndex('article_reads_of_article').on('article_reads').column('article_id').execute();
}

async function createPurchases(db: Db): Promise<void> {
  await db.schema
    .createTable('purchases')
    .addColumn('purchase_id', 'text', (column) => column.primaryKey())
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('sync_key', 'bigint', whole)
    .addColumn('kind', 'text', text)
    .addColumn('item_id', 'text', text)
    .addColumn('part', 'integer', whole)
    .addColumn('source', 'text', text)
    .addColumn('coins', 'integer', whole)
    .addColumn('note', 'text', text)
    .addColumn('bought_at', 'bigint', whole)
    .addColumn('revoked_at', 'bigint', whole)
    .execute();
  await db.schema
    .createIndex('purchases_of_item')
    .unique()
    .on('purchases')
    .columns(['vid', 'kind', 'item_id', 'part'])
    .execute();
  await db.schema.createIndex('purchases_by_change').on('purchases').columns(['vid', 'sync_key']).execute();
}

async function moveRecordings(db: Db, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('audio_id', 'text', text).execute();
  await db.schema.alterTable('reviews').addColumn('audio_seconds', 'integer', whole).execute();
  const moved =
    dialect === 'postgres'
      ? sql`update reviews set audio_id = coalesce(extras::jsonb ->> 'audioId', ''),
          audio_seconds = coalesce((extras::jsonb ->> 'auInterval')::integer, 0),
          extras = (extras::jsonb - 'audioId' - 'auInterval')::text
        where extras like '%"audioId"%' or extras like '%"auInterval"%'`
      : sql`update reviews set audio_id = coalesce(json_extract(extras, '$.audioId'), ''),
          audio_seconds = coalesce(json_extract(extras, '$.auInterval'), 0),
          extras = json_remove(extras, '$.audioId', '$.auInterval')
        where extras like '%"audioId"%' or extras like '%"auInterval"%'`;
  await moved.execute(db);
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('reviews').columns(columns).where(sql<boolean>`audio_id <> ''`).execute();
  await index('recordings_of_book', 'book_id', 'number');
  await index('recordings_of_book_by_rank', 'book_id', 'rank');
  await index('recordings_of_book_by_change', 'book_id', 'public_key');
  await index('recordings_by_id', 'audio_id');
}
