// Serves book files and covers to the page from a bounded cache on disk, fetching what is missing; works offline with
// what is there. Must not know formats: bytes come and go as they are.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { AppError } from '../../api/errors.ts';
import { type FileState, fileStateHeader } from '../../api/host-paths.ts';
import type { BytesReply } from '../client-parts.ts';
import { isMissing } from '../disk/file-error.ts';
import { describeError, type Log } from '../disk/log.ts';
import type { Requests } from '../requests/requests.ts';
import { fetchCover } from './book-cover.ts';
import { readByteRange } from './byte-range.ts';
import { type Downloaded, download, type OpenRemote, readCached } from './download.ts';

export interface BookFiles {
  /** undefined when the path is neither a book file nor a cover. */
  serve(path: string, headers: IncomingHttpHeaders): Promise<BytesReply | undefined>;
  /** Deletes what is cached for an account, and gives up what is still on its way. */
  forget(account: string): Promise<void>;
}

interface Parts {
  folder: string;
  requests: Requests;
  /** The account in use: others' files are not served. */
  account(): string | undefined;
  service(): string;
  log: Log;
  /** Bytes kept; the longest unused files go first. */
  maxBytes?: number;
  /** Milliseconds without a byte after which a transfer counts as broken. */
  silence?: number;
  /**
   * Where an older file is here: milliseconds for an answer to begin, however often it is asked for, and then without
   * another byte of it.
   */
  patience?: number;
  /** Looks through the cache some time after a download; more downloads by then are looked at with it. */
  later?: (tidy: () => void) => void;
}

/** Milliseconds for an answer to begin, with a reader waiting for it: of one attempt, and of all. */
const attemptLimit = 10_000;
const wholeLimit = 30_000;

/** A file of the cache, and whether the service has confirmed it. */
interface Obtained extends Downloaded {
  state: FileState;
}

/** A file on its way into the cache. */
interface Fetching {
  owner: string;
  stop: AbortController;
  obtained: Promise<Obtained>;
}

type Kind = 'book-files' | 'original-files' | 'covers';

export function createBookFiles(parts: Parts): BookFiles {
  const { folder, requests, account, service, log, maxBytes = 2 ** 30, silence } = parts;
  const { patience = attemptLimit, later = (tidy) => setTimeout(tidy, 5000).unref() } = parts;
  const fetching = new Map<string, Fetching>();
  let isTidying = false;

  /** `within`: milliseconds for an answer to begin, with all attempts. */
  function remoteOf({ kind, bookId }: Asked, owner: string, within: number, signal: AbortSignal): OpenRemote {
    const shared = { timeout: attemptLimit, signal };
    const options = { ...shared, account: owner, within };
    if (kind !== 'covers') {
      const format = kind === 'book-files' ? 'epub' : 'original';
      return (headers) => requests.open('GET /book/download', { bookId, format }, { ...options, headers });
    }
    return async (headers) => {
      const until = performance.now() + within;
      const { cover } = (await requests.call('GET /book/info', { bookId }, options)) as { cover: string };
      const left = Math.max(0, until - performance.now());
      return fetchCover(cover, service(), requests, { ...shared, within: left, headers });
    };
  }

  /** The whole file on disk: asked of the service again when it is reached, else as it was last seen. */
  async function obtain(file: string, asked: Asked, owner: string, signal: AbortSignal): Promise<Obtained> {
    const cached = await readCached(file);
    const remote = remoteOf(asked, owner, cached ? patience : wholeLimit, signal);
    const shortest = cached ? Math.min(patience, silence ?? patience) : silence;
    try {
      const found = await download(file, remote, { known: cached, silence: shortest, signal });
      if (found !== cached) tidySoon();
      return { ...found, state: 'current' };
    } catch (error) {
      if (!cached || !(error instanceof AppError) || !mayUseCached(error)) throw error;
      log.info('A file is given out as it was last seen', { cause: describeError(error) });
      return { ...cached, state: 'last-seen' };
    }
  }

  function obtainOnce(file: string, asked: Asked, owner: string): Promise<Obtained> {
    const running = fetching.get(file);
    if (running) return running.obtained;
    const stop = new AbortController();
    const obtained = obtain(file, asked, owner, stop.signal).finally(() => fetching.delete(file));
    fetching.set(file, { owner, stop, obtained });
    return obtained;
  }

  /** A page of the shelf may bring a dozen covers: the cache is looked through once for all of them. */
  function tidySoon(): void {
    if (isTidying) return;
    isTidying = true;
    const tidy = () =>
      evict(folder, maxBytes, (file) => fetching.has(file))
        .catch((error: unknown) => log.warn('The cache could not be tidied', { cause: error }))
        .finally(() => {
          isTidying = false;
        });
    later(tidy);
  }

  async function serve(path: string, headers: IncomingHttpHeaders): Promise<BytesReply | undefined> {
    const asked = readPath(path);
    if (!asked) return undefined;
    const owner = account();
    if (owner === undefined) return refuse(new AppError('not_found', 'Nobody is signed in.'));
    const file = join(folder, owner, asked.kind, fileName(asked.bookId));
    try {
      const found = await obtainOnce(file, asked, owner);
      await utimes(file, new Date(), new Date());
      return replyWith(file, found, headers);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info('A file for the page is not there', { path, cause: describeError(error) });
      return refuse(error);
    }
  }

  async function forget(owner: string): Promise<void> {
    const own = [...fetching.values()].filter((one) => one.owner === owner);
    for (const { stop } of own) stop.abort();
    // What still writes would make the folder anew. Why one of them failed was told to whoever asked for it.
    await Promise.allSettled(own.map(({ obtained }) => obtained));
    await rm(join(folder, owner), { recursive: true, force: true });
  }

  return { serve, forget };
}

const mayUseCached = ({ code }: AppError) =>
  ['offline', 'timeout', 'upstream_unavailable', 'shutting_down', 'session_expired', 'checksum_mismatch'].includes(
    code,
  );

interface Asked {
  kind: Kind;
  bookId: string;
}

function readPath(path: string): Asked | undefined {
  const match = /^\/(book-files|original-files|covers)\/([^/]{1,384})$/.exec(path);
  const [, kind, encoded] = match ?? [];
  if (!kind || !encoded) return undefined;
  try {
    return { kind: kind as Kind, bookId: decodeURIComponent(encoded) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Ids are the service's words and no file names. */
const fileName = (bookId: string) =>
  /^[A-Za-z0-9_-]{1,64}$/.test(bookId) ? bookId : createHash('sha256').update(bookId).digest('hex');

function replyWith(file: string, found: Obtained, headers: IncomingHttpHeaders): BytesReply {
  const shared = {
    'content-type': found.type,
    'accept-ranges': 'bytes',
    // The page keeps what it reads itself; a browser's own copy would outlive the account's data.
    'cache-control': 'no-store',
    [fileStateHeader]: found.state,
    ...(found.etag ? { etag: found.etag } : {}),
  };
  const range = readByteRange(headers.range, found.size);
  if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${found.size}` } };
  if (!range) {
    const whole = { ...shared, 'content-length': String(found.size) };
    return { status: 200, headers: whole, body: createReadStream(file) };
  }
  const part = {
    ...shared,
    'content-range': `bytes ${range.start}-${range.end}/${found.size}`,
    'content-length': String(range.end - range.start + 1),
  };
  return { status: 206, headers: part, body: createReadStream(file, range) };
}

function refuse(error: AppError): BytesReply {
  const status = ['offline', 'timeout', 'upstream_unavailable', 'shutting_down'].includes(error.code)
    ? 503
    : error.status;
  const body = Buffer.from(JSON.stringify({ error: error.code, errmsg: error.message }));
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body };
}

interface CachedFile {
  file: string;
  size: number;
  used: number;
}

async function evict(folder: string, maxBytes: number, isInUse: (file: string) => boolean): Promise<void> {
  const files = await listFiles(folder);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of files.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes) return;
    if (isInUse(file.replace(/\.part$/, ''))) continue;
    await rm(`${file}.json`, { force: true });
    await rm(file, { force: true });
    total -= size;
  }
}

/** Whole files, and what has arrived of others. */
async function listFiles(folder: string): Promise<CachedFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: CachedFile[] = [];
  for (const entry of found) {
    // Records are small, and go with what they describe.
    if (!entry.isFile() || /\.(?:json|tmp)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    try {
      const { size, mtimeMs } = await stat(file);
      files.push({ file, size, used: mtimeMs });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return files;
}
