// Serves the presigned addresses of the folder store under /blobs: upload by PUT, download by GET with ranges.
// Whoever has a valid address may use it; nobody else is asked for anything.

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../api/errors.ts';
import type { Blobs } from './blobs.ts';

/** The largest upload when its address names no size. */
const largest = 2 * 1024 ** 3;

/** Does nothing for a store that serves its presigned addresses itself. */
export function serveFolderBlobs(app: FastifyInstance, blobs: Blobs): void {
  const checkUrl = blobs.checkUrl;
  if (!checkUrl) return;
  app.register(async (scope) => {
    // The bytes stay a stream, whatever type they claim to be.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.put('/blobs/*', { bodyLimit: largest, config: { longBody: true } }, async (request, reply) => {
      const key = (request.params as { '*': string })['*'];
      const { size, sha256 } = checkUrl('PUT', key, request.query as Record<string, unknown>);
      const announced = Number(request.headers['content-length']);
      if (announced > (size ?? largest)) throw new AppError('too_large', undefined, { limit: size ?? largest });
      const body = (request.body as Readable | undefined) ?? request.raw;
      const expect = { ...(size === undefined ? {} : { size }), ...(sha256 === undefined ? {} : { sha256 }) };
      const written = await blobs.put(key, body, { expect });
      return reply.header('etag', `"${written.sha256}"`).send({ size: written.size, sha256: written.sha256 });
    });
    scope.get('/blobs/*', async (request, reply) => {
      const key = (request.params as { '*': string })['*'];
      checkUrl('GET', key, request.query as Record<string, unknown>);
      return sendBlob(reply, blobs, key, request.headers.range);
    });
  });
}

/** Answers with the blob, or the part that a Range header asks for. Sets no type but bytes unless one is set. */
export async function sendBlob(
  reply: FastifyReply,
  blobs: Blobs,
  key: string,
  rangeHeader: string | undefined,
): Promise<FastifyReply> {
  const found = await blobs.stat(key);
  if (!found) throw new AppError('not_found');
  if (!reply.hasHeader('content-type')) reply.type('application/octet-stream');
  reply.header('accept-ranges', 'bytes');
  const range = readRange(rangeHeader, found.size);
  if (!range) return reply.header('content-length', found.size).send(await blobs.open(key));
  reply.code(206);
  reply.header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
  reply.header('content-length', range.end - range.start + 1);
  return reply.send(await blobs.open(key, range));
}

/** One range of bytes; anything else that is well-formed is answered whole, as HTTP allows. */
export function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  if (start > end) throw new AppError('range_not_satisfiable', undefined, { size });
  return { start, end };
}
