// Files that are being imported, on disk: one folder each with the bytes and a small record of how far it has come.
// Everything here survives the end of the process at any moment. Knows no HTTP.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { isMissing } from '../disk/file-error.ts';
import { describeError, type Log } from '../disk/log.ts';
import { writeAll, writeDurably } from '../disk/write-durably.ts';

const Entry = Type.Object({
  importId: Type.String(),
  name: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  /** reading: bytes are still coming. waiting: complete, to be sent. failed: refused for the reason in `error`. */
  stage: Type.Union([Type.Literal('reading'), Type.Literal('waiting'), Type.Literal('failed')]),
  createdAt: Type.Number(),
  /** Whose import it is; absent for one that was made without an account. */
  account: Type.Optional(Type.String()),
  sha256: Type.Optional(Type.String()),
  /** The reservation at the service, to be continued after a restart. */
  cbid: Type.Optional(Type.String()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
});
export type SpoolEntry = Static<typeof Entry>;

export interface Spool {
  /** Entries that were there at the start, oldest first. */
  readonly found: readonly SpoolEntry[];
  add(name: string, size: number, account: string | undefined): Promise<SpoolEntry>;
  /** Writes bytes at `offset`, on the disk when it resolves only after `seal`. */
  write(entry: SpoolEntry, offset: number, bytes: Uint8Array): Promise<void>;
  /** Bytes that are there. */
  length(entry: SpoolEntry): Promise<number>;
  /** Makes the bytes durable and returns their SHA-256. */
  seal(entry: SpoolEntry): Promise<string>;
  /** Records a change durably. */
  save(entry: SpoolEntry): Promise<void>;
  /** At most `length` bytes from `offset` on. */
  readAt(entry: SpoolEntry, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  read(entry: SpoolEntry): NodeJS.ReadableStream & AsyncIterable<Buffer>;
  remove(entry: SpoolEntry): Promise<void>;
}

export async function openSpool(folder: string, log: Log): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = ({ importId }: SpoolEntry) => join(folder, importId);
  const bytesOf = (entry: SpoolEntry) => join(place(entry), 'bytes');
  const recordOf = (entry: SpoolEntry) => join(place(entry), 'import.json');
  const save = (entry: SpoolEntry) => writeDurably(recordOf(entry), JSON.stringify(entry));
  return {
    found: await readEntries(folder, log),
    save,
    async add(name, size, account) {
      const importId = randomUUID();
      const owner = account === undefined ? {} : { account };
      const entry: SpoolEntry = {
        importId,
        name: basename(name),
        size,
        stage: 'reading',
        createdAt: Date.now(),
        ...owner,
      };
      await save(entry);
      await (await open(bytesOf(entry), 'w', 0o600)).close();
      return entry;
    },
    async write(entry, offset, bytes) {
      const handle = await open(bytesOf(entry), 'r+');
      try {
        await writeAll(handle, bytes, offset);
      } finally {
        await handle.close();
      }
    },
    length: async (entry) => (await stat(bytesOf(entry))).size,
    async seal(entry) {
      const handle = await open(bytesOf(entry), 'r+');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      const hash = createHash('sha256');
      await pipeline(createReadStream(bytesOf(entry)), hash);
      return hash.digest('hex');
    },
    async readAt(entry, offset, length) {
      const handle = await open(bytesOf(entry), 'r');
      try {
        const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    read: (entry) => createReadStream(bytesOf(entry)),
    remove: (entry) => rm(place(entry), { recursive: true, force: true }),
  };
}

async function readEntries(folder: string, log: Log): Promise<SpoolEntry[]> {
  const entries: SpoolEntry[] = [];
  for (const name of await readdir(folder)) {
    const entry = await readEntry(join(folder, name, 'import.json'), log);
    if (entry?.importId === name) entries.push(entry);
  }
  return entries.sort((a, b) => a.createdAt - b.createdAt);
}

async function readEntry(file: string, log: Log): Promise<SpoolEntry | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Value.Check(Entry, parsed)) return parsed;
    log.warn('An import has an unknown shape and is left alone', { file });
  } catch (error) {
    if (!isMissing(error))
      log.warn('An import cannot be read and is left alone', { file, cause: describeError(error) });
  }
  return undefined;
}
