// Which public reviews speak of which topics, kept up to date by the counter that every public change of a review raises.

import { nextSyncKey } from '../../base/database/counters.ts';
import { listState, type Reading, type Trx } from '../reading.ts';
import { everyone, reviewCollection } from '../reviews/store-review.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { foldName } from './book-words.ts';

const reviewsAtOnce = 200;
const readUpTo = 'topicsReadUpTo';

/** Answers how many changed reviews were read. */
export async function refreshTopics(reading: Reading): Promise<number> {
  const { counter } = await listState(reading.database.kysely, everyone, reviewCollection);
  return reading.database.transaction(async (trx) => {
    // Locked, so that two processes do not read the same ones.
    await nextSyncKey(trx, 'store', 'topics');
    const fact = await trx.selectFrom('facts').select('value').where('name', '=', readUpTo).executeTakeFirst();
    const after = Number(fact?.value ?? 0);
    if (after >= counter) return 0;
    const rows = await trx
      .selectFrom('reviews')
      .selectAll()
      .where('public_key', '>', after)
      .where('public_key', '<=', counter)
      .orderBy('public_key')
      .limit(reviewsAtOnce)
      .execute();
    await writeTopics(trx, rows);
    const value = String(rows.length === reviewsAtOnce ? (rows.at(-1)?.public_key ?? counter) : counter);
    await trx
      .insertInto('facts')
      .values({ name: readUpTo, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return rows.length;
  });
}

async function writeTopics(trx: Trx, rows: readonly ReviewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .deleteFrom('topic_reviews')
    .where(
      'review_id',
      'in',
      rows.map((row) => row.review_id),
    )
    .execute();
  const topics = rows.flatMap((row) => {
    const isPublic = !row.removed_at && !row.is_private && !row.friends_only;
    const named = isPublic ? (JSON.parse(row.topic_ranges || '[]') as { topic: string }[]) : [];
    const byKey = new Map(named.map(({ topic }) => [foldName(topic), topic]));
    byKey.delete('');
    return [...byKey].map(([topic_id, name]) => ({
      topic_id: topic_id.slice(0, 64).toWellFormed(),
      review_id: row.review_id,
      name,
      book_id: row.book_id,
      vid: row.vid,
      number: row.number,
      create_time: row.create_time,
    }));
  });
  const distinct = new Map(topics.map((row) => [`${row.review_id} ${row.topic_id}`, row]));
  if (distinct.size > 0)
    await trx
      .insertInto('topic_reviews')
      .values([...distinct.values()])
      .execute();
}
