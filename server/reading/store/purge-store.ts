// Deletes what the store remembers for a while only: pages of searches, what was shown, words that people searched for.

import type { Reading } from '../reading.ts';
import { searchedWordsLife } from './searched-words.ts';

const hour = 3600;
const day = 86_400;
const perRun = 5000;

export async function purgeStore(reading: Reading): Promise<void> {
  const now = reading.now();
  const db = reading.database.kysely;
  await db
    .deleteFrom('store_searches')
    .where('created_at', '<', now - 6 * hour)
    .execute();
  await db
    .deleteFrom('shown_books')
    .where('shown_at', '<', now - 7 * day)
    .execute();
  const old = await db
    .selectFrom('searched_words')
    .select(['vid', 'word'])
    .where('searched_at', '<', now - searchedWordsLife)
    .limit(perRun)
    .execute();
  for (const [word, ofWord] of Map.groupBy(old, (row) => row.word)) {
    await reading.database.transaction(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('searched_words')
        .where('word', '=', word)
        .where(
          'vid',
          'in',
          ofWord.map((row) => row.vid),
        )
        .where('searched_at', '<', now - searchedWordsLife)
        .executeTakeFirst();
      await trx
        .updateTable('searched_tags')
        .set((row) => ({ readers: row('readers', '-', Number(numDeletedRows)) }))
        .where('word', '=', word)
        .execute();
      await trx.deleteFrom('searched_tags').where('word', '=', word).where('readers', '<=', 0).execute();
    });
  }
}
