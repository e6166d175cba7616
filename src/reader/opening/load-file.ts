// Gets a book's file: from the store, else from the page's own origin, where the main process fetches it from the
// service. What was fetched is checked against its announced size and kept, unless it may be of an older version.

import { AppError, isErrorCode } from '../../../api/errors.ts';
import { hostPaths, isCurrent } from '../../../api/host-paths.ts';
import type { Database } from '../../db/database.ts';
import { dropPages } from '../../db/reading/page-counts.ts';
import { storedOriginal, storeFile, storeOriginal } from '../../db/reading/resources.ts';

export interface LoadParts {
  database: Database;
  report: (error: unknown) => void;
  /** Unix seconds. */
  now: () => number;
}

export interface LoadedFile {
  file: Blob;
  version: number;
}

/**
 * Throws an AppError that says why the file is not there. `onProgress`: 0–10, each value once. `afresh`: it is fetched,
 * whatever is stored; that stays until another is here.
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
  try {
    const response = await ask(hostPaths.bookFile(bookId), signal);
    // Of which version this one is, nobody knows; of the one that is here it is known.
    const older = afresh || isCurrent(response) ? undefined : await database.resources.get(bookId);
    if (older) {
      await response.body?.cancel();
      return { file: older.file, version: older.version };
    }
    const file = await receive(response, onProgress, signal);
    if (isCurrent(response)) await keep(parts, bookId, file, version);
    return { file, version };
  } catch (error) {
    // A newer version cannot be had now; the one that is here still reads.
    const older = signal.aborted || afresh ? undefined : await database.resources.get(bookId);
    if (!older) throw error;
    parts.report(error);
    return { file: older.file, version: older.version };
  }
}

/** The file as it was imported, of a book whose EPUB the service wrote. Throws as `loadFile` does. */
export async function loadOriginal(
  { database, report }: LoadParts,
  bookId: string,
  version: number,
  onProgress: (tenths: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const stored = await storedOriginal(database, bookId, version);
  if (stored) return stored;
  const response = await ask(hostPaths.originalFile(bookId), signal);
  const original = await receive(response, onProgress, signal);
  if (!isCurrent(response)) return original;
  try {
    await storeOriginal(database, bookId, original, version);
  } catch (error) {
    report(error);
  }
  return original;
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

/** A disk without room must not keep anybody from reading what is in memory already. */
async function keep({ database, report, now }: LoadParts, bookId: string, file: Blob, version: number): Promise<void> {
  try {
    // They may be those of a broken file.
    await dropPages(database, bookId);
    await storeFile(database, bookId, file, version, now());
  } catch (error) {
    report(error);
  }
}
