// Answers a request with the bytes of a blob: ETag, conditional requests, ranges.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../api/errors.ts';
import type { Blobs } from '../base/blobs.ts';

export interface SentBlob {
  key: string;
  size: number;
  /** Of the content; becomes the ETag. */
  sha256: string;
  mediaType: string;
  /** Offered as name when the reader saves it. */
  fileName?: string;
  /** May be kept by the caller for a year without asking: its address changes with its content. */
  immutable?: boolean;
}

export async function sendBlob(
  blobs: Blobs,
  blob: SentBlob,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const etag = `"${blob.sha256}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': blob.immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-type': blob.mediaType,
    // Nothing that a reader imported is ever run or shown as a page of this origin.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (blob.fileName) {
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(blob.fileName)}`);
  }
  if (request.headers['if-none-match'] === etag) {
    await reply.code(304).send();
    return;
  }
  const range = readRange(request, blob.size, etag);
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${blob.size}`);
    reply.header('content-length', range.end - range.start + 1);
    await reply.send(await blobs.open(blob.key, range));
    return;
  }
  reply.header('content-length', blob.size);
  await reply.send(await blobs.open(blob.key));
}

/** Undefined: the whole. Several ranges are answered by the whole too, as the protocol allows. */
function readRange(request: FastifyRequest, size: number, etag: string): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const condition = request.headers['if-range'];
  // The file changed meanwhile: what the caller has is of no use, so it gets the whole.
  if (condition !== undefined && condition !== etag) return undefined;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end || start >= size) throw new AppError('range_not_satisfiable', undefined, { size });
  return { start, end };
}
