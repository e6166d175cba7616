// Notes what the store has to compute anew, in the transaction that changed it; refresh-store.ts does it later. A row that
// is being worked on is locked, so that a change is either seen by that work or noted again behind it.

import { type Reading, type Trx, unixNow } from '../reading.ts';

export const refreshStoreJob = 'store.refresh';

/** Whatever of a reader and a book says how much they care for it: reading, shelf, marks, ratings, privacy. */
export async function noteInterest(trx: Trx, vid: string, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return;
  const changed_at = unixNow();
  // In one order, so that two transactions wait for each other and no more.
  const rows = [...new Set(bookIds)].sort().map((book_id) => ({ vid, book_id, changed_at }));
  await trx
    .insertInto('interest_changes')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['vid', 'book_id']).doUpdateSet({ changed_at }))
    .execute();
}

/** Books came, went, or have another title, author, subject, owner or visibility. */
export async function noteBooks(reading: Reading, trx: Trx, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return;
  const changed_at = reading.now();
  await trx
    .insertInto('book_changes')
    .values([...new Set(bookIds)].sort().map((book_id) => ({ book_id, changed_at })))
    .onConflict((conflict) => conflict.column('book_id').doUpdateSet({ changed_at }))
    .execute();
  await reading.jobs.enqueue(trx, refreshStoreJob, {}, { key: refreshStoreJob });
}
