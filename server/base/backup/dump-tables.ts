// Writes tables as lines of JSON, compressed, one file each, as they were at one moment. Flat in memory however many rows
// there are; must not know what they hold.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Dialect } from '../database/database.ts';
import { tableRows } from './table-rows.ts';

export interface TableDump {
  name: string;
  rows: number;
  /** Of the lines before compression, hex. */
  sha256: string;
}

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
    for await (const batch of tableRows(kysely, dialect, name)) {
      rows += batch.length;
      yield batch.map((row) => `${JSON.stringify(row, writeValue)}\n`).join('');
    }
  };
  const path = join(folder, tableFile(name));
  await pipeline(Readable.from(lines()), count, createZstdCompress(), createWriteStream(path, { mode: 0o600 }));
  await syncFile(path);
  return { name, rows, sha256: hash.digest('hex') };
}

/** Bytes have no form of their own in JSON. Buffers have changed themselves before they come here. */
export function writeValue(_name: string, value: unknown): unknown {
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
