// Uploads: reserving a place in the blob store, and turning what arrived into a book. The bytes never pass through
// these routes.

import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { cos } from '../../api/cos.ts';
import { AppError, type ErrorCode } from '../../api/errors.ts';
import type { Params, Reply } from '../../api/route.ts';
import { readBook } from './book-access.ts';
import { bookInfos } from './book-facts.ts';
import { type Imported, type Importing, importFile } from './import/import-file.ts';
import { importLimits } from './import/limits.ts';
import { findOwnBook } from './import/store-book.ts';
import { Turnstile } from './import/turnstile.ts';
import type { Caller } from './reading.ts';
import type { UploadRow } from './schema.ts';

type Routes = (typeof cos)['routes'];

/** How long a reservation is kept; each request for its address gives a fresh one. */
const reservedFor = 7 * 86_400;
const addressFor = 3600;
/** Parsing is heavy work: one book at a time leaves the other core to the requests. */
const parsing = new Turnstile(1);

export function cosRoutes(importing: Importing) {
  const { reading, blobs } = importing;
  const db = reading.database.kysely;
  return {
    'GET /cos/getcredential': async ({ vid }: Caller, params: Params<Routes['GET /cos/getcredential']>) => {
      refuseUnusable(params);
      const own = await findOwnBook(db, vid, params.sha256);
      const upload = await reserve(importing, vid, params);
      const there = own !== undefined || (await blobs.stat(upload.blob_key)) !== undefined;
      const address = await blobs.presignPut(upload.blob_key, {
        size: upload.size,
        sha256: upload.sha256,
        expiresIn: addressFor,
      });
      const reply: Reply<Routes['GET /cos/getcredential']> = {
        name: upload.name,
        method: 'PUT',
        url: address.url,
        headers: Object.entries<string>(address.headers).map(([name, value]) => ({ name, value })),
        maxSize: upload.size,
        expireTime: reading.now() + addressFor,
        cbid: upload.cbid,
        uploaded: there ? 1 : 0,
        ...(own ? { bookId: own } : {}),
      };
      return reply;
    },

    'POST /cos/notify': async ({ vid }: Caller, { name }: Params<Routes['POST /cos/notify']>) => {
      const upload = await readUpload(importing, vid, name);
      const done = upload.state === 'done' ? { bookId: upload.book_id, existed: true } : undefined;
      const imported = done ?? (await parsing.run(name, () => receive(importing, upload)));
      return { state: 'ready' as const, retryAfter: 0, ...(await bookReply(importing, vid, imported)) };
    },

    'POST /cos/receive': async ({ vid }: Caller, params: Params<Routes['POST /cos/receive']>) => {
      // Only this account's own books: what others have uploaded must not be found out by a checksum.
      let query = db
        .selectFrom('books')
        .innerJoin('files', 'files.sha256', 'books.file_sha256')
        .select('books.book_id')
        .where('books.owner_vid', '=', vid)
        .where('files.md5', '=', params.md5.toLowerCase());
      if (params.bookId) query = query.where('books.book_id', '=', params.bookId);
      const found = await query.executeTakeFirst();
      if (!found) throw new AppError('upload_missing');
      const { bookId, book, existed } = await bookReply(importing, vid, { bookId: found.book_id, existed: true });
      return { bookId, book, existed };
    },
  };
}

function refuseUnusable(params: Params<Routes['GET /cos/getcredential']>): void {
  const mode = params.mode ?? 'book';
  const suffix = suffixOf(params);
  if (mode !== 'book' || suffix !== 'epub') {
    throw new AppError('unsupported_format', `Files of the kind "${suffix || mode}" can't be imported; EPUB can.`, {
      mode,
      suffix,
    });
  }
  if (params.size > importLimits.fileBytes) {
    throw new AppError('too_large', 'The book is larger than allowed.', {
      bytes: params.size,
      limit: importLimits.fileBytes,
    });
  }
}

function suffixOf(params: { name: string; suffix?: string }): string {
  const suffix = params.suffix ?? /\.([A-Za-z0-9]{1,10})$/.exec(params.name)?.[1] ?? '';
  return suffix.replace(/^\./, '').toLowerCase();
}

/** A new reservation, or the one that `cbid` names, which must be for the same bytes. */
async function reserve(
  { reading }: Importing,
  vid: string,
  params: Params<Routes['GET /cos/getcredential']>,
): Promise<UploadRow> {
  const db = reading.database.kysely;
  const now = reading.now();
  if (params.cbid) {
    const upload = await db
      .updateTable('uploads')
      .set({ updated_at: now, expires_at: now + reservedFor })
      .where('vid', '=', vid)
      .where('cbid', '=', params.cbid)
      .where('sha256', '=', params.sha256)
      .returningAll()
      .executeTakeFirst();
    if (!upload) throw new AppError('not_found', 'That reservation is gone, or was for another file; reserve anew.');
    return upload;
  }
  const name = `up_${randomBytes(16).toString('hex')}`;
  const row: UploadRow = {
    name,
    vid,
    cbid: `cb_${randomBytes(12).toString('hex')}`,
    mode: 'book',
    file_name: params.name,
    suffix: suffixOf(params),
    blob_key: `uploads/${name}`,
    size: params.size,
    sha256: params.sha256,
    md5: '',
    state: 'reserved',
    book_id: '',
    error_code: '',
    error_message: '',
    created_at: now,
    updated_at: now,
    expires_at: now + reservedFor,
  };
  await db.insertInto('uploads').values(row).execute();
  return row;
}

async function readUpload({ reading }: Importing, vid: string, name: string): Promise<UploadRow> {
  const upload = await reading.database.kysely
    .selectFrom('uploads')
    .selectAll()
    .where('name', '=', name)
    .where('vid', '=', vid)
    .executeTakeFirst();
  if (!upload) throw new AppError('not_found', 'There is no reservation of that name.');
  if (upload.state === 'failed') throw new AppError(upload.error_code as ErrorCode, upload.error_message);
  return upload;
}

/** The whole way of one upload; a failure that will stay one is remembered, so that asking again answers the same. */
async function receive(importing: Importing, upload: UploadRow): Promise<Imported> {
  const db = importing.reading.database.kysely;
  const own = await findOwnBook(db, upload.vid, upload.sha256);
  if (own && !(await importing.blobs.stat(upload.blob_key))) {
    await finish(importing, upload, own);
    return { bookId: own, existed: true };
  }
  const folder = await mkdtemp(join(tmpdir(), 'octavo-import-'));
  try {
    const path = join(folder, 'book');
    await fetchUpload(importing, upload, path);
    return await importFile(importing, {
      vid: upload.vid,
      path,
      fileName: upload.file_name,
      blobKey: upload.blob_key,
      inside: async (trx, bookId) => {
        await trx
          .updateTable('uploads')
          .set({ state: 'done', book_id: bookId, updated_at: importing.reading.now() })
          .where('name', '=', upload.name)
          .execute();
      },
    });
  } catch (error) {
    if (error instanceof AppError && lasting.has(error.code)) await fail(importing, upload, error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the same bytes will always lead to. */
const lasting = new Set<ErrorCode>(['bad_book', 'unsafe_book', 'unsupported_format', 'too_large']);

async function fetchUpload({ blobs }: Importing, upload: UploadRow, path: string): Promise<void> {
  const there = await blobs.stat(upload.blob_key);
  if (!there) throw new AppError('upload_missing');
  if (there.size !== upload.size) {
    throw new AppError('checksum_mismatch', undefined, { announced: upload.size, received: there.size });
  }
  await pipeline(await blobs.open(upload.blob_key), createWriteStream(path, { mode: 0o600 }));
}

async function finish({ reading }: Importing, upload: UploadRow, bookId: string): Promise<void> {
  await reading.database.kysely
    .updateTable('uploads')
    .set({ state: 'done', book_id: bookId, updated_at: reading.now() })
    .where('name', '=', upload.name)
    .execute();
}

async function fail({ reading, blobs, log }: Importing, upload: UploadRow, error: AppError): Promise<void> {
  log.info({ upload: upload.name, code: error.code, details: error.details }, 'An uploaded book was refused');
  await reading.database.kysely
    .updateTable('uploads')
    .set({ state: 'failed', error_code: error.code, error_message: error.message, updated_at: reading.now() })
    .where('name', '=', upload.name)
    .execute();
  await blobs.remove(upload.blob_key);
}

async function bookReply({ reading }: Importing, vid: string, { bookId, existed }: Imported) {
  const db = reading.database.kysely;
  const [book] = await bookInfos(db, vid, [await readBook(db, vid, bookId)]);
  if (!book) throw new AppError('not_found');
  return { bookId, book, existed: existed ? (1 as const) : (0 as const) };
}
