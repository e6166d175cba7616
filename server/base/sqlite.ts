// Kysely on Node's own SQLite: one connection, handed out in turn, with its prepared statements kept.
// Must not know what is stored.

import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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
import { StartError } from './start-error.ts';

const keptStatements = 500;
const busyMilliseconds = 5000;

/** Opens the file (`:memory:` for none), creating it and its folder when absent. */
export async function openSqliteFile(path: string): Promise<DatabaseSync> {
  try {
    if (path !== ':memory:') await makeFile(path);
    const file = new DatabaseSync(path, { timeout: busyMilliseconds, enableForeignKeyConstraints: true });
    file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
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
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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

class SqliteConnectionDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#connection = new SqliteConnection(file);
  }

  async init(): Promise<void> {
    // The file is open already, so that a path that cannot be opened is known at start.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const mark = insideTransaction.getStore();
    if (mark?.open && mark.file === this.#file) {
      throw new Error('A query inside a transaction must go through the transaction, not through the database.');
    }
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    // The connection stays taken while it passes to the next in the queue.
    if (next) next();
    else this.#taken = false;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // A deferred transaction that reads first and writes later can fail at once with SQLITE_BUSY, whatever the timeout.
    await run(connection, settings.accessMode === 'read only' ? 'begin' : 'begin immediate');
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

interface Prepared {
  statement: StatementSync;
  reader: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, reader } = this.#prepare(query.sql);
    const values = query.parameters.map(toSqlite);
    if (reader) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A kept statement would be reset under the stream when the same text is run meanwhile.
    const statement = this.#file.prepare(query.sql);
    for (const row of statement.iterate(...query.parameters.map(toSqlite))) yield { rows: [row as R] };
  }

  #prepare(text: string): Prepared {
    const kept = this.#prepared.get(text);
    if (kept) {
      this.#prepared.delete(text);
      this.#prepared.set(text, kept);
      return kept;
    }
    const statement = this.#file.prepare(text);
    const prepared = { statement, reader: statement.columns().length > 0 };
    if (/^\s*(create|alter|drop|pragma|vacuum)\b/i.test(text)) {
      this.#prepared.clear();
      return prepared;
    }
    this.#prepared.set(text, prepared);
    if (this.#prepared.size > keptStatements) this.#prepared.delete(this.#prepared.keys().next().value as string);
    return prepared;
  }
}

/**
 * A JavaScript number would be bound as a floating point value: 5 in a text column becomes "5.0", and 7 / 2 is 3.5 here
 * but 3 on PostgreSQL.
 */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value === null || typeof value === 'string' || typeof value === 'bigint' || value instanceof Uint8Array) {
    return value;
  }
  throw new TypeError(`A value of type ${value === undefined ? 'undefined' : typeof value} cannot be stored.`);
}
