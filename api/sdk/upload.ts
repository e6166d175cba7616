// Puts bytes where a presigned address says. Knows the object store's answers, not what the bytes are.

import { AppError } from '../errors.ts';
import { startAttempt } from './attempt.ts';
import { type BlobLike, type Clock, type Fetcher, globalFetcher, type Signal, systemClock } from './platform.ts';
import { readError } from './read-reply.ts';

export interface PresignedPut {
  url: string;
  headers: readonly { name: string; value: string }[];
}

export type UploadBody = Uint8Array | BlobLike;

/** Fails with an `AppError`; `expired_token` means that the address has to be asked for again. */
export type Upload = (
  target: PresignedPut,
  body: UploadBody,
  options: { signal?: Signal | undefined },
) => Promise<void>;

export interface FetchUploadOptions {
  fetcher?: Fetcher;
  clock?: Clock;
  /** Milliseconds for the whole upload. */
  timeout?: number;
}

/** Puts by `fetch`, within half an hour unless told otherwise. */
export function createFetchUpload(options: FetchUploadOptions = {}): Upload {
  const { fetcher = globalFetcher, clock = systemClock, timeout = 30 * 60_000 } = options;
  return async (target, body, { signal }) => {
    const headers = Object.fromEntries(target.headers.map(({ name, value }) => [name, value]));
    const attempt = startAttempt(clock, timeout, signal);
    try {
      const init = { method: 'PUT', headers, body, signal: attempt.signal, credentials: 'omit' as const };
      const response = await fetcher.fetch(target.url, init);
      if (response.status >= 200 && response.status < 300) return;
      throw storeError(await readError(response));
    } catch (cause) {
      throw attempt.failure(cause);
    } finally {
      attempt.end();
    }
  };
}

// Object stores answer an address that is out of date or was tampered with by a bare 403.
function storeError(error: AppError): AppError {
  const isOld = error.code === 'no_permission' || error.code === 'not_signed_in';
  return isOld ? new AppError('expired_token', undefined, error.details, { cause: error }) : error;
}
