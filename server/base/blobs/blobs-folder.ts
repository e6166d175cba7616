// The blob store in a folder. A blob appears under its name only when all its bytes are on the disk, so a kill, a full
// disk or a power cut leaves the old one or none, never a part.

import { randomBytes } from 'node:crypto';
import { access, constants, type FileHandle, open, opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../api/errors.ts';
import { isDiskFull } from '../database/database-errors.ts';
import { makeFolder } from '../make-folder.ts';
import { StartError, systemCode } from '../start-error.ts';
import { checkSignedUrl, signedGetUrl, signedPutUrl } from './blob-url.ts';
import { type BlobStat, type Blobs, type BlobsOptions, checkBlobKey, type PutOptions, type Written } from './blobs.ts';
import { checkBytes, checkWhole, toStream } from './check-bytes.ts';

/** Parts of uploads that were cut off are removed after this long, at start. */
const abandonedAfter = 24 * 3600 * 1000;

export async function openFolderBlobs(folder: string, options: BlobsOptions): Promise<Blobs> {
  const incoming = join(folder, '.incoming');
  try {
    await makeFolder(incoming);
    await access(incoming, constants.W_OK);
  } catch (error) {
    throw new StartError(`The folder ${folder} for books and files cannot be written (${systemCode(error)}).`, {
      cause: error,
    });
  }
  await removeAbandoned(incoming);
  const pathOf = (key: string) => join(folder, 'blobs', checkBlobKey(key));
  return {
    put: (key, source, put = {}) => putFile(incoming, pathOf(key), source, put),
    open: (key, range) => openFile(pathOf(key), range),
    stat: (key) => statFile(pathOf(key)),
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    list: (name) => listFiles(join(folder, 'blobs'), checkBlobKey(name)),
    presignPut: async (key, presign) => signedPutUrl(options, checkBlobKey(key), presign),
    presignGet: async (key, presign) => signedGetUrl(options, checkBlobKey(key), presign),
    checkUrl: (method, key, query) => checkSignedUrl(options.secret, method, key, query),
    async ping() {
      const probe = join(incoming, `probe-${randomBytes(8).toString('hex')}`);
      const file = await open(probe, 'wx', 0o600);
      await file.close();
      await unlink(probe);
    },
    async close() {
      // Nothing is held open between calls.
    },
  };
}

async function putFile(
  incoming: string,
  path: string,
  source: Readable | Uint8Array,
  options: PutOptions,
): Promise<Written> {
  const part = join(incoming, randomBytes(16).toString('hex'));
  const file = await open(part, 'wx', 0o600);
  try {
    const written = await writeAll(file, source, options);
    await moveInto(part, path);
    // Without this the name may be lost in a power cut although the bytes are there.
    await folderSyncs.sync(dirname(path));
    return written;
  } catch (error) {
    await rm(part, { force: true });
    if (isDiskFull(error)) throw new AppError('disk_full', undefined, undefined, { cause: error });
    throw error;
  }
}

/** The folder is made when it is found missing, which is once. */
async function moveInto(part: string, path: string): Promise<void> {
  try {
    await rename(part, path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(path));
    await folderSyncs.sync(dirname(dirname(path)));
    await rename(part, path);
  }
}

async function writeAll(file: FileHandle, source: Readable | Uint8Array, options: PutOptions): Promise<Written> {
  try {
    if (source instanceof Uint8Array) {
      const written = checkWhole(source, options.expect);
      await writeChunk(file, source);
      await file.sync();
      return written;
    }
    const checked = checkBytes(options.expect);
    await pipeline(toStream(source), checked.stream, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await writeChunk(file, chunk);
    });
    const written = checked.result();
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
}

/** A write may take a part only. */
async function writeChunk(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, offset);
    offset += bytesWritten;
  }
}

/** Names that appear in a folder at the same time share one way to the disk. */
class FolderSyncs {
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  /** Resolves after a sync that began after this call. */
  sync(folder: string): Promise<void> {
    const running = this.#running.get(folder);
    if (!running) return this.#start(folder);
    const waiting = this.#next.get(folder);
    if (waiting) return waiting;
    const next = running
      // Its own callers are told of its failure.
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(folder);
        return this.#start(folder);
      });
    this.#next.set(folder, next);
    return next;
  }

  #start(folder: string): Promise<void> {
    const started = syncFolder(folder).finally(() => {
      if (this.#running.get(folder) === started) this.#running.delete(folder);
    });
    this.#running.set(folder, started);
    return started;
  }
}

const folderSyncs = new FolderSyncs();

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openFile(path: string, range: { start: number; end: number } | undefined): Promise<Readable> {
  const file = await openExisting(path);
  try {
    if (range) {
      const { size } = await file.stat();
      if (range.start < 0 || range.start > range.end || range.start >= size) {
        throw new AppError('range_not_satisfiable', undefined, { size });
      }
    }
    // Held open by the stream, so that a replacement meanwhile does not mix two files.
    return file.createReadStream(range ? { start: range.start, end: range.end } : {});
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openExisting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) throw new AppError('not_found', undefined, undefined, { cause: error });
    throw error;
  }
}

async function statFile(path: string): Promise<{ size: number; modified: number } | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? { size: found.size, modified: Math.floor(found.mtimeMs / 1000) } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* listFiles(root: string, name: string): AsyncGenerator<BlobStat & { key: string }> {
  const folder = await opendir(join(root, name)).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  for await (const entry of folder ?? []) {
    const key = `${name}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(root, key);
    const found = entry.isFile() ? await statFile(join(root, key)) : undefined;
    if (found) yield { key, ...found };
  }
}

function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await statFile(path);
    if (found && Date.now() - found.modified * 1000 > abandonedAfter) await rm(path, { force: true });
  }
}
