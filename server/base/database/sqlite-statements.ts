// Prepared statements of an SQLite file, kept for the next time, with values bound as both databases understand them.
// Must not know whose statements they are.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

const keptStatements = 500;

interface Prepared {
  statement: StatementSync;
  reader: boolean;
}

/** Prepared statements of a file, the most recently used ones kept. */
export class Statements {
  readonly #file: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reader } = this.#prepare(query.sql);
    const values = query.parameters.map(toSqlite);
    if (reader) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  iterate(query: CompiledQuery): Iterable<unknown> {
    // A kept statement would be reset under the stream when the same text is run meanwhile.
    return this.#file.prepare(query.sql).iterate(...query.parameters.map(toSqlite));
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
