// Uploads: reserving a place in the blob store, and turning what arrived into a book. The bytes never pass through
// these routes.

import { setTimeout as wait } from 'node:timers/promises';
import type { cos } from '../../../../api/cos.ts';
import { AppError } from '../../../../api/errors.ts';
import type { Params, Reply } from '../../../../api/route.ts';
import { refuseImport } from '../../administration/roles.ts';
import { readBook } from '../../books/book-access.ts';
import { bookInfos } from '../../books/book-facts.ts';
import type { Caller, Db } from '../../reading.ts';
import type { UploadRow } from '../../schema/imports.ts';
import type { Imported, Importing } from '../import-file.ts';
import { importLimits } from '../limits.ts';
import { readUpload, reserve } from '../storing/reservations.ts';
import { addKnownBook, findOwnBook } from '../storing/store-book.ts';
import { largestObject, objectAddress } from '../storing/stored-objects.ts';
import { Turnstile } from '../turnstile.ts';
import { receiveUpload } from './receive-upload.ts';

type Routes = (typeof cos)['routes'];

/** Each request for an address gives a fresh one. */
const addressFor = 3600;
/** Milliseconds that a request waits for its book before it is told to ask again. */
const patience = 20_000;
const askAgainAfter = 2;
const receivedAtOnce = 8;

export function cosRoutes(importing: Importing) {
  const { reading, blobs } = importing;
  const db = reading.database.kysely;
  /** As many as can be read at a time, and few enough to keep their bytes from the memory. */
  const receiving = new Turnstile(receivedAtOnce);
  return {
    'GET /cos/getcredential': async ({ vid }: Caller, params: Params<Routes['GET /cos/getcredential']>) => {
      const mode = params.mode ?? 'book';
      refuseUnusable(params, mode);
      const toLibrary = params.toLibrary === 1;
      await refuseImport(db, vid, toLibrary);
      if (params.replaces) await refuseForeign(db, vid, params.replaces);
      const { name, size, sha256, cbid, replaces } = params;
      const own = mode === 'book' && !toLibrary ? await findOwnBook(db, vid, sha256) : undefined;
      const upload = await reserve(reading, vid, {
        mode,
        name,
        suffix: suffixOf(params),
        size,
        sha256,
        cbid,
        replaces,
        toLibrary,
        isKept: own !== undefined,
      });
      const there = own !== undefined || (await blobs.stat(upload.blob_key)) !== undefined;
      const address = await blobs.presignPut(upload.blob_key, { size, sha256, expiresIn: addressFor });
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
      const upload = await readUpload(reading, vid, name);
      if (upload.state !== 'done') await refuseImport(db, vid, upload.to_library === 1);
      const imported =
        upload.state === 'done'
          ? { bookId: upload.book_id, existed: true, version: 0 }
          : await inTime(receiving.run(name, () => receiveUpload(importing, vid, name)));
      const ready = { state: 'ready' as const, retryAfter: 0 };
      if (imported && upload.mode !== 'book') {
        const { bookId, existed } = imported;
        return { ...ready, bookId, url: objectAddress(bookId), existed: existed ? (1 as const) : (0 as const) };
      }
      if (imported) return { ...ready, ...(await bookReply(importing, vid, imported)) };
      return { state: 'working' as const, retryAfter: askAgainAfter, existed: 0 as const };
    },

    'POST /cos/receive': async ({ vid }: Caller, params: Params<Routes['POST /cos/receive']>) => {
      // Only this account's own books: what others have uploaded must not be found out by a checksum.
      let query = db
        .selectFrom('books')
        .innerJoin('book_versions as v', 'v.book_id', 'books.book_id')
        .innerJoin('files', 'files.sha256', 'v.file_sha256')
        .select('books.book_id')
        .where('books.owner_vid', '=', vid)
        .where('files.md5', '=', params.md5.toLowerCase());
      if (params.bookId) query = query.where('books.book_id', '=', params.bookId);
      const found = await query.orderBy('books.created_at', 'desc').executeTakeFirst();
      if (!found) throw new AppError('upload_missing');
      const existed = await addKnownBook(reading, vid, found.book_id);
      return await bookReply(importing, vid, { bookId: found.book_id, existed });
    },
  };
}

/** What a book is, is told by its content when it has arrived; its size is known before. */
function refuseUnusable({ size }: Params<Routes['GET /cos/getcredential']>, mode: UploadRow['mode']): void {
  const limit = mode === 'book' ? importLimits.fileBytes : largestObject[mode];
  if (size > limit) throw new AppError('too_large', 'The file is larger than allowed.', { bytes: size, limit });
}

async function refuseForeign(db: Db, vid: string, bookId: string): Promise<void> {
  const own = db.selectFrom('books').select('book_id').where('book_id', '=', bookId).where('owner_vid', '=', vid);
  if (await own.executeTakeFirst()) return;
  throw new AppError('not_found', 'There is no such book of yours to replace.', { bookId });
}

function suffixOf(params: { name: string; suffix?: string }): string {
  const suffix = params.suffix ?? /\.([A-Za-z0-9]{1,10})$/.exec(params.name)?.[1] ?? '';
  return suffix.replace(/^\./, '').toLowerCase();
}

/** Undefined when it takes longer than a request should; the import goes on, and the next request joins it. */
async function inTime(importing: Promise<Imported>): Promise<Imported | undefined> {
  const enough = new AbortController();
  try {
    // Rejects only when the import was done first, and then nobody waits for it.
    const late = wait(patience, undefined, { signal: enough.signal, ref: false }).catch(() => undefined);
    return await Promise.race([importing, late]);
  } finally {
    enough.abort();
  }
}

async function bookReply(
  { reading }: Importing,
  vid: string,
  { bookId, existed }: Pick<Imported, 'bookId' | 'existed'>,
) {
  const db = reading.database.kysely;
  const [book] = await bookInfos(db, vid, [await readBook(db, vid, bookId)]);
  if (!book) throw new AppError('not_found');
  return { bookId, book, existed: existed ? (1 as const) : (0 as const) };
}
