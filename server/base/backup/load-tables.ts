// Fills empty tables from what `dump-tables.ts` wrote, on either database. Checked line by line and as a whole: what does
// not fit what was written is refused, and nothing stays. Must not know what the tables hold.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import type { Kysely } from 'kysely';
import { StartError } from '../start-error.ts';
import { type TableDump, tableFile } from './dump-tables.ts';

/** Parameters of one statement are limited, by SQLite and by PostgreSQL. */
const valuesAtOnce = 20_000;
const rowsAtOnce = 500;

/** In one transaction of the caller's; the tables in an order in which none refers to a later one. */
export async function loadTables(
  // biome-ignore lint/suspicious/noExplicitAny: any database's tables can be filled.
  trx: Kysely<any>,
  dumps: readonly TableDump[],
  folder: string,
): Promise<void> {
  for (const dump of dumps) await loadTable(trx, dump, folder);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function loadTable(trx: Kysely<any>, dump: TableDump, folder: string): Promise<void> {
  const taken = await trx.selectFrom(dump.name).selectAll().limit(1).execute();
  if (taken.length > 0) throw new StartError(`The table ${dump.name} is not empty; restore into a new database.`);
  let batch: Record<string, unknown>[] = [];
  const write = async () => {
    if (batch.length > 0) await trx.insertInto(dump.name).values(batch).execute();
    batch = [];
  };
  for await (const line of readDump(dump, folder)) {
    const row = JSON.parse(line, readValue) as Record<string, unknown>;
    batch.push(row);
    if (batch.length >= Math.min(rowsAtOnce, valuesAtOnce / Object.keys(row).length)) await write();
  }
  await write();
}

/** Reads all of it without keeping any. Throws StartError when it is not what was written. */
export async function checkDump(dump: TableDump, folder: string): Promise<void> {
  for await (const _line of readDump(dump, folder));
}

/** Every line; throws at the end unless together they are what was written. */
async function* readDump(dump: TableDump, folder: string): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const line of readLines(join(folder, tableFile(dump.name)))) {
    hash.update(line).update('\n');
    rows += 1;
    yield line;
  }
  if (rows !== dump.rows || hash.digest('hex') !== dump.sha256) {
    throw new StartError(`The backup is damaged: ${tableFile(dump.name)} is not what was written.`);
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  // Failures of either stream end the loop below.
  const text = pipeline(createReadStream(path), createZstdDecompress(), () => undefined);
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
    if (text.errored) throw text.errored;
  } catch (cause) {
    throw new StartError(`The backup is damaged: ${path} cannot be read.`, { cause });
  }
}

function readValue(_name: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'bytes' in value && Object.keys(value).length === 1;
  return isBytes ? Buffer.from(String((value as { bytes: unknown }).bytes), 'base64') : value;
}
