// The words of books in the order in which a search shows their books, apart for the library's and for each reader's own:
// what a search reads is what it shows, however many books have the word.

import { sql } from 'kysely';
import type { Migration } from '../../base/database/migrations.ts';
import { text, whole } from '../columns.ts';

export const rankedWords: Migration = {
  name: '0021-ranked-words',
  async up(db) {
    await db.schema.alterTable('book_words').addColumn('owner_vid', 'text', text).execute();
    await db.schema.alterTable('book_words').addColumn('rank', 'integer', whole).execute();
    await sql`update book_words set
      owner_vid = coalesce((select b.owner_vid from books b
        where b.book_id = book_words.book_id and b.visibility <> 'library'), ''),
      rank = case when fields % 4 > 0 then 1000000 else 0 end`.execute(db);
    await db.schema
      .createIndex('book_words_ranked')
      .on('book_words')
      .columns(['word', 'owner_vid', 'rank', 'book_id', 'fields'])
      .execute();
    await sql`create index book_words_spelled on book_words (word, owner_vid, book_id) where fields >= 8`.execute(db);
    await db.schema.createIndex('store_words_counted').on('store_words').columns(['word', 'books']).execute();
    // What begins a title, and how popular a book is, is added as each of them is refreshed.
    await sql`insert into book_changes (book_id, changed_at) select book_id, 0 from books where 1 = 1
      on conflict (book_id) do nothing`.execute(db);
  },
};
