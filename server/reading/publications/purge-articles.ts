// Deletes tombstones of articles that have had their time, and raises the floors of their lists.

import type { Reading } from '../reading.ts';
import { raiseFloor } from '../sync-floors.ts';
import { articleCollection } from './publication-access.ts';

const perRun = 500;

export async function purgeArticles(reading: Reading, before: number): Promise<void> {
  const publications = await reading.database.kysely
    .selectFrom('articles')
    .select('book_id')
    .distinct()
    .where('removed_at', '>', 0)
    .where('removed_at', '<', before)
    .limit(perRun)
    .execute();
  for (const { book_id } of publications) {
    await reading.database.transaction(async (trx) => {
      const gone = await trx
        .deleteFrom('articles')
        .where('book_id', '=', book_id)
        .where('removed_at', '>', 0)
        .where('removed_at', '<', before)
        .returning(['article_id', 'sync_key'])
        .execute();
      const ids = gone.map((row) => row.article_id);
      if (ids.length > 0) await trx.deleteFrom('article_reads').where('article_id', 'in', ids).execute();
      const keys = gone.map((row) => row.sync_key);
      await raiseFloor(trx, book_id, articleCollection, keys);
    });
  }
}
