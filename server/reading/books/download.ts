// Hands out what was imported: the original file byte for byte, and the cover.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { Blobs } from '../../base/blobs.ts';
import type { Exchange } from '../../base/routes.ts';
import type { Caller, Reading } from '../reading.ts';
import { readBook } from './book-access.ts';
import { sendBlob } from './send-blob.ts';

type Routes = (typeof books)['routes'];

export function downloadRoutes(reading: Reading, blobs: Blobs) {
  const db = reading.database.kysely;
  return {
    'GET /book/download': async (
      { vid }: Caller,
      { bookId }: Params<Routes['GET /book/download']>,
      exchange: Exchange,
    ): Promise<void> => {
      const book = await readBook(db, vid, bookId);
      const file = await db
        .selectFrom('files')
        .innerJoin('book_versions as v', 'v.file_sha256', 'files.sha256')
        .selectAll('files')
        .select('v.file_name')
        .where('v.book_id', '=', bookId)
        .where('v.version', '=', book.version)
        .executeTakeFirstOrThrow();
      await sendBlob(
        blobs,
        {
          key: file.blob_key,
          size: file.size,
          sha256: file.sha256,
          mediaType: file.media_type,
          fileName: file.file_name,
        },
        exchange,
      );
    },
  };
}

/** `GET /covers/:bookId`, the address that every book's `cover` has. */
export function serveCovers(
  app: FastifyInstance,
  reading: Reading,
  blobs: Blobs,
  authorize: (request: FastifyRequest) => Promise<Caller>,
): void {
  app.get<{ Params: { bookId: string }; Querystring: { v?: string } }>('/covers/:bookId', async (request, reply) => {
    const { vid } = await authorize(request);
    const book = await readBook(reading.database.kysely, vid, request.params.bookId);
    const cover = await reading.database.kysely
      .selectFrom('covers')
      .selectAll()
      .where('book_id', '=', book.book_id)
      .executeTakeFirst();
    if (!cover) throw new AppError('not_found', 'The book has no cover.');
    const immutable = request.query.v !== undefined && cover.sha256.startsWith(request.query.v);
    const { blob_key, size, sha256, media_type } = cover;
    await sendBlob(blobs, { key: blob_key, size, sha256, mediaType: media_type, immutable }, { request, reply });
    return reply;
  });
}
