// Reads the bytes of prepared parts out of the pack or the book's own file, unpacked or in the packings that clients take
// as they are: nothing is packed at a request.

import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Blobs } from '../../base/blobs/blobs.ts';
import { openBlob, type Range } from '../books/send-blob.ts';
import type { PreparedBookRow, PreparedPartRow } from '../schema/delivery.ts';
import type { EpubFile } from './prepared-book.ts';

/** A piece of a blob, or bytes that are there. */
export type Segment = Uint8Array | BlobPiece;

interface BlobPiece {
  key: string;
  start: number;
  size: number;
}

export const sizeOf = (segment: Segment) => (segment instanceof Uint8Array ? segment.length : segment.size);

/** Where the part's packed bytes are. */
export function packedBytes(part: PreparedPartRow, prepared: PreparedBookRow, epub: EpubFile): Segment {
  return { key: part.in_pack ? prepared.blob_key : epub.blobKey, start: part.start, size: part.packed_size };
}

export function zstdBytes(part: PreparedPartRow, prepared: PreparedBookRow): Segment[] {
  return [{ key: prepared.blob_key, start: part.zstd_start, size: part.zstd_size }];
}

/** A deflated part in the frame of gzip (RFC 1952). */
export function gzipBytes(part: PreparedPartRow, packed: Segment): Segment[] {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(part.crc32, 0);
  end.writeUInt32LE(part.size % 2 ** 32, 4);
  return [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), packed, end];
}

export async function openUnpacked(
  blobs: Blobs,
  part: PreparedPartRow,
  packed: Segment,
  range?: Range,
): Promise<Readable> {
  if (part.method === 0) return openSegments(blobs, [packed], range);
  const source = await openSegments(blobs, [packed]);
  const unpacked = createInflateRaw();
  // Its reader is told by the stream itself.
  pipeline(source, unpacked, () => undefined);
  return range ? Readable.from(slice(unpacked, range), { objectMode: false }) : unpacked;
}

/** All of them one behind the other, or a part of that. The first blob is open when this resolves. */
export async function openSegments(blobs: Blobs, segments: readonly Segment[], range?: Range): Promise<Readable> {
  const wanted = [...cut(segments, range)];
  const first = wanted.find((segment): segment is BlobPiece => !(segment instanceof Uint8Array));
  const opened = first && (await openSegment(blobs, first));
  if (opened && wanted.length === 1) return opened;
  const joined = Readable.from(join(blobs, wanted, opened), { objectMode: false });
  // What was never begun to be read is closed too.
  return joined.once('close', () => opened?.destroy());
}

async function* join(
  blobs: Blobs,
  segments: readonly Segment[],
  opened: Readable | undefined,
): AsyncGenerator<Uint8Array> {
  let next = opened;
  for (const segment of segments) {
    if (segment instanceof Uint8Array) {
      yield segment;
      continue;
    }
    yield* (next ?? (await openSegment(blobs, segment))) as AsyncIterable<Uint8Array>;
    next = undefined;
  }
}

function openSegment(blobs: Blobs, segment: BlobPiece): Promise<Readable> {
  const { key, start, size } = segment;
  return openBlob(blobs, key, { start, end: start + size - 1 });
}

/** Empty ones are left out. */
function* cut(segments: readonly Segment[], range: Range | undefined): Generator<Segment> {
  const { start: from, end: to } = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  let at = 0;
  for (const segment of segments) {
    const size = sizeOf(segment);
    const start = Math.max(0, from - at);
    const end = Math.min(size, to + 1 - at);
    at += size;
    if (start >= end) continue;
    if (segment instanceof Uint8Array) yield segment.subarray(start, end);
    else yield { key: segment.key, start: segment.start + start, size: end - start };
  }
}

async function* slice(stream: Readable, { start, end }: Range): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const from = Math.max(0, start - at);
    const to = Math.min(chunk.length, end + 1 - at);
    at += chunk.length;
    if (from < to) yield chunk.subarray(from, to);
    if (at > end) return;
  }
}
