// Counts and hashes bytes as they pass, and stops them when there are more than were announced.

import { createHash, hash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { AppError } from '../../../api/errors.ts';
import type { Written } from './blobs.ts';

export interface Expected {
  size?: number | undefined;
  sha256?: string | undefined;
}

export interface CheckedBytes {
  stream: Transform;
  /** After the stream has ended; throws `checksum_mismatch` when the bytes are not the expected ones. */
  result(): Written;
}

export function checkBytes(expect: Expected = {}): CheckedBytes {
  const sums = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      sums.update(chunk);
      if (expect.size !== undefined && size > expect.size) done(mismatch({ size, expectedSize: expect.size }));
      else done(null, chunk);
    },
  });
  return {
    stream,
    result() {
      const written = { size, sha256: sums.digest('hex') };
      checkResult(written, expect);
      return written;
    },
  };
}

/** The same check of bytes that are all there. */
export function checkWhole(bytes: Uint8Array, expect: Expected = {}): Written {
  const size = bytes.length;
  const sha256 = hash('sha256', bytes);
  checkResult({ size, sha256 }, expect);
  return { size, sha256 };
}

function checkResult({ size, sha256 }: Written, expect: Expected): void {
  if (expect.size !== undefined && size !== expect.size) throw mismatch({ size, expectedSize: expect.size });
  if (expect.sha256 !== undefined && sha256 !== expect.sha256.toLowerCase()) {
    throw mismatch({ sha256, expectedSha256: expect.sha256 });
  }
}

export function toStream(source: Readable | Uint8Array): Readable {
  return source instanceof Uint8Array ? Readable.from([source], { objectMode: false }) : source;
}

function mismatch(details: Record<string, unknown>): AppError {
  return new AppError('checksum_mismatch', undefined, details);
}
