// A tablet with a large shelf that wakes and finds nothing new: how many queries its one request takes, and that each of them
// is answered by an index.

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../server/base/database/database.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { refreshStore } from '../../../../server/reading/store/refresh-store.ts';
import { forEachDatabase } from '../../databases.ts';
import { addBook, type Client, type House, migrationSets, openHouse } from '../house.ts';
import { Recorder, scans } from '../query-plans.ts';
import { follow } from '../relations.ts';

const shelfSize = 5000;
const reviews = 300;
/** One for the session is asked besides. */
const queries = { shelf: 1, rateSynckey: 1, marketSyncver: 1, reviewTimeline: 1 };

forEachDatabase((name, open) => {
  let database: Database<Tables>;
  let house: House;
  let ann: Client;
  let recorder: Recorder;

  beforeAll(async () => {
    database = await open<Tables>(...migrationSets);
    recorder = new Recorder(database);
    house = await openHouse({ ...database, kysely: database.kysely.withPlugin(recorder) });
    ann = await house.signIn('ann');
    const bob = await house.signIn('bob');
    await follow(house, ann, bob);
    await fill(database, ann.vid, bob.vid, await addBook(house.reading, ''));
    await refreshStore(house.reading);
    return () => house.close();
  });

  test('costs one indexed query for each part', { timeout: 60_000 }, async () => {
    const keys = await upToDate(ann);
    for (const [part, most] of Object.entries(queries)) {
      recorder.asked.length = 0;
      const reply = await ann.call('POST /mobileSync', { [part]: keys[part] });
      expect(reply).toHaveProperty(part);
      const asked = [...recorder.asked];
      const told = asked.map((query) => query.sql);
      expect(told, `${part}: ${told.join('; ')}`).toHaveLength(1 + most);
      for (const query of asked) expect(await scans(database, name, query), query.sql).toEqual([]);
    }
    recorder.asked.length = 0;
    const all = await ann.call('POST /mobileSync', keys);
    expect(all).toMatchObject({
      shelf: { books: [], bookProgress: [], hasMore: 0, bookCount: shelfSize },
      rateSynckey: { reviews: [], hasMore: 0, totalCount: reviews },
      reviewTimeline: { reviews: [], hasMore: 0, totalCount: reviews },
    });
    expect(recorder.asked).toHaveLength(1 + Object.values(queries).reduce((sum, count) => sum + count, 0));
  });
});

/** Synckeys of a device that has everything. */
async function upToDate(client: Client): Promise<Record<string, number>> {
  const keys: Record<string, number> = Object.fromEntries(Object.keys(queries).map((part) => [part, 0]));
  for (let more = true; more; ) {
    more = false;
    const reply = await client.call('POST /mobileSync', keys);
    for (const part of Object.keys(keys)) {
      const { synckey = 0, hasMore = 0 } = reply[part as 'shelf'] ?? {};
      more ||= hasMore === 1 && synckey !== keys[part];
      keys[part] = synckey;
    }
  }
  return keys;
}

/** A shelf of many books, and stars that both readers gave many of them. */
async function fill(database: Database<Tables>, ann: string, bob: string, bookId: string): Promise<void> {
  const db = database.kysely;
  const run = (text: string) => sql.raw(text).execute(db);
  const numbers = (most: number) =>
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${most})`;
  await run(`insert into files (sha256, blob_key, size, media_type, created_at)
    ${numbers(shelfSize)} select 'many' || n, 'many', 1, '', 0 from numbers`);
  const columns = 'owner_vid, visibility, version, format, title, author, language, direction, created_at, updated_at';
  await run(`insert into books (book_id, file_sha256, ${columns})
    ${numbers(shelfSize)} select 'b_many' || n, 'many' || n, ${columns}
    from books cross join numbers where book_id = '${bookId}'`);
  await run(`insert into shelf_entries (vid, kind, item_id, sync_key)
    ${numbers(shelfSize)} select '${ann}', 'book', 'b_many' || n, n from numbers`);
  await db.updateTable('users').set({ shelf_books: shelfSize }).where('vid', '=', ann).execute();
  for (const [index, vid] of [ann, bob].entries()) {
    const number = `(n + ${index * reviews})`;
    await run(`insert into reviews (review_id, vid, book_id, sync_key, public_key, number, rank, was_shared, type, star, content,
        extras, topic_ranges, at_vids, field_times)
      ${numbers(reviews)} select 'r_many' || ${number}, '${vid}', 'b_many' || n, n, ${number}, ${number}, ${number}, 1, 4, 80,
        'Good', '{}', '[]', '[]', '{}' from numbers`);
    await run(`insert into sync_counters (owner, collection, value) values ('${vid}', 'reviews', ${reviews})`);
  }
  await run(`insert into sync_counters (owner, collection, value) values ('', 'reviews', ${2 * reviews})`);
  await run(`insert into sync_counters (owner, collection, value) values ('${ann}', 'shelf', ${shelfSize})`);
  if (database.dialect === 'postgres') await run('analyze');
}
