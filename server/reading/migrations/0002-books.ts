// Files, books with their versions, chapters and covers, and the uploads they come from.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const books: Migration = {
  name: '0002-books',
  async up(db) {
    await db.schema
      .createTable('files')
      .addColumn('sha256', 'text', (column) => column.primaryKey())
      .addColumn('blob_key', 'text', text)
      .addColumn('size', 'bigint', whole)
      .addColumn('md5', 'text', text)
      .addColumn('media_type', 'text', text)
      .addColumn('created_at', 'bigint', whole)
      .execute();
    await db.schema
      .createTable('books')
      .addColumn('book_id', 'text', (column) => column.primaryKey())
      .addColumn('owner_vid', 'text', text)
      .addColumn('visibility', 'text', text)
      .addColumn('version', 'integer', whole)
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
      .addColumn('is_vertical_layout', 'integer', whole)
      .addColumn('is_comics', 'integer', whole)
      .addColumn('chapter_count', 'integer', whole)
      .addColumn('word_count', 'bigint', whole)
      .addColumn('text_length', 'bigint', whole)
      .addColumn('finished_count', 'bigint', whole)
      .addColumn('created_at', 'bigint', whole)
      .addColumn('updated_at', 'bigint', whole)
      // The same bytes imported twice by one reader are one book.
      .addUniqueConstraint('books_of_owner', ['owner_vid', 'file_sha256'])
      .execute();
    await db.schema.createIndex('books_of_file').on('books').column('file_sha256').execute();
    await db.schema
      .createTable('book_versions')
      .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
      .addColumn('version', 'integer', whole)
      .addColumn('file_sha256', 'text', (column) => column.notNull().references('files.sha256'))
      .addColumn('file_name', 'text', text)
      .addColumn('created_at', 'bigint', whole)
      .addPrimaryKeyConstraint('book_versions_key', ['book_id', 'version'])
      .execute();
    await db.schema
      .createTable('chapters')
      .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id'))
      .addColumn('version', 'integer', whole)
      .addColumn('chapter_uid', 'integer', whole)
      .addColumn('chapter_idx', 'integer', whole)
      .addColumn('title', 'text', text)
      .addColumn('level', 'integer', whole)
      .addColumn('word_count', 'bigint', whole)
      .addColumn('length', 'bigint', whole)
      .addColumn('files', 'text', text)
      .addColumn('anchors', 'text', text)
      .addColumn('updated_at', 'bigint', whole)
      .addPrimaryKeyConstraint('chapters_key', ['book_id', 'version', 'chapter_uid'])
      .execute();
    await db.schema
      .createTable('covers')
      .addColumn('book_id', 'text', (column) => column.primaryKey().references('books.book_id'))
      .addColumn('blob_key', 'text', text)
      .addColumn('media_type', 'text', text)
      .addColumn('size', 'bigint', whole)
      .addColumn('width', 'integer', whole)
      .addColumn('height', 'integer', whole)
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
    .addColumn('size', 'bigint', whole)
    .addColumn('sha256', 'text', text)
    .addColumn('md5', 'text', text)
    .addColumn('state', 'text', text)
    .addColumn('book_id', 'text', text)
    .addColumn('error_code', 'text', text)
    .addColumn('error_message', 'text', text)
    .addColumn('created_at', 'bigint', whole)
    .addColumn('updated_at', 'bigint', whole)
    .addColumn('expires_at', 'bigint', whole)
    .execute();
  await db.schema.createIndex('uploads_of_reader').on('uploads').columns(['vid', 'cbid']).execute();
  await db.schema.createIndex('uploads_by_expiry').on('uploads').columns(['state', 'expires_at']).execute();
}
