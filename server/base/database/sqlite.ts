// Kysely on Node's own SQLite: one connection that all share, with its prepared statements kept.
// Must not know what is stored.

import { AsyncLocalStorage } from 'node:async_hooks';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { makeFolder } from '../make-folder.ts';
import { StartError } from '../start-error.ts';
import { type Step, stands } from '../together.ts';
import { Statements } from './sqlite-statements.ts';
import { patience, SqliteTurns } from './sqlite-turns.ts';

/** Opens the file (`:memory:` for none), creating it and its folder when absent. */
export async function openSqliteFile(path: string): Promise<DatabaseSync> {
  try {
    if (path !== ':memory:') await makeFile(path);
    const file = new DatabaseSync(path, { timeout: patience, enableForeignKeyConstraints: true });
    file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    // Pages that a library of some size writes again and again stay at hand, and are moved into the file once for many
    // transactions: the usual 2 MB and 1,000 pages cost a third of the time in the kernel when thousands of books come in.
    file.exec('pragma cache_size = -16000; pragma wal_autocheckpoint = 4000');
    // SQLite itself asks for this on long-lived connections; it only looks at tables that changed a lot.
    file.exec('pragma optimize = 0x10002');
    return file;
  } catch (error) {
    throw new StartError(`The database ${path} cannot be opened for writing: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Readable by this account only; SQLite gives its other files the same mode. */
async function makeFile(path: string): Promise<void> {
  await makeFolder(dirname(path));
  const file = await open(path, 'a', 0o600);
  await file.close();
}

export function sqliteDialect(file: DatabaseSync): Dialect {
  return {
    createDriver: () => new SqliteConnectionDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new QueueingAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** The driver below has its own queue: Kysely's wakes every waiter at each release, which is quadratic under load. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Marks the work inside a transaction, so that a query that bypasses it fails instead of waiting for itself. */
const insideTransaction = new AsyncLocalStorage<{ open: boolean; file: DatabaseSync }>();

/** Runs `work` as the inside of a transaction on the file. */
export async function markTransaction<R>(file: DatabaseSync, work: () => Promise<R>): Promise<R> {
  const mark = { open: true, file };
  try {
    return await insideTransaction.run(mark, work);
  } finally {
    mark.open = false;
  }
}

function refuseInside(file: DatabaseSync): void {
  const mark = insideTransaction.getStore();
  if (mark?.open && mark.file === file) {
    throw new Error('A query inside a transaction must go through the transaction, not through the database.');
  }
}

/** Runs the steps as one write, which shares its way to the disk with others'. */
export async function writeTogether(file: DatabaseSync, steps: readonly Step[]): Promise<Step | undefined> {
  refuseInside(file);
  const { turns, statements } = sharedOf(file);
  return turns.writeAll(() => steps.find((step) => !stands(step, statements.run(step.query))));
}

const shared = new WeakMap<DatabaseSync, { turns: SqliteTurns; statements: Statements }>();

function sharedOf(file: DatabaseSync) {
  const known = shared.get(file) ?? { turns: new SqliteTurns(file), statements: new Statements(file) };
  shared.set(file, known);
  return known;
}

class SqliteConnectionDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #turns: SqliteTurns;
  readonly #statements: Statements;

  constructor(file: DatabaseSync) {
    const { turns, statements } = sharedOf(file);
    this.#file = file;
    this.#turns = turns;
    this.#statements = statements;
  }

  async init(): Promise<void> {
    // The file is open already, so that a path that cannot be opened is known at start.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseInside(this.#file);
    return new SqliteConnection(this.#turns, this.#statements);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as SqliteConnection).release();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // A deferred transaction that reads first and writes later can fail at once with SQLITE_BUSY, whatever the timeout.
    if (settings.accessMode !== 'read only') return (connection as SqliteConnection).takeToWrite();
    await (connection as SqliteConnection).take();
    await run(connection, 'begin');
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await run(connection, 'commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite ends the transaction by itself on a full disk and the like.
    if (this.#file.isTransaction) await run(connection, 'rollback');
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await run(connection, `savepoint ${quoted(name)}`);
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await run(connection, `rollback to ${quoted(name)}`);
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await run(connection, `release ${quoted(name)}`);
  }

  async destroy(): Promise<void> {
    if (this.#file.isOpen) this.#file.close();
  }
}

async function run(connection: DatabaseConnection, text: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(text));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** One caller's place at the file: on its own for each query, or alone with it from `take` to `release`. */
class SqliteConnection implements DatabaseConnection {
  readonly #turns: SqliteTurns;
  readonly #statements: Statements;
  #alone = false;

  constructor(turns: SqliteTurns, statements: Statements) {
    this.#turns = turns;
    this.#statements = statements;
  }

  async take(): Promise<void> {
    await this.#turns.take();
    this.#alone = true;
  }

  async takeToWrite(): Promise<void> {
    await this.#turns.takeToWrite();
    this.#alone = true;
  }

  release(): void {
    if (!this.#alone) return;
    this.#alone = false;
    this.#turns.release();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.#statements.run<R>(query);
    if (this.#alone) return run();
    if (/^\s*select\b/i.test(query.sql)) return this.#turns.read(run);
    // The schema and the connection's own settings change outside of other people's transactions.
    if (!/^\s*(insert|update|delete|with)\b/i.test(query.sql)) return this.#runAlone(run);
    return this.#turns.write(run);
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const keep = this.#alone;
    if (!keep) await this.take();
    try {
      for (const row of this.#statements.iterate(query)) yield { rows: [row as R] };
    } finally {
      if (!keep) this.release();
    }
  }

  async #runAlone<R>(run: () => R): Promise<R> {
    await this.take();
    try {
      return run();
    } finally {
      this.release();
    }
  }
}
