// The full text index of a database: numbered documents of terms, FTS5 on SQLite and a tsvector on PostgreSQL, asked in
// the same way. Must not know what a document is.

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Dialect } from '../database/database.ts';
import { blockEnd } from './fold-text.ts';
import { type Asked, lexemesOf, pairOf } from './terms.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever other tables there are does not matter here.
type AnyDb = Kysely<any> | Transaction<any>;

interface Found {
  id: number;
}

export interface NewestWanted {
  /** Numbers from here up to `below`, that one not included. */
  from: number;
  below: number;
  limit: number;
}

export class TextIndex {
  readonly #dialect: Dialect;
  readonly #table: string;

  /** `table` is a name of ours, never anyone's input. */
  constructor(dialect: Dialect, table: string) {
    this.#dialect = dialect;
    this.#table = table;
  }

  /** For a migration. */
  async create(db: AnyDb): Promise<void> {
    const table = sql.table(this.#table);
    if (this.#dialect === 'sqlite') {
      // The terms are cut already: this tokenizer parts them at spaces and takes every character beyond ASCII as it is,
      // where "unicode61" would drop those that are newer than its tables.
      await sql`create virtual table ${table} using fts5(terms, content='', contentless_delete=1, tokenize='ascii', prefix='2 3')`.execute(
        db,
      );
      return;
    }
    await sql`create table ${table} (id bigint primary key, terms tsvector not null)`.execute(db);
    const index = sql.id(`${this.#table}_by_term`);
    // Entries of a file are put in their places together, by `settle`: one by one takes many times as long.
    await sql`create index ${index} on ${table} using gin (terms)
      with (fastupdate = on, gin_pending_list_limit = 65536)`.execute(db);
  }

  /** After many documents were put: searches would read through those that are not in their places yet. */
  async settle(db: AnyDb): Promise<void> {
    if (this.#dialect === 'sqlite') return;
    await sql`select gin_clean_pending_list(${`${this.#table}_by_term`}::regclass)`.execute(db);
  }

  async put(db: AnyDb, id: number, terms: readonly string[]): Promise<void> {
    const table = sql.table(this.#table);
    if (this.#dialect === 'sqlite') {
      const text = terms.map((term) => (term === blockEnd ? blockMark : term)).join(' ');
      await sql`insert into ${table} (rowid, terms) values (${id}, ${text})`.execute(db);
      return;
    }
    const lexemes = lexemesOf(terms);
    await sql`insert into ${table} (id, terms) values (${id}, array_to_tsvector(${lexemes}::text[]))`.execute(db);
  }

  /** All documents with numbers in this range, its end not included. */
  async remove(db: AnyDb, start: number, end: number): Promise<void> {
    const table = sql.table(this.#table);
    await sql`delete from ${table} where ${this.#id} >= ${start} and ${this.#id} < ${end}`.execute(db);
  }

  /** The numbers of documents that may hold the phrase, within a range, in order: as a query to be run by `run`. */
  selectWithin(asked: Asked, { start, end, limit }: { start: number; end: number; limit: number }): RawBuilder<Found> {
    return sql<Found>`select ${this.#id} as id from ${sql.table(this.#table)}
      where ${this.#matches(asked)} and ${this.#id} >= ${start} and ${this.#id} < ${end}
      order by ${this.#id} limit ${limit}`;
  }

  /** The same with the largest numbers first. */
  selectNewest(asked: Asked, { from, below, limit }: NewestWanted): RawBuilder<Found> {
    return sql<Found>`select ${this.#id} as id from ${sql.table(this.#table)}
      where ${this.#matches(asked)} and ${this.#id} >= ${from} and ${this.#id} < ${below}
      order by ${this.#id} desc limit ${limit}`;
  }

  /** Whether the first documents come without all others being looked at; else the range has to say how far to look. */
  get isInOrder(): boolean {
    return this.#dialect === 'sqlite';
  }

  #matches(asked: Asked): RawBuilder<unknown> {
    return this.#dialect === 'sqlite'
      ? sql`${sql.table(this.#table)} match ${sqliteQuery(asked)}`
      : sql`terms @@ ${postgresQuery(asked)}::tsquery`;
  }

  /**
   * PostgreSQL takes the terms for short, and would rather read through all of them than use their index; or through those
   * of a range, one by one, than first look up which of the range have the words. What it is told of costs keeps it from both.
   */
  async run<T, R>(database: Database<T>, query: RawBuilder<R>): Promise<R[]> {
    if (this.#dialect === 'sqlite') return (await query.execute(database.kysely)).rows;
    return database.transaction(async (trx) => {
      await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
        set_config('cpu_operator_cost', '1', true), set_config('max_parallel_workers_per_gather', '0', true),
        set_config('jit', 'off', true)`.execute(trx);
      return (await query.execute(trx)).rows;
    });
  }

  get #id(): RawBuilder<number> {
    return sql.ref(`${this.#table}.${this.#dialect === 'sqlite' ? 'rowid' : 'id'}`);
  }
}

const blockMark = '¶';

function sqliteQuery({ all, isBegun }: Asked): string {
  const begun = isBegun ? ' *' : '';
  return all.map((terms, n) => `"${terms.join(' ')}"${n === all.length - 1 ? begun : ''}`).join(' AND ');
}

function postgresQuery({ all, isBegun }: Asked): string {
  return all
    .map(([first, second], n) => {
      const lexeme = second === undefined ? first : pairOf(first, second);
      return `'${lexeme}'${isBegun && n === all.length - 1 ? ':*' : ''}`;
    })
    .join(' & ');
}
