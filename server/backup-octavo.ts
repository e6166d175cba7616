// A backup of everything that the reading service keeps, made while it runs, and its way back into a new database, on
// either kind. What can be made anew (the search index, waiting work) is left out.

import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import {
  beginBackup,
  blobsFolder,
  finishBackup,
  type Manifest,
  prepareFolder,
  readManifest,
} from './base/backup/backup-folder.ts';
import { readBlobList, writeBlobList } from './base/backup/blob-list.ts';
import { type BlobCopy, copyIn, copyOut, isIntact, removeOthers, syncCopies } from './base/backup/copy-blobs.ts';
import { dumpTables, tableFile } from './base/backup/dump-tables.ts';
import { holdingFolder } from './base/backup/hold-folder.ts';
import { checkDump, loadTables } from './base/backup/load-tables.ts';
import { withSnapshot } from './base/backup/snapshot.ts';
import { tablesInOrder } from './base/backup/table-order.ts';
import type { Blobs } from './base/blobs/blobs.ts';
import type { Database } from './base/database/database.ts';
import { migrate } from './base/database/migrations.ts';
import { StartError } from './base/start-error.ts';
import { migrateAll, migrationSets, type Octavo } from './open-octavo.ts';
import { holdBlobs, releaseBlobs } from './reading/import/storing/hold-blobs.ts';
import { newLife } from './reading/reading.ts';

/** Made anew by the service: waiting jobs, the index of texts, and what was prepared for delivery. */
const leftOut = /^(jobs|search_.*|chapter_terms.*|chapter_texts|prepared_.*|panel_pictures)$/;
/** Tables of bytes that may not have come yet, or not stay. */
const onTheirWay = new Set(['pending_blobs', 'uploads']);

export interface BackupReport {
  manifest: Manifest;
  /** Keys that rows name and the store does not have. */
  missing: string[];
}

/** Beside an older backup in the folder, which stays whole until this one is. */
export async function backupOctavo(octavo: Octavo, folder: string, version: string): Promise<BackupReport> {
  await prepareFolder(folder);
  // Each removes what it does not know, so two at once would take each other's files.
  return holdingFolder(folder, () => holdBlobs(octavo.reading, () => writeBackup(octavo, folder, version)));
}

async function writeBackup(octavo: Octavo, folder: string, version: string): Promise<BackupReport> {
  const known = await knownBlobs(folder);
  const place = await beginBackup(folder);
  const { database } = octavo;
  const { tables, migrations, keys } = await withSnapshot(database, place.path, async (kysely) => {
    const names = await tablesInOrder(kysely, database.dialect, (name) => leftOut.test(name));
    return {
      tables: await dumpTables(kysely, database.dialect, names, place.path),
      migrations: await appliedMigrations(kysely),
      keys: await blobKeys(kysely, names),
    };
  });
  const copies: BlobCopy[] = [];
  const missing: string[] = [];
  for (const key of keys) {
    const copy = await copyOut(octavo.blobs, key, join(folder, blobsFolder), known.get(key));
    if (copy) copies.push(copy);
    else missing.push(key);
  }
  await syncCopies(join(folder, blobsFolder));
  const blobsSha256 = await writeBlobList(place.path, copies);
  const manifest: Manifest = {
    format: 'octavo-backup-1',
    createdAt: octavo.reading.now(),
    version,
    dialect: database.dialect,
    migrations,
    folder: place.name,
    tables,
    blobs: copies.length,
    blobsSha256,
    bytes: copies.reduce((sum, { size }) => sum + size, 0),
  };
  await finishBackup(folder, manifest);
  await removeOthers(join(folder, blobsFolder), new Set(copies.map(({ key }) => key)));
  return { manifest, missing };
}

/** Every line and every blob against what was written. Throws StartError for what cannot be used at all. */
export async function checkBackup(folder: string): Promise<{ manifest: Manifest; damaged: string[] }> {
  const manifest = await requireManifest(folder);
  const damaged: string[] = [];
  for (const dump of manifest.tables) {
    if (!(await isWhole(dump, join(folder, manifest.folder))))
      damaged.push(`${manifest.folder}/${tableFile(dump.name)}`);
  }
  for (const copy of await listOf(folder, manifest)) {
    if (!(await isIntact(copy, join(folder, blobsFolder)))) damaged.push(copy.key);
  }
  return { manifest, damaged };
}

async function isWhole(dump: Manifest['tables'][number], folder: string): Promise<boolean> {
  try {
    await checkDump(dump, folder);
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

/** Into a new database and its blob store. All of the rows come, or none. */
export async function restoreOctavo<T>(database: Database<T>, blobs: Blobs, folder: string): Promise<Manifest> {
  const manifest = await requireManifest(folder);
  refuseNewer(manifest);
  await refuseUsed(database);
  // First the form that the rows had, then the steps that came since, which change rows as well.
  for (const set of migrationSets) {
    const had = new Set(manifest.migrations[set.name] ?? []);
    await migrate(database, { name: set.name, migrations: set.migrations.filter(({ name }) => had.has(name)) });
  }
  for (const copy of await listOf(folder, manifest)) await copyIn(blobs, copy, join(folder, blobsFolder));
  await database.transaction(async (anyTrx) => {
    // biome-ignore lint/suspicious/noExplicitAny: the tables are those of the backup's day.
    const trx = anyTrx as unknown as Kysely<any>;
    await loadTables(trx, manifest.tables, join(folder, manifest.folder));
    // Clients notice that this is not the database they know, and tell what only they still have.
    await newLife(trx, randomInt);
    await releaseBlobs(trx);
  });
  await migrateAll(database);
  return manifest;
}

async function requireManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new StartError(`There is no backup in ${folder}.`);
  return manifest;
}

function refuseNewer(manifest: Manifest): void {
  for (const [name, steps] of Object.entries(manifest.migrations)) {
    const known = new Set(migrationSets.find((set) => set.name === name)?.migrations.map((step) => step.name));
    const foreign = steps.filter((step) => !known.has(step));
    if (foreign.length > 0) {
      throw new StartError(`The backup was made by version ${manifest.version}, which is newer than this program.`);
    }
  }
}

async function refuseUsed<T>(database: Database<T>): Promise<void> {
  const tables = await tablesInOrder(database.kysely, database.dialect, (name) => leftOut.test(name));
  for (const name of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(database.kysely);
    if (rows.length > 0) {
      throw new StartError(`The database ${database.address} is in use already; restore into a new one.`);
    }
  }
}

/** Of the backup that is there. Where its list is damaged, everything is copied anew. */
async function knownBlobs(folder: string): Promise<Map<string, BlobCopy>> {
  const manifest = await readManifest(folder);
  try {
    const copies = manifest ? await listOf(folder, manifest) : [];
    return new Map(copies.map((copy) => [copy.key, copy]));
  } catch (error) {
    if (error instanceof StartError) return new Map();
    throw error;
  }
}

const listOf = (folder: string, manifest: Manifest) =>
  readBlobList(join(folder, manifest.folder), manifest.blobsSha256);

// biome-ignore lint/suspicious/noExplicitAny: the table of migrations is the base's own.
async function appliedMigrations(kysely: Kysely<any>): Promise<Record<string, string[]>> {
  const rows = await kysely
    .selectFrom('applied_migrations')
    .select(['set_name', 'name'])
    .where('set_name', '<>', '')
    .orderBy('name')
    .execute();
  const sets = Map.groupBy(rows as { set_name: string; name: string }[], (row) => row.set_name);
  return Object.fromEntries([...sets].map(([set, list]) => [set, list.map(({ name }) => name)]));
}

/** Whatever a column called `blob_key` names, in any table, but those that are only on their way. */
// biome-ignore lint/suspicious/noExplicitAny: the columns are looked up.
async function blobKeys(kysely: Kysely<any>, tables: readonly string[]): Promise<Set<string>> {
  const described = await kysely.introspection.getTables();
  const keys = new Set<string>();
  for (const { name, columns } of described) {
    if (onTheirWay.has(name) || !tables.includes(name)) continue;
    for (const column of columns.filter((one) => /(^|_)blob_key$/.test(one.name))) {
      const found = kysely.selectFrom(name).select(`${column.name} as key`).distinct().where(column.name, '<>', '');
      for (const { key } of await found.execute()) keys.add(String(key));
    }
  }
  return keys;
}
