// Gets a book's file: from the store, else from the page's own origin, where the main process fetches it from the
// service. What was fetched is checked against its announced size and kept.

import { AppError, isErrorCode } from '../../../api/errors.ts';
import { hostPaths } from '../../../api/host-paths.ts';
import type { Database } from '../../db/database.ts';
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

/** Throws an AppError that says why the file is not there. `onProgress`: 0–10, each value once. */
export async function loadFile(
  parts: LoadParts,
  bookId: string,
  onProgress: (tenths: number) => void,
  signal: AbortSignal,
): Promise<LoadedFile> {
  const { database } = parts;
  const [book, stored] = await Promise.all([database.books.get(bookId), database.resources.get(bookId)]);
  const version = book?.version ?? 0;
  if (stored && (version === 0 || stored.version === version)) return { file: stored.file, version };
  try {
    const file = await fetchFile(hostPaths.bookFile(bookId), onProgress, signal);
    await keep(parts, bookId, file, version);
    return { file, version };
  } catch (error) {
    // A newer version cannot be had now; the one that is here still reads.
    const older = signal.aborted ? undefined : await database.resources.get(bookId);
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
  const original = await fetchFile(hostPaths.originalFile(bookId), onProgress, signal);
  try {
    await storeOriginal(database, bookId, original, version);
  } catch (error) {
    report(error);
  }
  return original;
}

async function fetchFile(path: string, onProgress: (tenths: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await ask(path, signal);
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
    await storeFile(database, bookId, file, version, now());
  } catch (error) {
    report(error);
  }
}
