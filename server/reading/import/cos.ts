// Uploads: reserving a place in the blob store, and turning what arrived into a book. The bytes never pass through
// these routes.

import { setTimeout as wait } from 'node:timers/promises';
import type { cos } from '../../../api/cos.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params, Reply } from '../../../api/route.ts';
import { readBook } from '../books/book-access.ts';
import { bookInfos } from '../books/book-facts.ts';
import type { Caller } from '../reading.ts';
import type { Imported, Importing } from './import-file.ts';
import { importLimits } from './limits.ts';
import { receiveUpload } from './receive-upload.ts';
import { readUpload, reserve } from './reservations.ts';
import { addKnownBook, findOwnBook } from './store-book.ts';
import { Turnstile } from './turnstile.ts';

type Routes = (typeof cos)['routes'];

/** Each request for an address gives a fresh one. */
const addressFor = 3600;
/** Milliseconds that a request waits for its book before it is told to ask again. */
const patience = 20_000;
const askAgainAfter = 2;

export function cosRoutes(importing: Importing) {
  const { reading, blobs } = importing;
  const db = reading.database.kysely;
  /** Parsing is heavy work: one book at a time leaves the other cores to the requests. */
  const receiving = new Turnstile(1);
  return {
    'GET /cos/getcredential': async ({ vid }: Caller, params: Params<Routes['GET /cos/getcredential']>) => {
      const suffix = refuseUnusable(params);
      const own = await findOwnBook(db, vid, params.sha256);
      const { name, size, sha256, cbid } = params;
      const upload = await reserve(reading, vid, { name, suffix, size, sha256, cbid });
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
      const imported =
        upload.state === 'done'
          ? { bookId: upload.book_id, existed: true }
          : await inTime(receiving.run(name, () => receiveUpload(importing, vid, name)));
      if (imported) return { state: 'ready' as const, retryAfter: 0, ...(await bookReply(importing, vid, imported)) };
      return { state: 'working' as const, retryAfter: askAgainAfter, existed: 0 as const };
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
      const existed = await addKnownBook(reading, vid, found.book_id);
      return await bookReply(importing, vid, { bookId: found.book_id, existed });
    },
  };
}

/** Answers the suffix. */
function refuseUnusable(params: Params<Routes['GET /cos/getcredential']>): string {
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
  return suffix;
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

async function bookReply({ reading }: Importing, vid: string, { bookId, existed }: Imported) {
  const db = reading.database.kysely;
  const [book] = await bookInfos(db, vid, [await readBook(db, vid, bookId)]);
  if (!book) throw new AppError('not_found');
  return { bookId, book, existed: existed ? (1 as const) : (0 as const) };
}
