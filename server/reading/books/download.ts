// Hands out what was imported: the original file byte for byte, and the cover.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { Blobs } from '../../base/blobs/blobs.ts';
import type { Exchange } from '../../base/http/routes.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { type ListedBook, readBook } from './book-access.ts';
import { sendBlob } from './send-blob.ts';

type Routes = (typeof books)['routes'];

export function downloadRoutes(reading: Reading, blobs: Blobs) {
  const db = reading.database.kysely;
  return {
    'GET /book/download': async (
      { vid }: Caller,
      { bookId, format }: Params<Routes['GET /book/download']>,
      exchange: Exchange,
    ): Promise<void> => {
      const book = await readBook(db, vid, bookId);
      const file = await readFile(db, book, format === 'epub');
      if (!file) throw new AppError('not_found', 'There is no EPUB edition of this book.', { bookId });
      const { blob_key: key, size, sha256, media_type: mediaType, file_name } = file;
      const fileName = format === 'epub' ? epubName(file_name) : file_name;
      await sendBlob(blobs, { key, size, sha256, mediaType, fileName }, exchange);
    },
  };
}

/** The original of the current version, or what readers of EPUB open: its edition, or itself. */
async function readFile(db: Db, book: ListedBook, asEpub: boolean) {
  const original = await db
    .selectFrom('files')
    .innerJoin('book_versions as v', 'v.file_sha256', 'files.sha256')
    .selectAll('files')
    .select('v.file_name')
    .where('v.book_id', '=', book.book_id)
    .where('v.version', '=', book.version)
    .executeTakeFirstOrThrow();
  if (!asEpub || original.media_type === epub) return original;
  const edition = await db
    .selectFrom('files')
    .innerJoin('editions', 'editions.edition_sha256', 'files.sha256')
    .selectAll('files')
    .where('editions.file_sha256', '=', original.sha256)
    .executeTakeFirst();
  return edition && { ...edition, file_name: original.file_name };
}

const epub = 'application/epub+zip';

const epubName = (fileName: string) => `${fileName.replace(/\.[^.]{1,10}$/, '')}.epub`;

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
