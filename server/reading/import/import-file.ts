// Turns a file on disk into a book on someone's shelf: the one path that uploads and the command line share.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError } from '../../../api/errors.ts';
import type { Blobs } from '../../base/blobs.ts';
import type { Log } from '../../base/log.ts';
import type { Reading, Trx } from '../reading.ts';
import { importLimits } from './limits.ts';
import { type ParsedBook, parseEpub } from './parse-epub.ts';
import { findOwnBook, type StoredCover, storeBook } from './store-book.ts';

export interface Importing {
  reading: Reading;
  blobs: Blobs;
  log: Log;
}

export interface ImportRequest {
  vid: string;
  /** A file on this machine. */
  path: string;
  fileName: string;
  /** Where the bytes are in the blob store already; else they are put there. */
  blobKey?: string;
  /** Runs in the transaction that makes the book. */
  inside?: (trx: Trx, bookId: string) => Promise<void>;
}

export interface Imported {
  bookId: string;
  existed: boolean;
}

/** Throws the codes that an import can fail with; then nothing was changed. */
export async function importFile({ reading, blobs, log }: Importing, request: ImportRequest): Promise<Imported> {
  const { size } = await stat(request.path);
  if (size > importLimits.fileBytes) {
    throw new AppError('too_large', 'The book is larger than allowed.', { bytes: size, limit: importLimits.fileBytes });
  }
  const { sha256, md5 } = await checksums(request.path);
  const inside = request.inside ?? (async () => undefined);
  const known = await findOwnBook(reading.database.kysely, request.vid, sha256);
  const parsed = known ? undefined : await parseEpub(request.path, request.fileName, log);
  const blobKey = request.blobKey ?? `books/${sha256}`;
  if (!request.blobKey && !(await blobs.stat(blobKey))) {
    await blobs.put(blobKey, createReadStream(request.path), { contentType: epub, expect: { size, sha256 } });
  }
  const cover = parsed?.cover ? await putCover(blobs, parsed.cover) : undefined;
  const file = { sha256, md5, size, blobKey, mediaType: epub, fileName: request.fileName };
  const stored = await storeBook(reading, request.vid, file, parsed, cover, inside);
  // The content was there under another key: this copy is one too many.
  if (stored.blobKey !== blobKey) await blobs.remove(blobKey);
  return { bookId: stored.bookId, existed: stored.existed };
}

const epub = 'application/epub+zip';

async function putCover(blobs: Blobs, cover: NonNullable<ParsedBook['cover']>): Promise<StoredCover> {
  const sha256 = createHash('sha256').update(cover.bytes).digest('hex');
  const blobKey = `covers/${sha256}`;
  if (!(await blobs.stat(blobKey))) await blobs.put(blobKey, cover.bytes, { contentType: cover.mediaType });
  const { mediaType, width, height, bytes } = cover;
  return { sha256, blobKey, mediaType, size: bytes.length, width, height };
}

async function checksums(path: string): Promise<{ sha256: string; md5: string }> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex') };
}
