// What formats other than EPUB and new versions of a book need: editions, relations of books, files that were brought in
// from folders, stored objects, and marks that move to another version.

import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

type Db = Parameters<Migration['up']>[0];

export const formatsAndVersions: Migration = {
  name: '0006-formats-and-versions',
  async up(db) {
    await db.schema
      .createTable('editions')
      .addColumn('file_sha256', 'text', (column) => column.primaryKey().references('files.sha256').onDelete('cascade'))
      .addColumn('edition_sha256', 'text', (column) => column.notNull().references('files.sha256'))
      .execute();
    await db.schema.createIndex('editions_by_edition').on('editions').column('edition_sha256').execute();
    await db.schema.createIndex('book_versions_of_file').on('book_versions').column('file_sha256').execute();
    await createRelations(db);
    await createFolders(db);
    await createObjects(db);
    await createMoves(db);
  },
};

async function createRelations(db: Db): Promise<void> {
  await db.schema
    .createTable('book_series')
    .addColumn('book_id', 'text', (column) => column.primaryKey().references('books.book_id').onDelete('cascade'))
    .addColumn('name', 'text', text)
    .addColumn('position', 'double precision')
    .execute();
  await db.schema.createIndex('book_series_by_name').on('book_series').columns(['name', 'position']).execute();
  await db.schema
    .createTable('book_subjects')
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id').onDelete('cascade'))
    .addColumn('place', 'integer', whole)
    .addColumn('subject', 'text', text)
    .addPrimaryKeyConstraint('book_subjects_key', ['book_id', 'place'])
    .execute();
  await db.schema.createIndex('book_subjects_by_subject').on('book_subjects').column('subject').execute();
  await db.schema
    .createTable('book_identifiers')
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id').onDelete('cascade'))
    .addColumn('scheme', 'text', text)
    .addColumn('value', 'text', text)
    .addPrimaryKeyConstraint('book_identifiers_key', ['book_id', 'scheme', 'value'])
    .execute();
  await db.schema
    .createIndex('book_identifiers_by_value')
    .on('book_identifiers')
    .columns(['value', 'scheme'])
    .execute();
  await db.schema
    .createTable('book_contributors')
    .addColumn('book_id', 'text', (column) => column.notNull().references('books.book_id').onDelete('cascade'))
    .addColumn('place', 'integer', whole)
    .addColumn('role', 'text', text)
    .addColumn('name', 'text', text)
    .addColumn('sort_name', 'text', text)
    .addPrimaryKeyConstraint('book_contributors_key', ['book_id', 'place'])
    .execute();
  await db.schema.createIndex('book_contributors_by_name').on('book_contributors').columns(['name', 'role']).execute();
}

async function createFolders(db: Db): Promise<void> {
  // A folder of the shelf is found by its name.
  await db.schema.createIndex('archives_by_name').on('archives').columns(['vid', 'name']).execute();
  await db.schema
    .createTable('imported_paths')
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid').onDelete('cascade'))
    .addColumn('path', 'text', text)
    .addColumn('size', 'bigint', whole)
    .addColumn('modified', 'bigint', whole)
    .addColumn('book_id', 'text', text)
    .addColumn('error_code', 'text', text)
    .addColumn('error_message', 'text', text)
    .addColumn('updated_at', 'bigint', whole)
    .addPrimaryKeyConstraint('imported_paths_key', ['vid', 'path'])
    .execute();
  await db.schema
    .createIndex('imported_paths_by_error')
    .on('imported_paths')
    .columns(['vid', 'error_code', 'path'])
    .execute();
}

async function createObjects(db: Db): Promise<void> {
  await db.schema
    .createTable('stored_objects')
    .addColumn('object_id', 'text', (column) => column.primaryKey())
    .addColumn('vid', 'text', (column) => column.notNull().references('users.vid').onDelete('cascade'))
    .addColumn('kind', 'text', text)
    .addColumn('blob_key', 'text', text)
    .addColumn('sha256', 'text', text)
    .addColumn('size', 'bigint', whole)
    .addColumn('media_type', 'text', text)
    .addColumn('file_name', 'text', text)
    .addColumn('created_at', 'bigint', whole)
    .addUniqueConstraint('stored_objects_of_reader', ['vid', 'kind', 'sha256'])
    .execute();
  await db.schema.createIndex('stored_objects_by_blob').on('stored_objects').column('blob_key').execute();
  await db.schema.alterTable('uploads').addColumn('replaces', 'text', text).execute();
}

async function createMoves(db: Db): Promise<void> {
  await db.schema.alterTable('marks').addColumn('tried_version', 'integer', whole).execute();
  await db.schema.alterTable('marks').addColumn('moved_to', 'text', text).execute();
  await db.schema.createIndex('marks_by_version').on('marks').columns(['book_id', 'book_version']).execute();
}
