// Answers a request with the bytes of a blob: ETag, conditional requests, ranges.

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../api/errors.ts';
import type { Blobs } from '../../base/blobs/blobs.ts';

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

/** Bytes from anywhere, whose size and identity are known before they are. */
export interface SentContent {
  size: number;
  /** With its quotes. */
  etag: string;
  mediaType: string;
  /** Of the bytes as they are sent; the same address has others too. */
  encoding?: string | undefined;
  hasEncodings?: boolean;
  fileName?: string | undefined;
  immutable?: boolean | undefined;
  /** What a page of the content may load and do; nothing at all unless told. */
  policy?: string;
  open(range: Range | undefined): Promise<Readable>;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export function sendBlob(blobs: Blobs, blob: SentBlob, exchange: Exchange): Promise<void> {
  const { key, sha256, size, mediaType, fileName, immutable } = blob;
  const open = (range: Range | undefined) => openBlob(blobs, key, range);
  return sendContent({ size, etag: `"${sha256}"`, mediaType, fileName, immutable, open }, exchange);
}

export async function sendContent(content: SentContent, { request, reply }: Exchange): Promise<void> {
  const { size, etag, encoding } = content;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': content.immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-type': content.mediaType,
    // Nothing that a reader imported is ever run or shown as a page of this origin.
    'content-security-policy': content.policy ?? "default-src 'none'; sandbox",
  });
  if (content.hasEncodings) reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  if (content.fileName) reply.header('content-disposition', disposition(content.fileName));
  if (isKnown(request.headers['if-none-match'], etag)) {
    await reply.code(304).send();
    return;
  }
  const range = readRange(request, size, etag);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('range_not_satisfiable', undefined, { size });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  // Fastify would read everything through to answer a HEAD.
  await reply.send(request.method === 'HEAD' ? Readable.from([]) : await content.open(range));
}

/** Not for the caller to mend: the database knows bytes that the store has lost, or has a part of. */
export class LostBlob extends Error {
  readonly key: string;

  constructor(key: string, cause: unknown) {
    super(`The blob store lacks ${key}.`, { cause });
    this.key = key;
  }
}

/** Throws `LostBlob`. */
export async function openBlob(blobs: Blobs, key: string, range?: Range): Promise<Readable> {
  try {
    return await blobs.open(key, range);
  } catch (error) {
    const isLost = error instanceof AppError && (error.code === 'not_found' || error.code === 'range_not_satisfiable');
    throw isLost ? new LostBlob(key, error) : error;
  }
}

/** RFC 6266: a plain name for everyone, the exact one for those who read it. */
function disposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** RFC 9110, 13.1.2: weak comparison, a list, or anything at all. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}

/** Inclusive at both ends. */
export interface Range {
  start: number;
  end: number;
}

/** Undefined: the whole. Several ranges, and what is no range, are answered by the whole too, as the protocol asks. */
function readRange(request: FastifyRequest, size: number, etag: string): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const condition = request.headers['if-range'];
  // The file changed meanwhile: what the caller has is of no use, so it gets the whole.
  if (condition !== undefined && condition !== etag) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
