// Deletes tombstones of reviews, reposts and comments that have had their time, and raises the floors of their lists.

import type { Reading } from '../reading.ts';
import { raiseFloor } from '../sync-floors.ts';
import { everyone, reviewCollection } from './store-review.ts';

const perRun = 500;

export async function purgeReviews(reading: Reading, before: number): Promise<void> {
  const db = reading.database.kysely;
  const authors = await db
    .selectFrom('reviews')
    .select('vid')
    .distinct()
    .where('removal_stored_at', '>', 0)
    .where('removal_stored_at', '<', before)
    .limit(perRun)
    .execute();
  for (const { vid } of authors) await purgeOfAuthor(reading, vid, before);
  await purgeReposts(reading, before);
  await db
    .deleteFrom('comments')
    .where('removed_at', '>', 0)
    .where('removed_at', '<', before)
    .where('answers_count', '=', 0)
    .execute();
}

async function purgeOfAuthor(reading: Reading, vid: string, before: number): Promise<void> {
  await reading.database.transaction(async (trx) => {
    const old = await trx
      .selectFrom('reviews')
      .select(['review_id', 'sync_key', 'public_key'])
      .where('vid', '=', vid)
      .where('removal_stored_at', '>', 0)
      .where('removal_stored_at', '<', before)
      .limit(perRun)
      .execute();
    const ids = old.map((row) => row.review_id);
    if (ids.length === 0) return;
    await trx.deleteFrom('comments').where('subject_kind', '=', 'review').where('subject_id', 'in', ids).execute();
    await trx.deleteFrom('reviews').where('review_id', 'in', ids).execute();
    await raiseFloor(
      trx,
      vid,
      reviewCollection,
      old.map((row) => row.sync_key),
    );
    await raiseFloor(
      trx,
      everyone,
      reviewCollection,
      old.map((row) => row.public_key),
    );
  });
}

async function purgeReposts(reading: Reading, before: number): Promise<void> {
  await reading.database.transaction(async (trx) => {
    const gone = await trx
      .deleteFrom('reposts')
      .where('removed_at', '>', 0)
      .where('removed_at', '<', before)
      .returning('public_key')
      .execute();
    await raiseFloor(
      trx,
      everyone,
      reviewCollection,
      gone.map((row) => row.public_key),
    );
  });
}
