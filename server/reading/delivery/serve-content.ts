// `GET /content/:bookId/:version/path`: single parts of a book as they were prepared. References in chapters are relative,
// so a part's address is its place in the book. `version` is the book's and that of the preparation, `3.1`: what such an
// address names never changes. With the book's alone, `3`, it is asked for again every time.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../api/errors.ts';
import { type SentContent, sendContent } from '../books/send-blob.ts';
import type { Caller } from '../reading.ts';
import type { PreparedBookRow, PreparedPartRow } from '../schema/delivery.ts';
import { acceptedEncoding } from './content-encoding.ts';
import { findDelivered } from './delivered-book.ts';
import type { Delivery } from './delivery.ts';
import { panelContent } from './panel/panel-pictures.ts';
import { readPanelSize } from './panel/panel-size.ts';
import { gzipBytes, openSegments, openUnpacked, packedBytes, sizeOf, zstdBytes } from './part-bytes.ts';
import { type EpubFile, preparedWith, withPrepared } from './prepared-book.ts';
import { readPart } from './prepared-parts.ts';

/** Should a chapter ever be opened as a page: it shows what belongs to the book and can do nothing. */
const policy =
  "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self'; sandbox";

interface ContentRequest {
  Params: { bookId: string; version: string; '*': string };
  Querystring: { panel?: string | string[] };
}

export function serveContent(
  app: FastifyInstance,
  delivery: Delivery,
  authorize: (request: FastifyRequest) => Promise<Caller>,
): void {
  app.get<ContentRequest>('/content/:bookId/:version/*', async (request, reply) => {
    const { vid } = await authorize(request);
    const { bookId, version, '*': path } = request.params;
    const { number, isCurrent } = readVersion(version);
    const panel = request.query.panel === undefined ? undefined : readPanelSize(String(request.query.panel));
    const { epub } = await findDelivered(delivery.reading.database.kysely, vid, bookId, number);
    await withPrepared(delivery, epub, false, async (prepared) => {
      const part = await readPart(delivery.reading.database.kysely, epub.sha256, path);
      if (!part) throw new AppError('not_found', 'The book has no such part.', { path });
      // A drawing fits every panel as it is.
      const content =
        panel && isPicture(part)
          ? await panelContent(delivery, epub, packedBytes(part, prepared, epub), part, panel)
          : partContent(delivery, epub, prepared, part, request);
      await sendContent({ ...content, policy, immutable: isCurrent }, { request, reply: reply as FastifyReply });
    });
    return reply;
  });
}

const isPicture = ({ media_type: type }: PreparedPartRow) => type.startsWith('image/') && type !== 'image/svg+xml';

function readVersion(text: string): { number: number; isCurrent: boolean } {
  const [, number, preparation] = /^([1-9]\d{0,8})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (number === undefined) throw new AppError('not_found');
  return { number: Number(number), isCurrent: Number(preparation) === preparedWith };
}

function partContent(
  { blobs }: Delivery,
  epub: EpubFile,
  prepared: PreparedBookRow,
  part: PreparedPartRow,
  request: FastifyRequest,
): SentContent {
  const packed = packedBytes(part, prepared, epub);
  const offered = [
    ...(part.zstd_size > 0 ? (['zstd'] as const) : []),
    ...(part.method === 8 ? (['gzip'] as const) : []),
  ];
  // Ranges are of the bytes as they are.
  const encoding = request.headers.range ? undefined : acceptedEncoding(request.headers['accept-encoding'], offered);
  const common = { mediaType: charset(part.media_type), hasEncodings: offered.length > 0 };
  if (encoding === undefined) {
    const open: SentContent['open'] = (range) => openUnpacked(blobs, part, packed, range);
    return { ...common, size: part.size, etag: `"${part.sha256}"`, open };
  }
  const segments = encoding === 'zstd' ? zstdBytes(part, prepared) : gzipBytes(part, packed);
  const size = segments.reduce((sum, segment) => sum + sizeOf(segment), 0);
  const open = () => openSegments(blobs, segments);
  return { ...common, encoding, size, etag: `"${part.sha256}-${encoding}"`, open };
}

const charset = (type: string) => (/^text\/|xml$/.test(type) ? `${type}; charset=utf-8` : type);
