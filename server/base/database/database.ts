// Opens a database by its address: `sqlite:///file`, `memory`, `postgres://…`, `cockroach://…` or `plugin:///module`.
// Everything above sees Kysely, the dialect's name and transactions that are retried; no driver.

import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Kysely, type Dialect as KyselyDialect, sql, type Transaction } from 'kysely';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { refuseUnstorable, refuseValues } from '../storable-text.ts';
import { type Step, togetherInTransaction } from '../together.ts';
import { isRetryable } from './database-errors.ts';
import { openPool, postgresDialect, readPoolSettings } from './postgres.ts';
import { markTransaction, openSqliteFile, sqliteDialect, writeTogether } from './sqlite.ts';

export type Dialect = 'sqlite' | 'postgres';

export interface Database<T> {
  readonly kysely: Kysely<T>;
  readonly dialect: Dialect;
  /** Where it is, without password. */
  readonly address: string;
  /**
   * Runs `work` in one transaction; all of it is run again when another transaction was in the way, so it must do
   * nothing but database work.
   */
  transaction<R>(work: (trx: Transaction<T>) => Promise<R>): Promise<R>;
  /**
   * Runs the steps as one, waiting for nothing in between. Answers the first that changes another number of rows than it
   * must; then nothing is changed. Cheaper than a transaction: on SQLite they share their way to the disk with others'.
   */
  together(steps: readonly Step[]): Promise<Step | undefined>;
  /** Asks the database; throws when it does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What the default export of a `plugin:///` module answers. */
export interface DatabasePlugin {
  dialect: KyselyDialect;
  family: Dialect;
}
export type OpenPlugin = (url: string) => DatabasePlugin | Promise<DatabasePlugin>;

const attempts = 10;

interface Opened extends DatabasePlugin {
  /** Wraps the inside of every transaction. */
  around?: <R>(work: () => Promise<R>) => Promise<R>;
  together?: (steps: readonly Step[]) => Promise<Step | undefined>;
}

export async function openDatabase<T>(url: string, options: { log?: Log } = {}): Promise<Database<T>> {
  const { dialect, family, around, together } = await openDialect(url, options.log);
  const kysely = new Kysely<T>({ dialect: refuseUnstorable(dialect) });
  const transaction = <R>(work: (trx: Transaction<T>) => Promise<R>) =>
    withRetry(kysely, (trx) => (around ? around(() => work(trx)) : work(trx)), options.log);
  return {
    kysely,
    dialect: family,
    address: withoutPassword(url),
    transaction,
    together: async (steps) => {
      for (const { query } of steps) refuseValues(query.parameters);
      return together ? together(steps) : togetherInTransaction(transaction, steps);
    },
    ping: async () => {
      await sql`select 1`.execute(kysely);
    },
    close: () => kysely.destroy(),
  };
}

async function openDialect(url: string, log: Log | undefined): Promise<Opened> {
  if (url === 'memory' || url === 'memory:' || url === 'memory://') return openSqlite(':memory:');
  const scheme = /^([a-z]+):\/\//.exec(url)?.[1];
  switch (scheme) {
    case 'sqlite':
      return openSqlite(pathOf(url, 'sqlite'));
    case 'postgres':
    case 'postgresql':
    case 'cockroach':
      return openPostgres(url, log);
    case 'plugin':
      return openPlugin(url);
    default:
      throw new StartError(
        `The database address "${withoutPassword(url)}" is not understood; ` +
          'use sqlite:///path, postgres://user@host/name, cockroach://…, plugin:///module or memory.',
      );
  }
}

async function openSqlite(path: string): Promise<Opened> {
  const file = await openSqliteFile(path);
  return {
    dialect: sqliteDialect(file),
    family: 'sqlite',
    around: (work) => markTransaction(file, work),
    together: (steps) => writeTogether(file, steps),
  };
}

async function openPlugin(url: string): Promise<Opened> {
  const path = pathOf(url, 'plugin');
  try {
    const module = (await import(path)) as { default?: OpenPlugin };
    if (typeof module.default !== 'function') throw new TypeError('its default export is not a function');
    const plugin = await module.default(url);
    if (plugin?.family !== 'sqlite' && plugin?.family !== 'postgres') {
      throw new TypeError('its default export must answer {dialect, family: "sqlite" | "postgres"}');
    }
    return plugin;
  } catch (error) {
    throw new StartError(`The database plugin ${path} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

function pathOf(url: string, scheme: string): string {
  const rest = url.slice(`${scheme}://`.length);
  if (!rest.startsWith('/')) {
    throw new StartError(`The address "${url}" needs an absolute path: ${scheme}:///path/to/file.`);
  }
  return fileURLToPath(`file://${rest.split('?')[0]}`);
}

function openPostgres(url: string, log: Log | undefined): Opened {
  const settings = poolSettings(url);
  return { dialect: postgresDialect(openPool(settings, log), settings), family: 'postgres' };
}

function poolSettings(url: string) {
  try {
    return readPoolSettings(url);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError('The PostgreSQL address cannot be understood; use postgres://user:password@host:port/name.', {
      cause: error,
    });
  }
}

async function withRetry<T, R>(
  kysely: Kysely<T>,
  work: (trx: Transaction<T>) => Promise<R>,
  log: Log | undefined,
): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await kysely.transaction().execute(work);
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      log?.debug({ attempt, err: error }, 'a transaction met another one and is run again');
      // Grows to half a second; the random part keeps two that met from meeting again.
      await wait(Math.min(500, 5 * 2 ** attempt) * (0.5 + Math.random()));
    }
  }
}

/** The address for logs and pages. */
export function withoutPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:/@]*):[^@]*@/, '$1:[hidden]@').replace(/([?&]password=)[^&]*/g, '$1[hidden]');
}

/** The address of an SQLite file, whatever characters its path has. */
export function sqliteUrl(path: string): string {
  return `sqlite://${pathToFileURL(path).pathname}`;
}
