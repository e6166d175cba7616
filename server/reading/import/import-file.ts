// Turns a file on disk into a book on someone's shelf: the one path that uploads and the command line share.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError } from '../../../api/errors.ts';
import type { Blobs } from '../../base/blobs.ts';
import type { Log } from '../../base/log.ts';
import type { Reading, Trx } from '../reading.ts';
import { BookParser } from './book-parser.ts';
import { importLimits } from './limits.ts';
import { type Cover, makeCover } from './make-cover.ts';
import { announceBlobs } from './pending-blobs.ts';
import { storableText } from './storable.ts';
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
  /** What it must be; otherwise `checksum_mismatch`. */
  expect?: { size: number; sha256: string };
  /** Runs in the transaction that makes the book. */
  inside?: (trx: Trx, bookId: string) => Promise<void>;
}

export interface Imported {
  bookId: string;
  existed: boolean;
}

const parser = new BookParser();
const epub = 'application/epub+zip';

/** Throws the codes that an import can fail with; then nothing was changed. */
export async function importFile({ reading, blobs, log }: Importing, request: ImportRequest): Promise<Imported> {
  const { vid, path, fileName, expect } = request;
  const { size } = await stat(path);
  if (size > importLimits.fileBytes) {
    throw new AppError('too_large', 'The book is larger than allowed.', { bytes: size, limit: importLimits.fileBytes });
  }
  const { sha256, md5 } = await checksums(path);
  if (expect && (expect.size !== size || expect.sha256 !== sha256)) {
    throw new AppError('checksum_mismatch', undefined, { expected: expect, received: { size, sha256 } });
  }
  const known = await findOwnBook(reading.database.kysely, vid, sha256);
  const parsed = known ? undefined : await parser.parse(path, fileName);
  const picture = parsed?.cover ? await makeCover(parsed.cover, log) : undefined;
  // By content: no address that was ever given out for an upload leads to what books are read from.
  const blobKey = `books/${sha256}`;
  const cover = picture ? coverOf(picture) : undefined;
  await announceBlobs(reading, [blobKey, ...(cover ? [cover.blobKey] : [])]);
  if ((await blobs.stat(blobKey))?.size !== size) {
    await blobs.put(blobKey, createReadStream(path), { contentType: epub, expect: { size, sha256 } });
  }
  if (picture && cover && !(await blobs.stat(cover.blobKey))) {
    await blobs.put(cover.blobKey, picture.bytes, { contentType: cover.mediaType });
  }
  const file = { sha256, md5, size, blobKey, mediaType: epub, fileName: storableText(fileName) };
  const { bookId, existed } = await storeBook(reading, vid, file, parsed, cover, request.inside);
  return { bookId, existed };
}

function coverOf({ bytes, mediaType, width, height }: Cover): StoredCover {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, blobKey: `covers/${sha256}`, mediaType, size: bytes.length, width, height };
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
