// Where a reader came upon a book: the first source that a client names when it opens the book's page. Later ones tell
// nothing new.

import type { Reading } from '../reading.ts';

export async function noteDiscovery(reading: Reading, vid: string, bookId: string, source: string): Promise<void> {
  const db = reading.database.kysely;
  // Read first, so that opening a page again writes nothing.
  const known = await db
    .selectFrom('discoveries')
    .select('found_at')
    .where('vid', '=', vid)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  if (known) return;
  await db
    .insertInto('discoveries')
    .values({ vid, book_id: bookId, source, found_at: reading.now() })
    .onConflict((conflict) => conflict.columns(['vid', 'book_id']).doNothing())
    .execute();
}
