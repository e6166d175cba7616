// Takes a removed reader out of what is counted over all: books finished, wishes, searched words, and the interests by
// which books are ranked and recommended.

import type { Reading, Trx } from '../reading.ts';
import { refreshStats } from '../store/book-stats.ts';
import { refreshInterests } from '../store/interests.ts';
import { noteInterest } from '../store/note-changes.ts';

const atOnce = 100;

/** Repeats a piece in a transaction of its own until it answers that nothing was left. */
async function repeat(reading: Reading, piece: (trx: Trx) => Promise<number>): Promise<void> {
  while ((await reading.database.transaction(piece)) > 0);
}

export async function removeCounted(reading: Reading, vid: string): Promise<void> {
  await repeat(reading, (trx) => removeStates(trx, vid));
  await repeat(reading, (trx) => removeWishes(trx, vid));
  await repeat(reading, (trx) => removeSearches(trx, vid));
}

async function removeStates(trx: Trx, vid: string): Promise<number> {
  const rows = await trx
    .selectFrom('book_states')
    .select('book_id')
    .where('vid', '=', vid)
    .orderBy('book_id')
    .limit(atOnce)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.book_id);
  await trx.deleteFrom('book_states').where('vid', '=', vid).where('book_id', 'in', ids).execute();
  await noteInterest(trx, vid, ids);
  return rows.length;
}

async function removeWishes(trx: Trx, vid: string): Promise<number> {
  const rows = await trx
    .selectFrom('wishers')
    .select('wish_id')
    .where('vid', '=', vid)
    .orderBy('wish_id')
    .limit(atOnce)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.wish_id);
  await trx.deleteFrom('wishers').where('vid', '=', vid).where('wish_id', 'in', ids).execute();
  await trx
    .updateTable('wishes')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('wish_id', 'in', ids)
    .where('count', '>', 0)
    .execute();
  return rows.length;
}

async function removeSearches(trx: Trx, vid: string): Promise<number> {
  const rows = await trx
    .selectFrom('searched_words')
    .select('word')
    .where('vid', '=', vid)
    .orderBy('word')
    .limit(atOnce)
    .execute();
  if (rows.length === 0) return 0;
  const words = rows.map((row) => row.word);
  await trx.deleteFrom('searched_words').where('vid', '=', vid).where('word', 'in', words).execute();
  await trx
    .updateTable('searched_tags')
    .set((row) => ({ readers: row('readers', '-', 1) }))
    .where('word', 'in', words)
    .execute();
  await trx.deleteFrom('searched_tags').where('word', 'in', words).where('readers', '<=', 0).execute();
  return rows.length;
}

/** After everything that interests are computed from: they fall to nothing, and out of every sum. */
export async function removeInterests(reading: Reading, vid: string): Promise<void> {
  await repeat(reading, async (trx) => {
    const rated = await trx.deleteFrom('ratings').where('vid', '=', vid).returning('book_id').execute();
    await noteInterest(
      trx,
      vid,
      rated.map((row) => row.book_id),
    );
    return 0;
  });
  await reading.database.kysely.deleteFrom('progress').where('vid', '=', vid).execute();
  const books = await reading.database.kysely
    .selectFrom('interests')
    .select('book_id')
    .where('vid', '=', vid)
    .execute();
  for (let at = 0; at < books.length; at += atOnce) {
    const ids = books.slice(at, at + atOnce).map((row) => row.book_id);
    await reading.database.transaction((trx) => noteInterest(trx, vid, ids));
  }
  await repeat(reading, async (trx) => {
    const rows = await trx
      .selectFrom('interest_changes')
      .select('book_id')
      .where('vid', '=', vid)
      .orderBy('book_id')
      .limit(atOnce)
      .execute();
    const ids = rows.map((row) => row.book_id);
    if (ids.length === 0) return 0;
    await trx.deleteFrom('interest_changes').where('vid', '=', vid).where('book_id', 'in', ids).execute();
    const changed = await refreshInterests(trx, vid, ids);
    await refreshStats(trx, [...new Set([...changed, ...ids])].sort(), reading.now());
    return rows.length;
  });
}
