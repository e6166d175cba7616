// What the store and recommendations are made of: words of titles and authors, categories, ranks, interests of readers
// and what they read together, and what they searched for and ruled out.

import { sql } from 'kysely';
import type { Dialect } from '../../base/database/database.ts';
import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

type Db = Parameters<Migration['up']>[0];

export const store: Migration = {
  name: '0009-store',
  async up(db, dialect) {
    await createChanges(db);
    await createWords(db, dialect);
    await createCategories(db);
    await createRanks(db);
    await createInterests(db);
    await createSearches(db);
    await createChoices(db);
    await db.schema
      .createIndex('archive_members_of_item')
      .on('archive_members')
      .columns(['item_id', 'removed_at'])
      .execute();
    // Whatever was there before.
    await sql`insert into book_changes (book_id, changed_at) select book_id, 0 from books`.execute(db);
    await sql`insert into interest_changes (vid, book_id, changed_at)
      select vid, book_id, 0 from progress union select vid, book_id, 0 from book_states`.execute(db);
  },
};

async function createChanges(db: Db): Promise<void> {
  await db.schema
    .createTable('book_changes')
    .addColumn('book_id', 'text', (column) => column.primaryKey())
    .addColumn('changed_at', 'bigint', whole)
    .execute();
  await db.schema.createIndex('book_changes_by_age').on('book_changes').column('changed_at').execute();
  await db.schema
    .createTable('interest_changes')
    .addColumn('vid', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('changed_at', 'bigint', whole)
    .addPrimaryKeyConstraint('interest_changes_key', ['vid', 'book_id'])
    .execute();
  await db.schema.createIndex('interest_changes_by_age').on('interest_changes').column('changed_at').execute();
}

/** Words are looked up by their beginning: in the order of their characters, whatever the database's language is. */
async function createWords(db: Db, dialect: Dialect): Promise<void> {
  const word = sql`text ${sql.raw(dialect === 'postgres' ? 'collate "C"' : 'collate binary')}`;
  await db.schema
    .createTable('book_words')
    .addColumn('word', word, text)
    .addColumn('book_id', 'text', text)
    .addColumn('fields', 'integer', whole)
    .addPrimaryKeyConstraint('book_words_key', ['word', 'book_id'])
    .execute();
  await db.schema.createIndex('book_words_of_book').on('book_words').columns(['book_id', 'word']).execute();
  await db.schema
    .createTable('store_words')
    .addColumn('word', word, (column) => column.primaryKey())
    .addColumn('tail', word, text)
    .addColumn('books', 'integer', whole)
    .execute();
  await db.schema.createIndex('store_words_by_tail').on('store_words').column('tail').execute();
}

async function createCategories(db: Db): Promise<void> {
  await db.schema
    .createTable('store_categories')
    .addColumn('category_id', 'integer', (column) => column.primaryKey())
    .addColumn('parent_id', 'integer', whole)
    .addColumn('name_key', 'text', text)
    .addColumn('title', 'text', text)
    .addColumn('kind', 'text', text)
    .addColumn('book_count', 'integer', whole)
    .addUniqueConstraint('store_categories_name', ['parent_id', 'kind', 'name_key'])
    .execute();
  await db.schema
    .createTable('book_categories')
    .addColumn('category_id', 'integer', whole)
    .addColumn('book_id', 'text', text)
    .addPrimaryKeyConstraint('book_categories_key', ['category_id', 'book_id'])
    .execute();
  await db.schema.createIndex('book_categories_of_book').on('book_categories').column('book_id').execute();
}

async function createRanks(db: Db): Promise<void> {
  await db.schema
    .createTable('book_stats')
    .addColumn('book_id', 'text', (column) => column.primaryKey())
    .addColumn('author_key', 'text', text)
    .addColumn('readers', 'integer', whole)
    .addColumn('finished', 'integer', whole)
    .addColumn('rising', 'double precision', whole)
    .addColumn('popular', 'double precision', whole)
    .addColumn('norm', 'double precision', whole)
    .addColumn('rated', 'double precision', whole)
    .addColumn('rating_count', 'integer', whole)
    .addColumn('new_rating', 'integer', whole)
    .addColumn('added_at', 'bigint', whole)
    .execute();
  await db.schema.createIndex('book_stats_of_author').on('book_stats').columns(['author_key', 'popular']).execute();
  await db.schema.createIndex('book_stats_by_popularity').on('book_stats').columns(['popular', 'book_id']).execute();
  await db.schema
    .createTable('store_lists')
    .addColumn('category_id', 'integer', whole)
    .addColumn('kind', 'text', text)
    .addColumn('generation', 'bigint', whole)
    .addColumn('computed_at', 'bigint', whole)
    .addColumn('day', 'integer', whole)
    .addColumn('total', 'integer', whole)
    .addColumn('is_stale', 'integer', whole)
    .addPrimaryKeyConstraint('store_lists_key', ['category_id', 'kind'])
    .execute();
  await db.schema.createIndex('store_lists_stale').on('store_lists').columns(['is_stale', 'computed_at']).execute();
  await db.schema
    .createTable('store_ranks')
    .addColumn('category_id', 'integer', whole)
    .addColumn('kind', 'text', text)
    .addColumn('idx', 'integer', whole)
    .addColumn('book_id', 'text', text)
    .addColumn('day_idx', 'integer', whole)
    .addPrimaryKeyConstraint('store_ranks_key', ['category_id', 'kind', 'idx'])
    .execute();
  await db.schema.createIndex('store_ranks_of_book').on('store_ranks').column('book_id').execute();
}

async function createInterests(db: Db): Promise<void> {
  await db.schema
    .createTable('interests')
    .addColumn('vid', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('weight', 'double precision', whole)
    .addColumn('freshness', 'double precision', whole)
    .addColumn('read_at', 'bigint', whole)
    .addColumn('first_at', 'bigint', whole)
    .addColumn('is_finished', 'integer', whole)
    .addPrimaryKeyConstraint('interests_key', ['vid', 'book_id'])
    .execute();
  await db.schema.createIndex('interests_of_book').on('interests').column('book_id').execute();
  await db.schema.createIndex('interests_in_time').on('interests').columns(['vid', 'read_at']).execute();
  await db.schema
    .createTable('coread')
    .addColumn('book_id', 'text', text)
    .addColumn('other_id', 'text', text)
    .addColumn('score', 'double precision', whole)
    .addColumn('readers', 'integer', whole)
    .addPrimaryKeyConstraint('coread_key', ['book_id', 'other_id'])
    .execute();
  await db.schema.createIndex('coread_by_score').on('coread').columns(['book_id', 'score']).execute();
}

async function createSearches(db: Db): Promise<void> {
  await db.schema
    .createTable('store_searches')
    .addColumn('sid', 'text', (column) => column.primaryKey())
    .addColumn('vid', 'text', text)
    .addColumn('asked', 'text', text)
    .addColumn('found', 'text', text)
    .addColumn('created_at', 'bigint', whole)
    .execute();
  await db.schema.createIndex('store_searches_by_age').on('store_searches').column('created_at').execute();
  await db.schema
    .createTable('searched_words')
    .addColumn('vid', 'text', text)
    .addColumn('word', 'text', text)
    .addColumn('searched_at', 'bigint', whole)
    .addPrimaryKeyConstraint('searched_words_key', ['vid', 'word'])
    .execute();
  await db.schema.createIndex('searched_words_by_age').on('searched_words').column('searched_at').execute();
  await db.schema
    .createTable('searched_tags')
    .addColumn('word', 'text', (column) => column.primaryKey())
    .addColumn('shown', 'text', text)
    .addColumn('scope', 'integer', whole)
    .addColumn('readers', 'integer', whole)
    .execute();
  await db.schema.createIndex('searched_tags_by_readers').on('searched_tags').columns(['readers', 'word']).execute();
}

/** What readers chose, and what is chosen for them. */
async function createChoices(db: Db): Promise<void> {
  await db.schema
    .createTable('feedback')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('kind', 'text', text)
    .addColumn('target', 'text', text)
    .addColumn('type', 'integer', whole)
    .addColumn('told', 'text', text)
    .addColumn('created_at', 'bigint', whole)
    .addPrimaryKeyConstraint('feedback_key', ['vid', 'kind', 'target'])
    .execute();
  await db.schema
    .createTable('shown_books')
    .addColumn('vid', 'text', text)
    .addColumn('session_id', 'text', text)
    .addColumn('idx', 'integer', whole)
    .addColumn('book_id', 'text', text)
    .addColumn('shown_at', 'bigint', whole)
    .addPrimaryKeyConstraint('shown_books_key', ['vid', 'session_id', 'idx'])
    .execute();
  await db.schema.createIndex('shown_books_by_age').on('shown_books').column('shown_at').execute();
  await db.schema
    .createTable('promotions')
    .addColumn('promote_id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', text)
    .addColumn('subtype', 'text', text)
    .addColumn('target_id', 'text', text)
    .addColumn('title', 'text', text)
    .addColumn('text', 'text', text)
    .addColumn('cover', 'text', text)
    .addColumn('start_time', 'bigint', whole)
    .addColumn('end_time', 'bigint', whole)
    .addColumn('place', 'integer', whole)
    .execute();
  await db.schema.createIndex('promotions_in_order').on('promotions').columns(['place', 'promote_id']).execute();
  await db.schema
    .createTable('topic_reviews')
    .addColumn('topic_id', 'text', text)
    .addColumn('review_id', 'text', text)
    .addColumn('name', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('vid', 'text', text)
    .addColumn('number', 'bigint', whole)
    .addColumn('create_time', 'bigint', whole)
    .addPrimaryKeyConstraint('topic_reviews_key', ['topic_id', 'review_id'])
    .execute();
  await db.schema.createIndex('topic_reviews_of_review').on('topic_reviews').column('review_id').execute();
  await db.schema.createIndex('topic_reviews_in_order').on('topic_reviews').columns(['topic_id', 'number']).execute();
  await db.schema.createIndex('topic_reviews_in_time').on('topic_reviews').column('create_time').execute();
}
