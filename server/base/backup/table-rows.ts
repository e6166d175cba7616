// Reads a table's rows, all or some, a batch at a time however many there are.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database/database.ts';

type Row = Record<string, unknown>;

const rowsAtOnce = 1000;
const all = sql`1 = 1`;

/** `kysely` has to show one moment throughout: a transaction that reads a snapshot, or a copy that nobody writes to. */
export function tableRows(
  // biome-ignore lint/suspicious/noExplicitAny: any database's tables can be read.
  kysely: Kysely<any>,
  dialect: Dialect,
  name: string,
  where: RawBuilder<unknown> = all,
): AsyncGenerator<Row[]> {
  return dialect === 'sqlite' ? sqliteRows(kysely, name, where) : postgresRows(kysely, name, where);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function* sqliteRows(kysely: Kysely<any>, name: string, where: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  const key = await keyOf(kysely, name);
  let last: unknown[] | undefined;
  for (;;) {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const after = last ? sql`and (${columns}) > (${sql.join(last)})` : sql``;
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)} where ${where} ${after} order by ${columns} limit ${rowsAtOnce}`.execute(kysely);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    const end = rows.at(-1) as Row;
    last = key.map((column) => end[column]);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function keyOf(kysely: Kysely<any>, name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${name}) where pk > 0 order by pk`.execute(kysely);
  if (rows.length === 0) throw new Error(`The table ${name} has no primary key to be read by.`);
  return rows.map((row) => row.name);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function* postgresRows(kysely: Kysely<any>, name: string, where: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`declare dump_rows no scroll cursor for
    select * from ${sql.table(name)} where ${where}`.execute(kysely);
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from dump_rows`.execute(kysely);
      if (rows.length > 0) yield rows;
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    await sql`close dump_rows`.execute(kysely);
  }
}
