// Fetches a file into a folder so that it is either whole and verified under its name, or not there: bytes go to a part
// file, a broken download is resumed with Range, and the checksum decides. Knows no books.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../api/errors.ts';
import { isDiskFull, isMissing } from '../disk/file-error.ts';
import { syncFolder, writeAll, writeDurably } from '../disk/write-durably.ts';

/** Asks for the file, from `Range` on when given; answers 200, 206, 304 or 416. */
export type OpenRemote = (headers: Record<string, string>) => Promise<Response>;

export interface Downloaded {
  etag: string;
  type: string;
  size: number;
}

/** Where the reader has a file already, one: the next opening goes on from where the transfer broke. */
const attempts = 5;
/** Milliseconds without a byte after which a transfer counts as broken. */
const longestSilence = 20_000;

export interface DownloadOptions {
  /** What is there under that name already. */
  known?: Downloaded | undefined;
  /** Milliseconds without a byte after which a transfer counts as broken. */
  silence?: number | undefined;
  /** Gives it up with `cancelled`, however far it is; nothing is written once that has been thrown. */
  signal?: AbortSignal | undefined;
}

/** `file` afterwards holds the whole remote file, and `file.json` says what it is: `known` itself where it still holds. */
export async function download(file: string, remote: OpenRemote, options: DownloadOptions = {}): Promise<Downloaded> {
  const { known } = options;
  const most = known ? 1 : attempts;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    try {
      const got = await fetchPart(file, remote, options);
      return got === 'unchanged' && known ? known : await accept(file, got as Downloaded);
    } catch (error) {
      // Of what broke by that, the abort is the cause.
      if (options.signal?.aborted) throw new AppError('cancelled', undefined, undefined, { cause: error });
      if (isDiskFull(error)) {
        // The room that it took must not be missed by everything else.
        await forgetPart(file);
        throw new AppError('disk_full', undefined, undefined, { cause: error });
      }
      // What has arrived is kept, and the next attempt goes on from there.
      if (!(error instanceof BrokenTransfer) || attempt >= most) throw asAppError(error);
    }
  }
}

class BrokenTransfer extends Error {}

const asAppError = (error: unknown) =>
  error instanceof BrokenTransfer ? new AppError('offline', undefined, undefined, { cause: error }) : error;

async function fetchPart(
  file: string,
  remote: OpenRemote,
  options: DownloadOptions,
): Promise<Downloaded | 'unchanged'> {
  const { known, silence = longestSilence, signal } = options;
  const part = `${file}.part`;
  const begun = await readRecord(`${part}.json`);
  const have = begun ? await lengthOf(part) : 0;
  const resuming = begun && have > 0 && isStrong(begun.etag);
  const headers: Record<string, string> = resuming
    ? { range: `bytes=${have}-`, 'if-range': begun.etag }
    : known?.etag
      ? { 'if-none-match': known.etag }
      : {};
  const response = await unlessAborted(remote(headers), signal);
  if (response.status === 304) return 'unchanged';
  if (response.status === 416 && begun && have === begun.size) {
    await response.body?.cancel();
    return begun;
  }
  if (response.status === 416) {
    await response.body?.cancel();
    await rm(`${part}.json`, { force: true });
    // The part does not belong to that file.
    if (resuming) return fetchPart(file, remote, options);
    throw new BrokenTransfer('the service has no such range of a whole file');
  }
  const from = response.status === 206 ? rangeStart(response) : 0;
  if (from !== 0 && from !== have) throw new BrokenTransfer('the service sent another range');
  const announced = describe(response, from);
  await writeDurably(`${part}.json`, JSON.stringify(announced));
  const size = await append(part, from, response, silence, signal);
  if (announced.size >= 0 && size !== announced.size) throw new BrokenTransfer('the transfer ended early');
  return { ...announced, size };
}

async function append(
  part: string,
  from: number,
  response: Response,
  silence: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const handle = await open(part, from === 0 ? 'w' : 'r+', 0o600);
  try {
    await handle.truncate(from);
    let at = from;
    for await (const chunk of readBody(response, silence, signal)) {
      await writeAll(handle, chunk, at);
      at += chunk.byteLength;
    }
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Tells a broken network from a broken disk. A network that falls silent is broken as well. */
async function* readBody(
  { body }: Response,
  silence: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(within(silence, reader.read()), signal);
      if (done) return;
      yield value;
    }
  } finally {
    // Of a transfer that broke nothing can be cancelled any more, which its own error has told.
    reader.cancel().catch(() => undefined);
  }
}

async function within<T>(silence: number, read: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BrokenTransfer('the transfer fell silent')), silence);
  });
  try {
    return await Promise.race([read, silent]);
  } catch (cause) {
    throw cause instanceof BrokenTransfer ? cause : new BrokenTransfer('the transfer broke', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Whatever `work` still brings after `signal` is dropped. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new AppError('cancelled'));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Verifies the part and gives it its name. */
async function accept(file: string, got: Downloaded): Promise<Downloaded> {
  const part = `${file}.part`;
  const expected = checksumIn(got.etag);
  if (expected && (await sha256(part)) !== expected) {
    await forgetPart(file);
    throw new AppError('checksum_mismatch', 'The downloaded file is damaged; try again.');
  }
  // Without its record the file counts as absent, so the old record goes first and the new one comes last.
  await rm(`${file}.json`, { force: true });
  await rename(part, file);
  await syncFolder(dirname(file));
  await writeDurably(`${file}.json`, JSON.stringify(got));
  await rm(`${part}.json`, { force: true });
  return got;
}

async function forgetPart(file: string): Promise<void> {
  await rm(`${file}.part`, { force: true });
  await rm(`${file}.part.json`, { force: true });
}

/** The record beside a file; undefined when there is none that can be read. */
export async function readRecord(file: string): Promise<Downloaded | undefined> {
  try {
    const parsed = JSON.parse(await readFile(file, 'utf8')) as Partial<Downloaded>;
    const { etag, type, size } = parsed;
    return typeof etag === 'string' && typeof type === 'string' && typeof size === 'number'
      ? { etag, type, size }
      : undefined;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A whole file of the cache, as its record describes it. */
export async function readCached(file: string): Promise<Downloaded | undefined> {
  const record = await readRecord(`${file}.json`);
  return record && (await lengthOf(file)) === record.size ? record : undefined;
}

function describe(response: Response, from: number): Downloaded {
  const length = response.headers.get('content-length');
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  const encoded = response.headers.has('content-encoding');
  // The length of an encoded body is not the file's.
  const size = total ? Number(total) : length !== null && !encoded ? from + Number(length) : -1;
  return {
    etag: response.headers.get('etag') ?? '',
    type: response.headers.get('content-type') ?? 'application/octet-stream',
    size,
  };
}

const rangeStart = (response: Response) =>
  Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
const isStrong = (etag: string) => etag.startsWith('"');
/** The service's ETag of a book is its SHA-256. */
const checksumIn = (etag: string) => /^"(?:sha256-)?([0-9a-f]{64})"$/.exec(etag)?.[1];

async function lengthOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
