// Shows a database as it is at one moment while others go on writing to it.

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase, sqliteUrl } from '../database/database.ts';

/** `folder`: where SQLite's copy may stand meanwhile. */
export async function withSnapshot<T, R>(
  database: Database<T>,
  folder: string,
  work: (kysely: Kysely<T>) => Promise<R>,
): Promise<R> {
  if (database.dialect === 'postgres') {
    const snapshot = database.kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return snapshot.execute(work);
  }
  // Reading in a transaction would keep the write-ahead log growing for as long as it takes.
  const place = await mkdtemp(join(folder, '.snapshot-'));
  try {
    const file = join(place, 'copy.sqlite');
    await sql`vacuum into ${file}`.execute(database.kysely);
    const copy = await openDatabase<T>(sqliteUrl(file));
    try {
      return await work(copy.kysely);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
