// Unpacks parts of what a WOFF 2 font holds packed: pages have no decoder for it. Keeps nothing but those parts, and
// knows nothing of what they say.

import { createBrotliDecompress } from 'node:zlib';
import { AppError } from '../api/errors.ts';
import type { IpcRequest } from '../api/ipc.ts';

/** Bytes unpacked on the way to the last part; the largest fonts that are in use have about a third of it. */
export const unpackedLimit = 256 * 1024 * 1024;

/** In the order of the request. Throws `bad_argument` for what is broken or ends before a part does. */
export async function unpackFont({ packed, parts }: IpcRequest<'font.unpack'>): Promise<Uint8Array<ArrayBuffer>[]> {
  if (!(packed instanceof Uint8Array)) throw new AppError('bad_argument', 'The font holds no bytes.');
  const end = Math.max(0, ...parts.map(({ offset, length }) => offset + length));
  if (end > unpackedLimit) throw new AppError('too_large', 'The font is too large to be looked into.');
  const found = parts.map(({ length }) => new Uint8Array(length));
  let seen = 0;
  const stream = createBrotliDecompress();
  stream.end(packed);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parts.forEach(({ offset }, n) => {
        copyShared(chunk, seen, found[n] as Uint8Array, offset);
      });
      seen += chunk.length;
      if (seen >= end) return found;
    }
  } catch (cause) {
    throw new AppError('bad_argument', 'The font cannot be unpacked.', undefined, { cause });
  } finally {
    stream.destroy();
  }
  throw new AppError('bad_argument', 'The font is cut short.');
}

/** What the two have in common, each lying at its offset. */
function copyShared(from: Uint8Array, fromAt: number, to: Uint8Array, toAt: number): void {
  const start = Math.max(fromAt, toAt);
  const end = Math.min(fromAt + from.length, toAt + to.length);
  if (start < end) to.set(from.subarray(start - fromAt, end - fromAt), start - toAt);
}
