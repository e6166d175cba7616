// Opens what every verb of `octavo` works on: the migrated database, the reading service's core, the blob store.

import { randomBytes } from 'node:crypto';
import { accountMigrations } from './accounts/migrations.ts';
import type { AccountDatabase, AccountTables } from './accounts/tables.ts';
import type { Blobs } from './base/blobs/blobs.ts';
import { openBlobs } from './base/blobs/open-blobs.ts';
import { baseMigrations } from './base/database/base-migrations.ts';
import { type Database, openDatabase } from './base/database/database.ts';
import { migrate, planMigrations } from './base/database/migrations.ts';
import type { Jobs } from './base/jobs/jobs.ts';
import { openJobs } from './base/jobs/open-jobs.ts';
import type { Log } from './base/log.ts';
import { StartError } from './base/start-error.ts';
import { keepFact } from './reading/facts.ts';
import { readingMigrations } from './reading/migrations.ts';
import { openReading, type Reading, type Tables, unixNow } from './reading/reading.ts';
import type { Settings } from './settings.ts';

export const migrationSets = [baseMigrations, accountMigrations, readingMigrations];

export interface Octavo {
  settings: Settings;
  log: Log;
  database: Database<Tables>;
  /** The same database as the account pages see it. */
  accounts: AccountDatabase;
  reading: Reading;
  /** Only the service starts them; a verb may ask for work that the service does. */
  jobs: Jobs;
  blobs: Blobs;
  /** Base address that others reach the service by. */
  publicUrl: string;
  close(): Promise<void>;
}

/** The accounts of this installation keep their identity when the authorization server's address changes. */
export function realmOf(settings: Settings): string {
  return settings.authAdminUrl === undefined ? settings.issuerUrl : 'accounts';
}

/** Database, blobs and jobs, without listening. Rejects with `StartError` when they cannot be opened or are out of date. */
export async function openOctavo(settings: Settings, log: Log): Promise<Octavo> {
  const database = await openDatabase<Tables & AccountTables>(settings.databaseUrl, { log });
  let jobs: Jobs | undefined;
  try {
    await prepareDatabase(database, settings, log);
    jobs = await openJobs(database, { url: settings.databaseUrl, log });
    const queue = jobs;
    const reading = await openReading(database as unknown as Database<Tables>, queue, unixNow, settings.quota);
    const secret = await keepFact(reading.database, 'blobSecret', () => randomBytes(32).toString('base64url'));
    const publicUrl = (settings.publicUrl ?? `http://127.0.0.1:${settings.port}`).replace(/\/+$/, '');
    const blobs = await openBlobs(settings.blobsUrl, { publicUrl, secret, log });
    const close = async () => {
      await queue.stop();
      await blobs.close();
      await database.close();
    };
    const accounts = database as unknown as AccountDatabase;
    return { settings, log, database: reading.database, accounts, reading, jobs: queue, blobs, publicUrl, close };
  } catch (error) {
    await jobs?.stop();
    await database.close();
    throw error;
  }
}

/** SQLite belongs to this installation alone; a shared database is changed by a person, or when told so. */
async function prepareDatabase<T>(database: Database<T>, settings: Settings, log: Log): Promise<void> {
  const plan = await planAll(database);
  if (plan.length === 0) return;
  if (database.dialect !== 'sqlite' && settings.migrate !== 'auto') {
    throw new StartError(
      `The database lacks ${plan.length} schema ${plan.length === 1 ? 'step' : 'steps'}; make a backup and run ` +
        '"octavo migrate", or set OCTAVO_MIGRATE=auto.',
    );
  }
  log.info({ plan }, 'the database is brought up to date');
  await migrateAll(database);
}

/** `set/step` of every step that is missing; changes nothing. */
export async function planAll<T>(database: Database<T>): Promise<string[]> {
  const plans: string[] = [];
  for (const set of migrationSets) {
    plans.push(...(await planMigrations(database, set)).map((name) => `${set.name}/${name}`));
  }
  return plans;
}

/** Applies what is missing and answers it, as `set/step`. */
export async function migrateAll<T>(database: Database<T>): Promise<string[]> {
  const applied: string[] = [];
  for (const set of migrationSets) {
    applied.push(...(await migrate(database, set)).map((name) => `${set.name}/${name}`));
  }
  return applied;
}
