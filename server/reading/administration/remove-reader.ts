// Removes a reader with everything of theirs, piece by piece: cut off anywhere, it goes on when it is run again, and what
// others have stays and is counted right. The account they signed in with is removed before, elsewhere.

import { sql } from 'kysely';
import { nextSyncKey } from '../../base/database/counters.ts';
import type { Importing } from '../import/import-file.ts';
import { removeCollections } from '../publications/list-publications.ts';
import type { Reading } from '../reading.ts';
import type { RemovalRow } from '../schema/administration.ts';
import { sightCollection } from '../social/visibility.ts';
import { readerColumns } from './reader-columns.ts';
import { removeBooks, removeUploads } from './remove-books.ts';
import { removeCounted, removeInterests } from './remove-counted.ts';
import { removeComments, removeReactions } from './remove-reactions.ts';
import { removeMarks, removeReviews } from './remove-reviews.ts';

const rowsAtOnce = 5000;

export interface Removed {
  books: number;
  /** Private books that were kept because others wrote in them; nobody's now. */
  kept: string[];
}

/** Those that were begun and not finished. */
export function openRemovals(reading: Reading): Promise<RemovalRow[]> {
  return reading.database.kysely.selectFrom('removals').selectAll().orderBy('begun_at').limit(1000).execute();
}

/** Ends every sign-in, and remembers that everything else has to go. */
export async function beginRemoval(reading: Reading, removal: Omit<RemovalRow, 'begun_at'>): Promise<void> {
  await reading.database.transaction(async (trx) => {
    await trx
      .insertInto('removals')
      .values({ ...removal, begun_at: reading.now() })
      .onConflict((conflict) => conflict.column('vid').doNothing())
      .execute();
    // With their tokens.
    await trx.deleteFrom('sessions').where('vid', '=', removal.vid).execute();
  });
}

/** `tell` is called before each step. */
export async function removeReader(
  importing: Importing,
  vid: string,
  tell: (step: string) => void = () => undefined,
): Promise<Removed> {
  const { reading } = importing;
  const steps: [string, () => Promise<void>][] = [
    ['reviews', () => removeReviews(reading, vid)],
    ['likes and reposts', () => removeReactions(reading, vid)],
    ['comments', () => removeComments(reading, vid)],
    ['marks', () => removeMarks(reading, vid)],
    ['finished books, wishes and searches', () => removeCounted(reading, vid)],
    ['interests', () => removeInterests(reading, vid)],
    ['collections of articles', () => removeCollections(reading, vid)],
    ['uploads', () => removeUploads(importing, vid)],
  ];
  for (const [name, run] of steps) {
    tell(name);
    await run();
  }
  tell('books');
  const { deleted, kept } = await removeBooks(importing, vid);
  tell('everything else');
  for (const { table, column, removal } of readerColumns) {
    if (removal === 'rows') await deleteRows(reading, table, column, vid);
  }
  await removeRelations(reading, vid);
  await finish(reading, vid);
  return { books: deleted, kept };
}

/** Some at a time, so that others get their turn. */
async function deleteRows(reading: Reading, table: string, column: string, vid: string): Promise<void> {
  const id = sql.raw(reading.database.dialect === 'sqlite' ? 'rowid' : 'ctid');
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${id} in (
      select ${id} from ${sql.table(table)} where ${sql.ref(column)} = ${vid} limit ${rowsAtOnce})`.execute(
      reading.database.kysely,
    );
    if (Number(numAffectedRows ?? 0) < rowsAtOnce) return;
  }
}

/** Others see their lists of people change. */
async function removeRelations(reading: Reading, vid: string): Promise<void> {
  const { rows } = await sql<{ other: string }>`
    select other_vid as other from relations where vid = ${vid}
    union select vid as other from relations where other_vid = ${vid} order by other`.execute(reading.database.kysely);
  for (const { other } of rows) {
    await reading.database.transaction(async (trx) => {
      await nextSyncKey(trx, other, sightCollection);
      await trx.deleteFrom('relations').where('vid', '=', vid).where('other_vid', '=', other).execute();
      await trx.deleteFrom('relations').where('vid', '=', other).where('other_vid', '=', vid).execute();
    });
  }
}

/** All or nothing: a row that came meanwhile refuses it, and the next run finds it. */
async function finish(reading: Reading, vid: string): Promise<void> {
  await reading.database.transaction(async (trx) => {
    for (const table of ['sync_floors', 'sync_counters'] as const) {
      await trx.deleteFrom(table).where('owner', '=', vid).execute();
    }
    await trx.deleteFrom('users').where('vid', '=', vid).execute();
    await trx.deleteFrom('removals').where('vid', '=', vid).execute();
  });
}
