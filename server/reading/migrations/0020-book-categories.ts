// The categories of a book beside it, so that every list of books tells them without asking; and what colours its cover has.

import { sql } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';
import { text } from '../columns.ts';

interface Filed {
  book_id: string;
  category_id: number;
  parent_id: number;
  kind: string;
  title: string;
}

export const bookCategories: Migration = {
  name: '0020-book-categories',
  async up(db) {
    await db.schema.alterTable('books').addColumn('categories', 'text', text).execute();
    await db.schema.alterTable('covers').addColumn('colours', 'text', text).execute();
    const { rows } = await sql<Filed>`
      select b.book_id, c.category_id, c.parent_id, c.kind, c.title from book_categories b
      join store_categories c on c.category_id = b.category_id order by b.book_id, c.parent_id, c.category_id`.execute(
      db,
    );
    for (const [bookId, filed] of Map.groupBy(rows, (row) => row.book_id)) {
      const categories = filed.map((row) => ({
        categoryId: row.parent_id || row.category_id,
        subCategoryId: row.parent_id ? row.category_id : 0,
        categoryType: row.kind === 'subject' ? 0 : 1,
        title: row.title,
      }));
      await db
        .updateTable('books')
        .set({ categories: JSON.stringify(categories) })
        .where('book_id', '=', bookId)
        .execute();
    }
  },
};
