// Brings a database to the form that the program expects: named sets of steps, each applied once and in order.
// Must not know the tables; sets are handed in.

import { type Kysely, sql, type Transaction } from 'kysely';
import { StartError } from '../start-error.ts';
import type { Database, Dialect } from './database.ts';
import { isUniqueViolation } from './database-errors.ts';

export interface Migration {
  /** Unique within its set; never changed once released. */
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a step works on tables that no current type describes.
  up(db: Kysely<any>, dialect: Dialect): Promise<void>;
}

export interface MigrationSet {
  name: string;
  migrations: readonly Migration[];
}

interface AppliedTable {
  applied_migrations: { set_name: string; name: string; applied_at: number };
}

/** Names of the steps that `migrate` would apply; changes nothing. */
export async function planMigrations<T>(database: Database<T>, set: MigrationSet): Promise<string[]> {
  const kysely = database.kysely as unknown as Kysely<AppliedTable>;
  const applied = (await hasTable(kysely, database.dialect)) ? await readApplied(kysely, set) : [];
  return pending(set, applied).map((migration) => migration.name);
}

/**
 * Applies what is missing in one transaction and answers the names; all or nothing. Two processes may call it at once:
 * the second waits and finds nothing to do.
 */
export async function migrate<T>(database: Database<T>, set: MigrationSet): Promise<string[]> {
  if (database.dialect === 'postgres') await prepare(database.kysely as unknown as Kysely<AppliedTable>);
  return database.transaction(async (anyTrx) => {
    const trx = anyTrx as unknown as Transaction<AppliedTable>;
    // SQLite's transaction has the write lock from its first statement on. Elsewhere a row is locked: advisory locks
    // are not everywhere where PostgreSQL's protocol is spoken.
    if (database.dialect === 'sqlite') await prepare(trx);
    else {
      await sql`select name from applied_migrations where set_name = '' and name = 'lock' for update`.execute(trx);
    }
    const missing = pending(set, await readApplied(trx, set));
    for (const migration of missing) await migration.up(trx, database.dialect);
    // After all of them: not every database changes its schema in a transaction that has written rows.
    const applied_at = Math.floor(Date.now() / 1000);
    const rows = missing.map(({ name }) => ({ set_name: set.name, name, applied_at }));
    if (rows.length > 0) await trx.insertInto('applied_migrations').values(rows).execute();
    return missing.map((migration) => migration.name);
  });
}

/** The table of what was applied, with the row that is locked meanwhile. */
async function prepare(tables: Kysely<AppliedTable>): Promise<void> {
  try {
    await tables.schema
      .createTable('applied_migrations')
      .ifNotExists()
      .addColumn('set_name', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('applied_migrations_key', ['set_name', 'name'])
      .execute();
  } catch (error) {
    // Two that make it at once: PostgreSQL fails the second in spite of "if not exists".
    if (!isUniqueViolation(error)) throw error;
  }
  await tables
    .insertInto('applied_migrations')
    .values({ set_name: '', name: 'lock', applied_at: 0 })
    .onConflict((conflict) => conflict.columns(['set_name', 'name']).doNothing())
    .execute();
}

async function hasTable(kysely: Kysely<AppliedTable>, dialect: Dialect): Promise<boolean> {
  const query =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'applied_migrations'`
      : sql`select 1 where to_regclass('applied_migrations') is not null`;
  return (await query.execute(kysely)).rows.length > 0;
}

async function readApplied(kysely: Kysely<AppliedTable>, set: MigrationSet): Promise<string[]> {
  const rows = await kysely
    .selectFrom('applied_migrations')
    .select('name')
    .where('set_name', '=', set.name)
    .limit(10_000)
    .execute();
  return rows.map((row) => row.name);
}

function pending(set: MigrationSet, applied: readonly string[]): Migration[] {
  const known = new Set(set.migrations.map((migration) => migration.name));
  const foreign = applied.filter((name) => !known.has(name));
  if (foreign.length > 0) {
    throw new StartError(
      `The database was made by a newer version of this program (it has ${set.name}: ${foreign.join(', ')}); ` +
        'start that version, or restore a backup from before it.',
    );
  }
  const done = new Set(applied);
  return set.migrations.filter((migration) => !done.has(migration.name));
}
