// Copies blobs into a folder and back, each whole or not at all, and knows which of them are there already. A blob never
// changes under its key.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../api/errors.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { checkBlobKey } from '../blobs/blobs.ts';
import { makeFolder } from '../make-folder.ts';
import { StartError, systemCode } from '../start-error.ts';
import { syncFolder } from './backup-folder.ts';

export interface BlobCopy {
  key: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** `known`: what an earlier backup in this folder has. Undefined when the store has no such blob. */
export async function copyOut(
  blobs: Blobs,
  key: string,
  folder: string,
  known: BlobCopy | undefined,
): Promise<BlobCopy | undefined> {
  const path = pathOf(folder, key);
  if (known && (await sizeOf(path)) === known.size) return known;
  const source = await openIfThere(blobs, key);
  if (!source) return undefined;
  await makeFolder(dirname(path));
  const partial = `${path}.partial`;
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(source, measure, createWriteStream(partial, { mode: 0o600 }));
  const file = await open(partial, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
  return { key, size, sha256: hash.digest('hex') };
}

/** Refuses a copy that is not what was written; nothing of it is stored. */
export async function copyIn(blobs: Blobs, copy: BlobCopy, folder: string): Promise<void> {
  const path = pathOf(folder, copy.key);
  if ((await sizeOf(path)) === undefined) throw new StartError(`The backup is damaged: ${copy.key} is missing.`);
  const stored = await blobs.stat(copy.key);
  if (stored?.size === copy.size) return;
  try {
    await blobs.put(copy.key, createReadStream(path), { expect: { size: copy.size, sha256: copy.sha256 } });
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'checksum_mismatch') throw cause;
    throw new StartError(`The backup is damaged: ${copy.key} is not what was written.`, { cause });
  }
}

/** Whether the copy still is what was written. */
export async function isIntact(copy: BlobCopy, folder: string): Promise<boolean> {
  const path = pathOf(folder, copy.key);
  if ((await sizeOf(path)) !== copy.size) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex') === copy.sha256;
}

/** The names of copies are on the disk as well as their bytes. */
export async function syncCopies(folder: string): Promise<void> {
  await syncFolder(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  }
}

/** Removes copies that no backup in the folder names. */
export async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const key = relative(folder, path).split(sep).join('/');
    if (!kept.has(key)) await rm(path, { force: true });
  }
}

const pathOf = (folder: string, key: string) => join(folder, ...checkBlobKey(key).split('/'));

async function openIfThere(blobs: Blobs, key: string) {
  try {
    return await blobs.open(key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return found?.size;
}
