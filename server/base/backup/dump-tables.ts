// Writes tables as lines of JSON, compressed, one file each, as they were at one moment. Flat in memory however many rows
// there are; must not know what they hold.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../database.ts';

export interface TableDump {
  name: string;
  rows: number;
  /** Of the lines before compression, hex. */
  sha256: string;
}

const rowsAtOnce = 1000;

export const tableFile = (name: string) => `${name}.jsonl.zst`;

/** `kysely` has to show one moment throughout: a transaction that reads a snapshot, or a copy that nobody writes to. */
export async function dumpTables(
  // biome-ignore lint/suspicious/noExplicitAny: any database's tables can be written.
  kysely: Kysely<any>,
  dialect: Dialect,
  tables: readonly string[],
  folder: string,
): Promise<TableDump[]> {
  const dumps: TableDump[] = [];
  for (const name of tables) dumps.push(await dumpTable(kysely, dialect, name, folder));
  return dumps;
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function dumpTable(kysely: Kysely<any>, dialect: Dialect, name: string, folder: string): Promise<TableDump> {
  const hash = createHash('sha256');
  let rows = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const lines = async function* () {
    for await (const batch of dialect === 'sqlite' ? sqliteRows(kysely, name) : postgresRows(kysely, name)) {
      rows += batch.length;
      yield batch.map((row) => `${JSON.stringify(row, writeValue)}\n`).join('');
    }
  };
  const path = join(folder, tableFile(name));
  await pipeline(Readable.from(lines()), count, createZstdCompress(), createWriteStream(path, { mode: 0o600 }));
  await syncFile(path);
  return { name, rows, sha256: hash.digest('hex') };
}

type Row = Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function* sqliteRows(kysely: Kysely<any>, name: string): AsyncGenerator<Row[]> {
  const key = await keyOf(kysely, name);
  let last: unknown[] | undefined;
  for (;;) {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const after = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``;
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)} ${after} order by ${columns} limit ${rowsAtOnce}`.execute(kysely);
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
async function* postgresRows(kysely: Kysely<any>, name: string): AsyncGenerator<Row[]> {
  await sql`declare dump_rows no scroll cursor for select * from ${sql.table(name)}`.execute(kysely);
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

/** Bytes have no form of their own in JSON. Buffers have changed themselves before they come here. */
function writeValue(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (isBufferJson(value)) return { bytes: Buffer.from(value.data).toString('base64') };
  return value;
}

function isBufferJson(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
