// Gets a book's file: from the store, else from the page's own origin, where the main process fetches it from the
// service. What was fetched is checked against its announced size and kept, unless it may be of an older version.

import { AppError, isErrorCode } from '../../../api/errors.ts';
import { hostPaths, isCurrent } from '../../../api/host-paths.ts';
import type { Database } from '../database.ts';
import { withRoom } from './make-room.ts';
import { dropPages } from './page-counts.ts';
import { storedOriginal, storeFile, storeOriginal } from './resources.ts';

/** Milliseconds that a reader waits for a file to be kept which could be read already. */
const patience = 1000;

export interface LoadParts {
  /** Until it is kept, or cannot be: nobody wants to read it now. */
  waits?: true;
  database: Database;
  /** Also why it could not be kept. */
  report: (error: unknown) => void;
  /** Unix seconds. */
  now: () => number;
}

export interface LoadedFile {
  file: Blob;
  version: number;
}

interface FetchedFile extends LoadedFile {
  /** Resolves when it is kept or need not be; rejects with why it could not be. */
  kept: Promise<void>;
}

/**
 * Throws an AppError that says why the file is not there. `onProgress`: 0–10, each value once. `afresh`: it is fetched,
 * whatever is stored; that stays until another is here. A download that is under way is joined, and goes on as long as
 * anybody waits for it.
 */
export async function loadFile(
  parts: LoadParts,
  bookId: string,
  onProgress: (tenths: number) => void,
  signal: AbortSignal,
  afresh = false,
): Promise<LoadedFile> {
  const { database } = parts;
  const [book, stored] = await Promise.all([database.books.get(bookId), database.resources.get(bookId)]);
  const version = book?.version ?? 0;
  if (stored && !afresh && (version === 0 || stored.version === version)) return { file: stored.file, version };
  const { kept, ...loaded } = await follow(flightOf(parts, bookId, version, afresh), onProgress, signal);
  await untilKept(parts, kept, signal);
  if (signal.aborted && !parts.waits) throw new AppError('cancelled');
  return loaded;
}

/** A download that is under way, until its file is kept, and who waits for its bytes. */
interface Flight {
  stop: AbortController;
  followers: Set<{ onProgress: (tenths: number) => void }>;
  tenths: number;
  loaded: Promise<FetchedFile>;
  /** Once it is loaded. */
  kept?: Promise<void>;
  /** Nobody is to join it from now on. */
  end: () => void;
}

const under = new WeakMap<Database, Map<string, Flight>>();

const keyOf = (bookId: string, version: number, afresh: boolean) => `${bookId} ${version} ${afresh}`;

/** The one that is under way, or a new one. */
function flightOf(parts: LoadParts, bookId: string, version: number, afresh: boolean): Flight {
  const { database } = parts;
  const flights = under.get(database) ?? new Map<string, Flight>();
  under.set(database, flights);
  const key = keyOf(bookId, version, afresh);
  const known = flights.get(key);
  if (known) return known;
  const followers: Flight['followers'] = new Set();
  const stop = new AbortController();
  const onProgress = (tenths: number) => {
    flight.tenths = tenths;
    for (const one of followers) one.onProgress(tenths);
  };
  const loaded = fetchFile(parts, bookId, version, onProgress, stop.signal, afresh);
  const end = () => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  const flight: Flight = { stop, followers, tenths: 0, loaded, end };
  flights.set(key, flight);
  // Those who follow it hear of what went wrong.
  const keeping = loaded.then(({ kept }) => {
    flight.kept = kept;
    return kept;
  });
  void keeping.then(end, end);
  return flight;
}

function follow(
  { followers, stop, loaded, tenths, end }: Flight,
  onProgress: (tenths: number) => void,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const follower = { onProgress };
  followers.add(follower);
  if (tenths > 0) onProgress(tenths);
  return new Promise((resolve, reject) => {
    const leave = () => {
      followers.delete(follower);
      if (followers.size === 0) {
        end();
        stop.abort();
      }
      reject(new AppError('cancelled'));
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    const settle = () => {
      followers.delete(follower);
      signal.removeEventListener('abort', leave);
    };
    loaded.finally(settle).then(resolve, reject);
  });
}

/** Resolves when it is kept or cannot be, which is reported; whoever reads is not kept waiting for a slow or a full disk. */
async function untilKept({ waits, report }: LoadParts, kept: Promise<void>, signal: AbortSignal): Promise<void> {
  const settled = kept.catch(report);
  if (waits) return settled;
  const left = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    setTimeout(resolve, patience);
  });
  if (!signal.aborted) await Promise.race([settled, left]);
}

async function fetchFile(
  parts: LoadParts,
  bookId: string,
  version: number,
  onProgress: (tenths: number) => void,
  signal: AbortSignal,
  afresh: boolean,
): Promise<FetchedFile> {
  const { database } = parts;
  const nothing = Promise.resolve();
  try {
    const response = await ask(hostPaths.bookFile(bookId), signal);
    // Of which version this one is, nobody knows; of the one that is here it is known.
    const older = afresh || isCurrent(response) ? undefined : await database.resources.get(bookId);
    if (older) {
      await response.body?.cancel();
      return { file: older.file, version: older.version, kept: nothing };
    }
    const file = await receive(response, onProgress, signal);
    return { file, version, kept: isCurrent(response) ? keep(parts, bookId, file, version) : nothing };
  } catch (error) {
    // A newer version cannot be had now; the one that is here still reads.
    const older = signal.aborted || afresh ? undefined : await database.resources.get(bookId);
    if (!older) throw error;
    parts.report(error);
    return { file: older.file, version: older.version, kept: nothing };
  }
}

/** The file as it was imported, of a book whose EPUB the service wrote. Throws as `loadFile` does. */
export async function loadOriginal(
  parts: LoadParts,
  bookId: string,
  version: number,
  onProgress: (tenths: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { database } = parts;
  const stored = await storedOriginal(database, bookId, version);
  if (stored) return stored;
  const response = await ask(hostPaths.originalFile(bookId), signal);
  const original = await receive(response, onProgress, signal);
  if (isCurrent(response)) await untilKept(parts, keepOriginal(database, bookId, original, version), signal);
  return original;
}

async function keepOriginal(database: Database, bookId: string, original: Blob, version: number): Promise<void> {
  // It is kept beside its book's file, which may be on its way to the disk still.
  for (const afresh of [false, true]) {
    const flight = under.get(database)?.get(keyOf(bookId, version, afresh));
    // Whoever loads the file hears why it is not kept.
    await flight?.kept?.catch(() => undefined);
  }
  await withRoom(database, bookId, original.size, () => storeOriginal(database, bookId, original, version));
}

async function receive(response: Response, onProgress: (tenths: number) => void, signal: AbortSignal): Promise<Blob> {
  const announced = Number(response.headers.get('content-length') ?? Number.NaN);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  let shown = 0;
  const reader = response.body?.getReader();
  if (!reader) throw new AppError('checksum_mismatch');
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new AppError(signal.aborted ? 'cancelled' : 'offline', undefined, undefined, { cause });
    });
    if (done) break;
    parts.push(value);
    received += value.length;
    const tenths = announced > 0 ? Math.min(10, Math.floor((received / announced) * 10)) : 0;
    if (tenths > shown) {
      shown = tenths;
      onProgress(tenths);
    }
  }
  if (received === 0 || (announced > 0 && received !== announced)) throw new AppError('checksum_mismatch');
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'application/epub+zip' });
}

async function ask(path: string, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { signal });
  } catch (cause) {
    throw new AppError(signal.aborted ? 'cancelled' : 'offline', undefined, undefined, { cause });
  }
  if (response.ok) return response;
  // A refusal without a readable reason is told by its status.
  const refusal: { error?: unknown; errmsg?: unknown } | null = await response.json().catch(() => null);
  const code = isErrorCode(refusal?.error) ? refusal.error : response.status === 404 ? 'not_found' : 'offline';
  throw new AppError(code, typeof refusal?.errmsg === 'string' ? refusal.errmsg : undefined);
}

async function keep({ database, now }: LoadParts, bookId: string, file: Blob, version: number): Promise<void> {
  // They may be those of a broken file.
  await dropPages(database, bookId);
  await withRoom(database, bookId, file.size, () => storeFile(database, bookId, file, version, now()));
}
