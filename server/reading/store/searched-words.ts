// What readers search for, told to others only where several of them did: one person's words are nobody else's business.

import type { Reading } from '../reading.ts';
import { foldName } from './book-words.ts';

export const searchedWordsLife = 30 * 86_400;
/** Readers who searched for the same, before others are told. */
export const fewestReaders = 3;
const mostTags = 20;
/** The same search by the same reader writes nothing until then. */
const notedAgainAfter = 86_400;
const longestWord = 64;

/** Notes a search once per reader, however often it is made. */
export async function noteSearch(reading: Reading, vid: string, keyword: string, scope: number): Promise<void> {
  const word = foldName(keyword).slice(0, longestWord).toWellFormed();
  if (word === '') return;
  const searched_at = reading.now();
  const noted = await reading.database.kysely
    .selectFrom('searched_words')
    .select('searched_at')
    .where('vid', '=', vid)
    .where('word', '=', word)
    .executeTakeFirst();
  if (noted && noted.searched_at > searched_at - notedAgainAfter) return;
  await reading.database.transaction(async (trx) => {
    const known = await trx
      .updateTable('searched_words')
      .set({ searched_at })
      .where('vid', '=', vid)
      .where('word', '=', word)
      .executeTakeFirst();
    if (known.numUpdatedRows > 0n) return;
    const made = await trx
      .insertInto('searched_words')
      .values({ vid, word, searched_at })
      .onConflict((conflict) => conflict.columns(['vid', 'word']).doNothing())
      .executeTakeFirst();
    if ((made.numInsertedOrUpdatedRows ?? 0n) === 0n) return;
    await trx
      .insertInto('searched_tags')
      .values({ word, shown: keyword.trim().slice(0, 200).toWellFormed(), scope, readers: 1 })
      .onConflict((conflict) =>
        conflict.column('word').doUpdateSet((row) => ({ readers: row('searched_tags.readers', '+', 1) })),
      )
      .execute();
  });
}

export function searchTagRoutes(reading: Reading) {
  return {
    'GET /searchtags': async () => {
      const rows = await reading.database.kysely
        .selectFrom('searched_tags')
        .selectAll()
        .where('readers', '>=', fewestReaders)
        .orderBy('readers', 'desc')
        .orderBy('word')
        .limit(mostTags)
        .execute();
      return { tags: rows.map(({ shown, scope, readers }) => ({ word: shown, scope: scope as 0, count: readers })) };
    },
  };
}
