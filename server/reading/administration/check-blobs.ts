// Compares what rows name with what the store has: missing and damaged blobs, and blobs that nothing names.

import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Blobs } from '../../base/blobs/blobs.ts';
import type { Importing } from '../import/import-file.ts';
import { purgePendingBlobs } from '../import/purge-imports.ts';
import type { Db, Tables } from '../reading.ts';
import type { Finding } from './check-findings.ts';
import { giveUpBlobs } from './remove-books.ts';

interface NamedBlob {
  key: string;
  size: number;
  sha256: string;
}

const sources = [
  { table: 'files', what: 'book file', advice: 'import the same file again, which brings it back' },
  { table: 'covers', what: 'cover', advice: 'import a new version of the book, or bring the backup back' },
  { table: 'stored_objects', what: 'stored object', advice: 'bring the backup back, or upload it again' },
] as const;

/** Where what rows name is kept. What is missing in the last two is made again when it is asked for. */
const folders = ['books', 'covers', 'objects', 'uploads', 'prepared', 'panels'];
const rowsAtOnce = 500;
const atOnce = 8;
/** Younger ones may be on their way. */
const settledAfter = 86_400;

/** `deep`: also reads every byte. */
export async function checkBlobs({ reading, blobs }: Importing, deep: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { table, what, advice } of sources) {
    for await (const batch of namedBlobs(reading.database.kysely, table)) {
      for (let at = 0; at < batch.length; at += atOnce) {
        const some = batch.slice(at, at + atOnce);
        const problems = await Promise.all(some.map((blob) => problemOf(blobs, blob, deep)));
        for (const [n, problem] of problems.entries()) {
          if (!problem) continue;
          findings.push({
            what: 'blob',
            where: some[n]?.key ?? '',
            problem: `${what} ${problem}`,
            repaired: false,
            advice,
          });
        }
      }
    }
  }
  return findings;
}

async function* namedBlobs(db: Db, table: (typeof sources)[number]['table']): AsyncGenerator<NamedBlob[]> {
  for (let after = ''; ; ) {
    const rows = await (db as Kysely<Pick<Tables, 'files'>>)
      .selectFrom(table as 'files')
      .select(['blob_key as key', 'size', 'sha256'])
      .distinct()
      .where('blob_key', '>', after)
      .orderBy('blob_key')
      .limit(rowsAtOnce)
      .execute();
    if (rows.length > 0) yield rows.map((row) => ({ ...row, size: Number(row.size) }));
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.key ?? '';
  }
}

async function problemOf(blobs: Blobs, blob: NamedBlob, deep: boolean): Promise<string | undefined> {
  const found = await blobs.stat(blob.key);
  if (!found) return 'is missing';
  if (found.size !== blob.size) return `has ${found.size} bytes instead of ${blob.size}`;
  if (!deep) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of await blobs.open(blob.key)) hash.update(chunk as Buffer);
  return hash.digest('hex') === blob.sha256 ? undefined : 'has other bytes than were stored';
}

/** Removed like those of imports that never ended, which looks once more whether something needs them. */
export async function checkOrphans(importing: Importing, repair: boolean): Promise<Finding[]> {
  const { reading, blobs } = importing;
  const before = reading.now() - settledAfter;
  const orphans: string[] = [];
  for (const folder of folders) {
    let batch: string[] = [];
    const look = async () => {
      orphans.push(...(await withoutName(reading.database.kysely, batch)));
      batch = [];
    };
    for await (const { key, modified } of blobs.list(folder)) {
      if (modified < before) batch.push(key);
      if (batch.length === rowsAtOnce) await look();
    }
    await look();
  }
  if (repair) {
    for (let at = 0; at < orphans.length; at += rowsAtOnce) {
      await reading.database.transaction((trx) => giveUpBlobs(trx, orphans.slice(at, at + rowsAtOnce)));
    }
    await purgePendingBlobs(importing);
  }
  return orphans.map((where) => ({
    what: 'orphan',
    where,
    problem: 'is in the store, and nothing names it',
    repaired: repair,
    advice: 'octavo check --repair removes it',
  }));
}

async function withoutName(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const list = sql.join(keys);
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from files where blob_key in (${list})
    union select blob_key from covers where blob_key in (${list})
    union select blob_key from stored_objects where blob_key in (${list})
    union select blob_key from prepared_books where blob_key in (${list})
    union select blob_key from panel_pictures where blob_key in (${list})
    union select blob_key from pending_blobs where blob_key in (${list})
    union select blob_key from uploads where blob_key in (${list})`.execute(db);
  const named = new Set(rows.map((row) => row.key));
  return keys.filter((key) => !named.has(key));
}
