// Deletes what has had its time: expired tokens and randoms, ended sessions, old tombstones. Run now and then by the
// program; running it twice at once, or never, changes no answer but how far back changes can be asked for.

import { sql } from 'kysely';
import { markCollection } from './marks/change-mark.ts';
import { purgeNotes } from './notes/purge-notes.ts';
import { purgeArticles } from './publications/purge-articles.ts';
import type { Reading } from './reading.ts';
import { purgeReviews } from './reviews/purge-reviews.ts';
import { shelfCollection } from './shelf/shelf-entries.ts';
import { raiseFloor } from './sync-floors.ts';

const day = 86_400;
/** How long a device may stay away and still be told of removals. */
export const tombstoneLife = 180 * day;
const endedSessionKept = 30 * day;
/** Longer than any of its tokens live. */
const unusedSessionKept = 120 * day;
const perRun = 500;

export async function purge(reading: Reading): Promise<void> {
  const now = reading.now();
  const db = reading.database.kysely;
  await db.deleteFrom('seen_randoms').where('expires_at', '<', now).execute();
  await db.deleteFrom('redeemed_codes').where('expires_at', '<', now).execute();
  // A used refresh token has to be known for as long as it would have been good, to notice its reuse.
  await db
    .deleteFrom('tokens')
    .where('expires_at', '<', now - day)
    .execute();
  const ended = now - endedSessionKept;
  await db.deleteFrom('sessions').where('ended_at', '>', 0).where('ended_at', '<', ended).execute();
  await db
    .deleteFrom('sessions')
    .where('last_used_at', '<', now - unusedSessionKept)
    .execute();
  await db
    .deleteFrom('applied_events')
    .where('applied_at', '<', now - tombstoneLife)
    .execute();
  await purgeShelves(reading, now - tombstoneLife);
  await purgeMarks(reading, now - tombstoneLife);
  await purgeReviews(reading, now - tombstoneLife);
  await purgeNotes(reading, now - tombstoneLife);
  await purgeArticles(reading, now - tombstoneLife);
}

/** Shelves with tombstones that are too old, some at a time; each in a transaction of its own. */
async function purgeShelves(reading: Reading, before: number): Promise<void> {
  const { rows } = await sql<{ vid: string }>`
    select distinct vid from (
      select vid from shelf_entries where removed_at > 0 and removed_at < ${before} and is_secret = 0
      union select vid from archives where removed_at > 0 and removed_at < ${before}
      union select vid from archive_members where removed_at > 0 and removed_at < ${before}
    ) as old limit ${perRun}`.execute(reading.database.kysely);
  for (const { vid } of rows) {
    await reading.database.transaction(async (trx) => {
      const floors: number[] = [];
      for (const table of ['shelf_entries', 'archives', 'archive_members'] as const) {
        const old = trx
          .deleteFrom(table)
          .where('vid', '=', vid)
          .where('removed_at', '>', 0)
          .where('removed_at', '<', before);
        // That a book is private outlives its place on the shelf: what was written about it must not come out.
        const kept = table === 'shelf_entries' ? old.where(sql<boolean>`is_secret = 0`) : old;
        const gone = await kept.returning('sync_key').execute();
        floors.push(...gone.map((row) => row.sync_key));
      }
      await raiseFloor(trx, vid, shelfCollection, floors);
    });
  }
}

async function purgeMarks(reading: Reading, before: number): Promise<void> {
  const lists = await reading.database.kysely
    .selectFrom('marks')
    .select(['vid', 'book_id'])
    .distinct()
    .where('removal_stored_at', '>', 0)
    .where('removal_stored_at', '<', before)
    .limit(perRun)
    .execute();
  for (const { vid, book_id } of lists) {
    await reading.database.transaction(async (trx) => {
      const gone = await trx
        .deleteFrom('marks')
        .where('vid', '=', vid)
        .where('book_id', '=', book_id)
        .where('removal_stored_at', '>', 0)
        .where('removal_stored_at', '<', before)
        .returning('sync_key')
        .execute();
      await raiseFloor(
        trx,
        vid,
        markCollection(book_id),
        gone.map((row) => row.sync_key),
      );
    });
  }
}
