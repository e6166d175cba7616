// Opens the jobs of a database: our own table on SQLite, pg-boss on PostgreSQL.

import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Jobs } from './jobs.ts';
import { openTableJobs } from './jobs-table.ts';

/** Needs `baseMigrations`. `url` is the database's address; pg-boss keeps connections of its own. */
export async function openJobs<T>(database: Database<T>, options: { url: string; log: Log }): Promise<Jobs> {
  if (database.dialect === 'sqlite') return openTableJobs(database, options.log);
  const { openBossJobs } = await import('./jobs-boss.ts');
  return openBossJobs(options.url, options.log);
}
