// Files, books with their versions, chapters and covers, and the uploads they come from.

import type { Migration } from '../../base/migrations.ts';
import { bigint, integer, text } from '../columns.ts';

export const books: Migration = {
  name: '0002-books',
  async up(db) {
    await db.schema
      .createTable('files')
      .addColumn('sha256', 'text', (column) => column.primaryKey())
      .addColumn('blob_key', 'text', text)
      .addColumn('size', 'bigint', bigint)
      .addColumn('md5', 'text', text)
      .addColumn('media_type', 'text', text)
      .addColumn('created_at', 'bigint', bigint)
      .execute();
    await db.schema
      .createTable('books')
      .addColumn('book_id', 'text', (column) => column.primaryKey())
      .addColumn('owner_vid', 'text', text)
      .addColumn('visibility', 'text', text)
      .addColumn('version', 'integer', integer)
      .addColumn('format', 'text', text)
      .addColumn('file_sha256', 'text', (column) => column.notNull().references('files.sha256'))
      .addColumn('title', 'text', text)
      .addColumn('author', 'text', text)
      .addColumn('translator', 'text', text)
      .addColumn('publisher', 'text', text)
      .addColumn('publish_time', 'text', text)
      .addColumn('isbn', 'text', text)
      .addColumn('identifier', 'text', text)
      .addColumn('intro', 'text', text)
      .addColumn('language', 'text', text)
      .addColumn('category', 'text', text)
      .addColumn('direction', 'text', text)
      .addColumn('is_vertical_layout', 'integer', integer)
      .addColumn('is_comics', 'integer', integer)
      .addColumn('chapter_count', 'integer', integer)
      .addColumn('word_count', 'bigint', bigint)
      .addColumn('text_length', 'bigint', bigint)
      .addColumn('finished_count', 'bigint', bigint)
      .addColumn('created_at', 'bigint', bigint)
      .addColumn('updated_at', 'bigint', bigint)
      // The same bytes imported twice by one reader are one book.
      .addUniqueConstraint('books_of_owner', ['owner_vid', 'file_sha256'])
      .execute();
    await db.schema.createIndex('books_of_file').on('books').column('file_sha256').execute();
    await db.schema
      .createTable('book_versions')
      .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
      .addColumn('version', 'integer', integer)
      .addColumn('file_sha256', 'text', (column) => column.notNull().references('files.sha256'))
      .addColumn('file_name', 'text', text)
      .addColumn('created_at', 'bigint', bigint)
      .addPrimaryKeyConstraint('book_versions_key', ['book_id', 'version'])
      .execute();
    await db.schema
      .createTable('chapters')
      .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
      .addColumn('version', 'integer', integer)
      .addColumn('chapter_uid', 'integer', integer)
      .addColumn('chapter_idx', 'integer', integer)
      .addColumn('title', 'text', text)
      .addColumn('level', 'integer', integer)
      .addColumn('word_count', 'bigint', bigint)
      .addColumn('length', 'bigint', bigint)
      .addColumn('files', 'text', text)
      .addColumn('anchors', 'text', text)
      .addColumn('updated_at', 'bigint', bigint)
      .addPrimaryKeyConstraint('chapters_key', ['book_id', 'version', 'chapter_uid'])
      .execute();
    await db.schema
      .createTable('covers')
      .addColumn('book_id', 'text', (column) => column.primaryKey().references('books.book_id'))
      .addColumn('blob_key', 'text', text)
      .addColumn('media_type', 'text', text)
      .addColumn('size', 'bigint', bigint)
      .addColumn('width', 'integer', integer)
      .addColumn('height', 'integer', integer)
      .addColumn('sha256', 'text', text)
      .execute();
    await createUploads(db);
  },
};

async function createUploads(db: Parameters<Migration['up']>[0]): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid'))
    .addColumn('cbid', 'text', text)
    .addColumn('mode', 'text', text)
    .addColumn('file_name', 'text', text)
    .addColumn('suffix', 'text', text)
    .addColumn('blob_key', 'text', text)
    .addColumn('size', 'bigint', bigint)
    .addColumn('sha256', 'text', text)
    .addColumn('md5', 'text', text)
    .addColumn('state', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('error_code', 'text', text)
    .addColumn('error_message', 'text', text)
    .addColumn('created_at', 'bigint', bigint)
    .addColumn('updated_at', 'bigint', bigint)
    .addColumn('expires_at', 'bigint', bigint)
    .execute();
  await db.schema.createIndex('uploads_of_reader').on('uploads').columns(['vid', 'cbid']).execute();
  await db.schema.createIndex('uploads_by_expiry').on('uploads').columns(['state', 'expires_at']).execute();
}
