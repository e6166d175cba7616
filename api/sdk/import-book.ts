// The whole upload of a book: reserve a place, put the bytes there, say so, wait until it is a book.
// Every step may be repeated, so that an import which broke off anywhere is simply started again.

import type { ReplyOf } from '../catalog.ts';
import { AppError } from '../errors.ts';
import { type Clock, type Signal, sha256Hex, systemClock } from './platform.ts';
import { defaultRetryPolicy, type RetryPolicy, withRetries } from './retry.ts';
import type { Transport } from './transport.ts';
import { createFetchUpload, type Upload, type UploadBody } from './upload.ts';
import { pause, throwIfAborted } from './waiting.ts';

export interface ImportSurroundings {
  upload?: Upload;
  clock?: Clock;
  random?: () => number;
  retry?: RetryPolicy;
}

export interface BookFile {
  /** The file's own name, with its extension. */
  name: string;
  bytes: UploadBody;
  /** 64 hex digits; computed when absent, for which the whole file is read into memory. */
  sha256?: string;
}

export type ImportStage = 'reserving' | 'uploading' | 'parsing';

export interface ImportOptions {
  signal?: Signal | undefined;
  onStage?: (stage: ImportStage) => void;
}

/** What `/cos/notify` answers when the book is there. */
export type ImportedBook = ReplyOf<'POST /cos/notify'>;
export type ImportBook = (file: BookFile, options?: ImportOptions) => Promise<ImportedBook>;

/** Reservations for one import: the first, and a fresh address when it took too long. */
const reservations = 3;

/** Resolves with the book when the service has read it. Fails with an `AppError`: the refusal, or what ended a request. */
export function createImport(transport: Transport, surroundings: ImportSurroundings): ImportBook {
  const clock = surroundings.clock ?? systemClock;
  const upload = surroundings.upload ?? createFetchUpload({ clock });
  const { random = Math.random, retry = defaultRetryPolicy } = surroundings;

  async function bringBytes(file: BookFile, sha256: string, options: ImportOptions): Promise<string> {
    const { signal } = options;
    const size = sizeOf(file.bytes);
    let cbid: string | undefined;
    for (let reservation = 1; ; reservation++) {
      options.onStage?.('reserving');
      const asked = { mode: 'book' as const, name: file.name, size, sha256, ...(cbid ? { cbid } : {}) };
      const place = await transport.call('GET /cos/getcredential', asked, { signal });
      if (place.uploaded) return place.name;
      options.onStage?.('uploading');
      try {
        await withRetries(true, { clock, random, policy: retry, signal }, () => upload(place, file.bytes, { signal }));
        return place.name;
      } catch (error) {
        const isOld = error instanceof AppError && error.code === 'expired_token';
        if (!isOld || reservation >= reservations) throw error;
        cbid = place.cbid;
      }
    }
  }

  async function untilParsed(name: string, { signal, onStage }: ImportOptions): Promise<ImportedBook> {
    onStage?.('parsing');
    for (;;) {
      const answer = await transport.call('POST /cos/notify', { name }, { signal });
      if (answer.state === 'ready') return answer;
      await pause(clock, Math.max(1, answer.retryAfter) * 1000, signal);
    }
  }

  return async (file, options = {}) => {
    throwIfAborted(options.signal);
    const sha256 = file.sha256 ?? (await sha256Hex(await bytesOf(file.bytes)));
    return await untilParsed(await bringBytes(file, sha256, options), options);
  };
}

function sizeOf(body: UploadBody): number {
  return body instanceof Uint8Array ? body.byteLength : body.size;
}

async function bytesOf(body: UploadBody): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : new Uint8Array(await body.arrayBuffer());
}
