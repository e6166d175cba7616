// Makes the sorting keys of stored rows anew where an older version of Octavo made them otherwise. In small steps behind
// everything else: a start does not wait for ten thousand books. What is ended half-way begins anew and finds less to do.

import type { Database } from '../database.ts';
import { readSetting, setting } from '../settings/settings.ts';
import { archiveRow } from './archives.ts';
import { bookRow } from './books.ts';
import { sortKeyVersion } from './sort-key.ts';

const made = setting('sortKeys', { version: 0 });
const rowsPerStep = 50;

/**
 * `rest`: resolves when nothing more urgent is to be done. `isOver`: the account is being closed. A shelf that is shown
 * stays as it is: the next page that is read has the new order.
 */
export async function renewSortKeys(
  database: Database,
  rest: () => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  await rest();
  if (isOver() || (await readSetting(database, made)).version === sortKeyVersion) return;
  for (const renew of [renewBooks, renewArchives]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      await rest();
      if (isOver()) return;
      after = await renew(database, after);
    }
  }
  await database.settings.put({ name: made.name, value: { version: sortKeyVersion } });
}

/** Answers the key to go on after; nothing at the end. */
function renewBooks(database: Database, after: string): Promise<string | undefined> {
  return database.transaction('rw', database.books, async () => {
    const rows = await database.books.where('bookId').above(after).limit(rowsPerStep).toArray();
    const stale = rows.flatMap((row) => {
      const fresh = bookRow(row);
      return fresh.titleKey === row.titleKey && fresh.authorKey === row.authorKey ? [] : [fresh];
    });
    await database.books.bulkPut(stale);
    return rows[rowsPerStep - 1]?.bookId;
  });
}

function renewArchives(database: Database, after: string): Promise<string | undefined> {
  return database.transaction('rw', database.archives, async () => {
    const rows = await database.archives.where('archiveId').above(after).limit(rowsPerStep).toArray();
    const stale = rows.flatMap((row) => {
      const fresh = archiveRow(row.archiveId, row.name);
      return fresh.nameKey === row.nameKey ? [] : [fresh];
    });
    await database.archives.bulkPut(stale);
    return rows[rowsPerStep - 1]?.archiveId;
  });
}
