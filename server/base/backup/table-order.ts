// The tables of a database, each after those that its rows refer to, so that they can be filled in this order.
// Must not know what any of them holds.

import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../database/database.ts';

interface Reference {
  from: string;
  to: string;
}

/** Plain tables of the current schema; those that the database or the migrations keep for themselves are left out. */
export async function tablesInOrder(
  // biome-ignore lint/suspicious/noExplicitAny: any database's tables can be listed.
  kysely: Kysely<any>,
  dialect: Dialect,
  isSkipped: (table: string) => boolean,
): Promise<string[]> {
  const listed = dialect === 'sqlite' ? await sqliteTables(kysely) : await postgresTables(kysely);
  const tables = listed.filter((name) => name !== 'applied_migrations' && !isSkipped(name)).sort();
  const references = await (dialect === 'sqlite' ? sqliteReferences(kysely, tables) : postgresReferences(kysely));
  return inOrder(tables, references);
}

/** A cycle keeps its tables' own order: rows of both sides would have to be written at once. */
export function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  const visited = new Set<string>();
  const visit = (table: string) => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const { from, to } of references) if (from === table && to !== table && tables.includes(to)) visit(to);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function sqliteTables(kysely: Kysely<any>): Promise<string[]> {
  // Shadow tables of virtual ones are theirs to fill.
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
  `.execute(kysely);
  return rows.map(({ name }) => name);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function sqliteReferences(kysely: Kysely<any>, tables: readonly string[]): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select t.value as "from", f."table" as "to"
    from json_each(${JSON.stringify(tables)}) as t, pragma_foreign_key_list(t.value) as f`.execute(kysely);
  return rows;
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function postgresTables(kysely: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(kysely);
  return rows.map(({ name }) => name);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function postgresReferences(kysely: Kysely<any>): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select source.table_name as "from", target.table_name as "to"
    from information_schema.referential_constraints as link
    join information_schema.table_constraints as source
      on source.constraint_schema = link.constraint_schema and source.constraint_name = link.constraint_name
    join information_schema.table_constraints as target
      on target.constraint_schema = link.unique_constraint_schema
        and target.constraint_name = link.unique_constraint_name
    where source.table_schema = current_schema()`.execute(kysely);
  return rows;
}
