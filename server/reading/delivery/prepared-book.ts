// Sees to it that an EPUB's parts are prepared: once for its bytes, at the first request, again when the rules changed or
// the store has lost the pack. Must not know who may read the book.

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, isErrorCode } from '../../../api/errors.ts';
import { LostBlob, openBlob } from '../books/send-blob.ts';
import { announceBlobs, claimBlobs } from '../import/storing/pending-blobs.ts';
import { workFolderPrefix } from '../import/work-folder.ts';
import type { Trx } from '../reading.ts';
import type { PreparedBookRow } from '../schema/delivery.ts';
import type { Delivery } from './delivery.ts';
import type { PreparedBook, PreparedPart } from './prepare/prepare-book.ts';

/** To be raised with every change of what is prepared: the addresses of prepared parts name it. */
export const preparedWith = 3;

export interface EpubFile {
  sha256: string;
  blobKey: string;
}

const rowsAtOnce = 200;
/** Seconds until a book that could not be prepared is tried again. */
const failureKept = 3600;

/** Throws what is wrong with a book that cannot be prepared. */
async function readPrepared(delivery: Delivery, epub: EpubFile, isAhead: boolean): Promise<PreparedBookRow> {
  return (
    (await findPrepared(delivery, epub.sha256)) ??
    delivery.line.run(`prepare ${epub.sha256}`, isAhead, () => prepare(delivery, epub))
  );
}

/** Prepares the book if need be; once more if the store turns out to have lost the pack before anything was answered. */
export async function withPrepared<T>(
  delivery: Delivery,
  epub: EpubFile,
  isAhead: boolean,
  answer: (prepared: PreparedBookRow) => Promise<T>,
): Promise<T> {
  const prepared = await readPrepared(delivery, epub, isAhead);
  try {
    return await answer(prepared);
  } catch (error) {
    if (!(error instanceof LostBlob) || error.key !== prepared.blob_key) throw error;
    delivery.log.warn({ blob: error.key }, 'a prepared book is missing from the blob store and is made again');
    const gone = delivery.reading.database.kysely
      .deleteFrom('prepared_books')
      .where('epub_sha256', '=', epub.sha256)
      .where('blob_key', '=', error.key)
      .where('made_at', '=', prepared.made_at);
    await gone.execute();
    return answer(await readPrepared(delivery, epub, isAhead));
  }
}

async function findPrepared({ reading }: Delivery, sha256: string): Promise<PreparedBookRow | undefined> {
  const row = await reading.database.kysely
    .selectFrom('prepared_books')
    .selectAll()
    .where('epub_sha256', '=', sha256)
    .where('made_with', '=', preparedWith)
    .executeTakeFirst();
  if (!row?.error_code) return row;
  if (row.made_at + failureKept < reading.now()) return undefined;
  throw new AppError(isErrorCode(row.error_code) ? row.error_code : 'bad_book', row.error_message);
}

async function prepare(delivery: Delivery, epub: EpubFile): Promise<PreparedBookRow> {
  const { reading, blobs, parser } = delivery;
  // Whoever came just before has left by now.
  const there = await findPrepared(delivery, epub.sha256);
  if (there) return there;
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    const path = join(folder, 'book');
    await pipeline(await openBlob(blobs, epub.blobKey), createWriteStream(path, { mode: 0o600 }));
    const target = join(folder, 'pack');
    const prepared = await parser.prepare(path, target);
    const blobKey = `prepared/${prepared.pack.sha256}`;
    await announceBlobs(reading, [blobKey]);
    if ((await blobs.stat(blobKey))?.size !== prepared.pack.size) {
      await blobs.put(blobKey, createReadStream(target), { expect: prepared.pack });
    }
    return await store(
      delivery,
      epub.sha256,
      { ...rowOf(delivery, epub.sha256), ...packOf(blobKey, prepared) },
      prepared.parts,
    );
  } catch (error) {
    if (error instanceof AppError && isBooksFault(error)) {
      const failure = { error_code: error.code, error_message: error.message };
      await store(delivery, epub.sha256, { ...rowOf(delivery, epub.sha256), ...failure }, []);
    }
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isBooksFault = ({ code }: AppError) =>
  code === 'bad_book' || code === 'unsafe_book' || code === 'unsupported_format';

function rowOf({ reading }: Delivery, epub_sha256: string): PreparedBookRow {
  const pack = { blob_key: '', pack_sha256: '', pack_size: 0 };
  return { epub_sha256, made_with: preparedWith, ...pack, error_code: '', error_message: '', made_at: reading.now() };
}

function packOf(blob_key: string, { pack }: PreparedBook) {
  return { blob_key, pack_sha256: pack.sha256, pack_size: pack.size };
}

async function store(
  { reading }: Delivery,
  sha256: string,
  row: PreparedBookRow,
  parts: readonly PreparedPart[],
): Promise<PreparedBookRow> {
  return reading.database.transaction(async (trx) => {
    const former = await trx
      .selectFrom('prepared_books')
      .select('blob_key')
      .where('epub_sha256', '=', sha256)
      .executeTakeFirst();
    // Another process may be as far.
    await trx
      .insertInto('prepared_books')
      .values(row)
      .onConflict((conflict) => conflict.column('epub_sha256').doUpdateSet(row))
      .execute();
    await trx.deleteFrom('prepared_parts').where('epub_sha256', '=', sha256).execute();
    await insertParts(trx, sha256, parts);
    if (row.blob_key) await claimBlobs(trx, [row.blob_key]);
    if (former?.blob_key && former.blob_key !== row.blob_key) await abandonBlob(trx, former.blob_key, reading.now());
    return row;
  });
}

/** The purge removes it when nobody needs it; replies that are under way have until then. */
export async function abandonBlob(trx: Trx, blob_key: string, created_at: number): Promise<void> {
  await trx
    .insertInto('pending_blobs')
    .values({ blob_key, created_at })
    .onConflict((conflict) => conflict.column('blob_key').doUpdateSet({ created_at }))
    .execute();
}

async function insertParts(trx: Trx, epub_sha256: string, parts: readonly PreparedPart[]): Promise<void> {
  const rows = parts.map((part) => ({
    epub_sha256,
    path: part.path,
    media_type: part.mediaType,
    size: part.size,
    sha256: part.sha256,
    crc32: part.crc32,
    in_pack: part.inPack ? 1 : 0,
    method: part.method,
    start: part.start,
    packed_size: part.packedSize,
    zstd_start: part.zstdStart,
    zstd_size: part.zstdSize,
    needs: JSON.stringify(part.needs),
  }));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('prepared_parts')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}
