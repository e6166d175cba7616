// How readers stand to each other; reviews, comments, likes and ratings; and what follows from marks and reviews: notes
// through all books and underlines that readers share.

import { sql } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

type Db = Parameters<Migration['up']>[0];

export const reviews: Migration = {
  name: '0008-reviews',
  async up(db) {
    await createRelations(db);
    await createReviews(db);
    await createReactions(db);
    await createComments(db);
    await createRatings(db);
    await createNotes(db);
    await createUnderlines(db);
    await countMarks(db);
  },
};

async function createRelations(db: Db): Promise<void> {
  await db.schema
    .createTable('relations')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('other_vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('follow_state', 'text', (column) => column.notNull().defaultTo('none'))
    .addColumn('followed_at', 'bigint', whole)
    .addColumn('is_subscribed', 'integer', whole)
    .addColumn('is_blocking', 'integer', whole)
    .addColumn('blocked_at', 'bigint', whole)
    .addColumn('is_hiding', 'integer', whole)
    .addColumn('hidden_at', 'bigint', whole)
    .addPrimaryKeyConstraint('relations_key', ['vid', 'other_vid'])
    .execute();
  await db.schema.createIndex('relations_back').on('relations').columns(['other_vid', 'vid']).execute();
}

async function createReviews(db: Db): Promise<void> {
  let table = db.schema
    .createTable('reviews')
    .addColumn('review_id', 'text', (column) => column.primaryKey())
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'));
  const texts = [
    'title',
    'content',
    'html_content',
    'abstract',
    'context_abstract',
    'topic_ranges',
    'at_vids',
  ] as const;
  const more = ['pencil_note', 'extras', 'ref_review_id', 'original_review_id', 'cfi', 'text_quote'] as const;
  const last = ['text_before', 'text_after', 'field_times', 'device_id', 'book_id', 'article_id'] as const;
  for (const name of [...texts, ...more, ...last]) table = table.addColumn(name, 'text', text);
  const keys = ['sync_key', 'public_key', 'number', 'rank', 'create_time', 'edit_time'] as const;
  for (const name of [...keys, 'removed_at', 'removal_stored_at', 'range_start', 'range_end'] as const) {
    table = table.addColumn(name, 'bigint', whole);
  }
  const flags = ['was_shared', 'is_private', 'friends_only', 'hidden_from_friends', 'out_of_feeds'] as const;
  const counts = ['likes_count', 'likes_made', 'comments_count', 'comments_made', 'reposts_count'] as const;
  const codes = ['book_version', 'chapter_uid', 'type', 'star', 'translate_mode', 'color_style'] as const;
  for (const name of [...flags, ...counts, ...codes]) table = table.addColumn(name, 'integer', whole);
  await table.execute();
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('reviews').columns(columns).execute();
  await index('reviews_by_change', 'vid', 'sync_key');
  await index('reviews_of_reader_by_change', 'vid', 'book_id', 'sync_key');
  await index('reviews_of_reader', 'vid', 'number');
  await index('reviews_in_order', 'number');
  await index('reviews_by_public_change', 'public_key');
  await index('reviews_of_book', 'book_id', 'number');
  await index('reviews_of_book_by_rank', 'book_id', 'rank');
  await index('reviews_of_book_by_change', 'book_id', 'public_key');
  await index('reviews_of_chapter', 'book_id', 'chapter_uid', 'range_start', 'range_end', 'rank');
  await index('reviews_of_article', 'article_id', 'number');
  await index('reviews_of_article_by_change', 'article_id', 'public_key');
  await index('reviews_by_rank', 'rank');
  await index('reviews_by_removal', 'removal_stored_at');
}

async function createReactions(db: Db): Promise<void> {
  await db.schema
    .createTable('review_likes')
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.review_id').onDelete('cascade'))
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('number', 'integer', whole)
    .addColumn('liked_at', 'bigint', whole)
    .addPrimaryKeyConstraint('review_likes_key', ['review_id', 'vid'])
    .execute();
  await db.schema.createIndex('review_likes_in_order').on('review_likes').columns(['review_id', 'number']).execute();
  await db.schema.createIndex('review_likes_of_reader').on('review_likes').column('vid').execute();
  await db.schema
    .createTable('reposts')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.review_id').onDelete('cascade'))
    .addColumn('public_key', 'bigint', whole)
    .addColumn('number', 'bigint', whole)
    .addColumn('reposted_at', 'bigint', whole)
    .addColumn('removed_at', 'bigint', whole)
    .addPrimaryKeyConstraint('reposts_key', ['vid', 'review_id'])
    .execute();
  await db.schema.createIndex('reposts_of_review').on('reposts').column('review_id').execute();
  await db.schema.createIndex('reposts_in_order').on('reposts').columns(['vid', 'number']).execute();
  await db.schema.createIndex('reposts_by_change').on('reposts').columns(['vid', 'public_key']).execute();
  await db.schema.createIndex('reposts_by_removal').on('reposts').column('removed_at').execute();
  await db.schema
    .createTable('shelf_likes')
    .addColumn('owner_vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('book_id', 'text', text)
    .addColumn('type', 'integer', whole)
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('liked_at', 'bigint', whole)
    .addPrimaryKeyConstraint('shelf_likes_key', ['owner_vid', 'book_id', 'type', 'vid'])
    .execute();
  await db.schema.createIndex('shelf_likes_of_reader').on('shelf_likes').column('vid').execute();
}

async function createComments(db: Db): Promise<void> {
  await db.schema
    .createTable('comments')
    .addColumn('comment_id', 'text', (column) => column.primaryKey())
    .addColumn('subject_kind', 'text', text)
    .addColumn('subject_id', 'text', text)
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('number', 'integer', whole)
    .addColumn('thread_id', 'text', text)
    .addColumn('thread_vid', 'text', text)
    .addColumn('to_comment_id', 'text', text)
    .addColumn('to_vid', 'text', text)
    .addColumn('content', 'text', text)
    .addColumn('is_reward', 'integer', whole)
    .addColumn('likes_count', 'integer', whole)
    .addColumn('answers_count', 'integer', whole)
    .addColumn('created_at', 'bigint', whole)
    .addColumn('removed_at', 'bigint', whole)
    .execute();
  await db.schema
    .createIndex('comments_of_subject')
    .on('comments')
    .columns(['subject_kind', 'subject_id', 'thread_id', 'number'])
    .execute();
  await db.schema.createIndex('comments_of_thread').on('comments').columns(['thread_id', 'number']).execute();
  await db.schema
    .createIndex('comments_of_reader')
    .on('comments')
    .columns(['vid', 'subject_kind', 'subject_id'])
    .execute();
  await db.schema
    .createIndex('comments_in_threads_of')
    .on('comments')
    .columns(['thread_vid', 'subject_kind', 'subject_id'])
    .execute();
  await db.schema.createIndex('comments_by_removal').on('comments').column('removed_at').execute();
  await db.schema
    .createTable('comment_likes')
    .addColumn('comment_id', 'text', (column) => column.notNull().references('comments.comment_id').onDelete('cascade'))
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('liked_at', 'bigint', whole)
    .addPrimaryKeyConstraint('comment_likes_key', ['comment_id', 'vid'])
    .execute();
  await db.schema.createIndex('comment_likes_of_reader').on('comment_likes').column('vid').execute();
}

async function createRatings(db: Db): Promise<void> {
  await db.schema
    .createTable('ratings')
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('star', 'integer', whole)
    .addColumn('rated_at', 'bigint', whole)
    .addColumn('review_id', 'text', text)
    .addColumn('is_counted', 'integer', whole)
    .addPrimaryKeyConstraint('ratings_key', ['book_id', 'vid'])
    .execute();
  await db.schema.createIndex('ratings_of_reader').on('ratings').column('vid').execute();
  await db.schema
    .createTable('author_accounts')
    .addColumn('author', 'text', text)
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addPrimaryKeyConstraint('author_accounts_key', ['author', 'vid'])
    .execute();
  await db.schema.createIndex('author_accounts_of_reader').on('author_accounts').column('vid').execute();
  await db.schema
    .createTable('book_settings')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
    .addColumn('hide_review', 'integer', whole)
    .addPrimaryKeyConstraint('book_settings_key', ['vid', 'book_id'])
    .execute();
  await sql`insert into ratings (book_id, vid, star, rated_at, review_id, is_counted)
    select book_id, vid, rating, updated_at, '', 1 from book_states where rating > 0`.execute(db);
}

async function createNotes(db: Db): Promise<void> {
  await db.schema
    .createTable('notes')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('kind', 'text', text)
    .addColumn('note_id', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('sync_key', 'bigint', whole)
    .addColumn('place', 'bigint', whole)
    .addColumn('counts_as', 'text', text)
    .addColumn('removed_at', 'bigint', whole)
    .addPrimaryKeyConstraint('notes_key', ['vid', 'kind', 'note_id'])
    .execute();
  await db.schema.createIndex('notes_by_change').on('notes').columns(['vid', 'sync_key']).execute();
  await db.schema.createIndex('notes_in_order').on('notes').columns(['vid', 'removed_at', 'place']).execute();
  await db.schema.createIndex('notes_of_book').on('notes').columns(['vid', 'book_id', 'removed_at', 'place']).execute();
  await db.schema.createIndex('notes_by_removal').on('notes').column('removed_at').execute();
  let table = db.schema
    .createTable('notebooks')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('book_id', 'text', text)
    .addColumn('sync_key', 'bigint', whole);
  const counts = ['review_count', 'review_like_count', 'review_comment_count', 'note_count', 'bookmark_count'] as const;
  for (const name of counts) table = table.addColumn(name, 'integer', whole);
  await table
    .addColumn('newest_at', 'bigint', whole)
    .addColumn('emptied_at', 'bigint', whole)
    .addPrimaryKeyConstraint('notebooks_key', ['vid', 'book_id'])
    .execute();
  await db.schema.createIndex('notebooks_by_change').on('notebooks').columns(['vid', 'sync_key']).execute();
  await db.schema.createIndex('notebooks_by_end').on('notebooks').column('emptied_at').execute();
}

async function createUnderlines(db: Db): Promise<void> {
  const place = ['book_id', 'chapter_uid', 'range_start', 'range_end'] as const;
  await db.schema
    .createTable('underlines')
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
    .addColumn('chapter_uid', 'integer', whole)
    .addColumn('range_start', 'bigint', whole)
    .addColumn('range_end', 'bigint', whole)
    .addColumn('number', 'bigint', whole)
    .addColumn('mark_text', 'text', text)
    .addColumn('readers', 'integer', whole)
    .addPrimaryKeyConstraint('underlines_key', [...place])
    .execute();
  await db.schema
    .createIndex('underlines_by_readers')
    .on('underlines')
    .columns(['book_id', 'readers', 'number'])
    .execute();
  await db.schema
    .createTable('underline_readers')
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
    .addColumn('chapter_uid', 'integer', whole)
    .addColumn('range_start', 'bigint', whole)
    .addColumn('range_end', 'bigint', whole)
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('marked_at', 'bigint', whole)
    .addPrimaryKeyConstraint('underline_readers_key', [...place, 'vid'])
    .execute();
  await db.schema.createIndex('underline_readers_of').on('underline_readers').columns(['vid', 'book_id']).execute();
  await db.schema
    .createTable('stale_underlines')
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
    .addColumn('chapter_uid', 'integer', whole)
    .addPrimaryKeyConstraint('stale_underlines_key', ['book_id', 'chapter_uid'])
    .execute();
  await db.schema
    .createIndex('marks_of_chapter')
    .on('marks')
    .columns(['book_id', 'chapter_uid', 'range_start'])
    .execute();
}

/** Marks that were made before are notes too; each reader's counter goes on after them. */
async function countMarks(db: Db): Promise<void> {
  await sql`insert into notes (vid, kind, note_id, book_id, sync_key, place, counts_as, removed_at)
    select vid, 'bookmark', bookmark_id, book_id, row_number() over (partition by vid order by create_time, bookmark_id),
      create_time * 524288 + row_number() over (partition by vid order by create_time, bookmark_id) % 524288,
      case when type = 0 then 'bookmark' else 'note' end, 0
    from marks where removed_at = 0`.execute(db);
  await sql`insert into notebooks (vid, book_id, sync_key, note_count, bookmark_count, newest_at)
    select m.vid, m.book_id,
      (select count(*) from notes n where n.vid = m.vid) + row_number() over (partition by m.vid order by m.book_id),
      sum(case when m.type = 1 then 1 else 0 end), sum(case when m.type = 0 then 1 else 0 end), max(m.create_time)
    from marks m where m.removed_at = 0 group by m.vid, m.book_id`.execute(db);
  await sql`insert into sync_counters (owner, collection, value)
    select vid, 'notes', max(sync_key) from notebooks group by vid`.execute(db);
  await sql`insert into stale_underlines (book_id, chapter_uid)
    select distinct m.book_id, 0 from marks m join books b on b.book_id = m.book_id
    where m.type = 1 and b.visibility = 'library'`.execute(db);
}
