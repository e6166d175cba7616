// Turns what was uploaded for a reservation into a book. A kill at any moment leaves the upload as it was, to be
// received again; a refusal that will stay one is remembered, so that asking again answers the same.

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, type ErrorCode } from '../../../../api/errors.ts';
import { refuseOverQuota } from '../../administration/quotas.ts';
import type { Trx } from '../../reading.ts';
import type { UploadRow } from '../../schema/imports.ts';
import { type Imported, type Importing, importFile } from '../import-file.ts';
import { readUpload } from '../storing/reservations.ts';
import { addKnownBook, findOwnBook, insideOne } from '../storing/store-book.ts';
import { keepObject } from '../storing/stored-objects.ts';
import { workFolderPrefix } from '../work-folder.ts';

/** What the same bytes will always lead to. */
const lasting = new Set<ErrorCode>(['bad_book', 'unsafe_book', 'unsupported_format', 'too_large']);

export async function receiveUpload(importing: Importing, vid: string, name: string): Promise<Imported> {
  const { reading, blobs } = importing;
  const upload = await readUpload(reading, vid, name);
  if (upload.state === 'done') return { bookId: upload.book_id, existed: true, version: 0 };
  const inside = (trx: Trx, bookId: string) => finish(importing, trx, upload, bookId);
  if (upload.mode !== 'book') return receiveObject(importing, upload, inside);
  const own = upload.to_library ? undefined : await findOwnBook(reading.database.kysely, vid, upload.sha256);
  const uploaded = await blobs.stat(upload.blob_key);
  if (own && !uploaded) {
    await addKnownBook(reading, vid, own, (trx) => inside(trx, own));
    return { bookId: own, existed: true, version: 0 };
  }
  if (!uploaded) throw new AppError('upload_missing');
  const imported = await receiveBytes(importing, upload, inside);
  await blobs.remove(upload.blob_key);
  return imported;
}

async function receiveObject(
  importing: Importing,
  upload: UploadRow,
  inside: (trx: Trx, objectId: string) => Promise<void>,
): Promise<Imported> {
  if (!(await importing.blobs.stat(upload.blob_key))) throw new AppError('upload_missing');
  try {
    const objectId = await keepObject(importing, upload, async (trx, id) => {
      await inside(trx, id);
      await refuseOverQuota(importing.reading, trx, upload.vid);
    });
    await importing.blobs.remove(upload.blob_key);
    return { bookId: objectId, existed: false, version: 0 };
  } catch (error) {
    if (error instanceof AppError) await refuse(importing, upload, error);
    throw error;
  }
}

async function receiveBytes(
  importing: Importing,
  upload: UploadRow,
  inside: (trx: Trx, bookId: string) => Promise<void>,
): Promise<Imported> {
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    const path = join(folder, 'book');
    await pipeline(await importing.blobs.open(upload.blob_key), createWriteStream(path, { mode: 0o600 }));
    const { vid, file_name: fileName, size, sha256 } = upload;
    return await importFile(importing, {
      vid,
      path,
      fileName,
      expect: { size, sha256 },
      replaces: upload.replaces || undefined,
      toLibrary: upload.to_library === 1,
      inside: insideOne(async (change, { bookId, existed }) => {
        await inside(change.trx, bookId);
        if (!existed) await refuseOverQuota(importing.reading, change.trx, vid);
      }),
    });
  } catch (error) {
    if (error instanceof AppError) await refuse(importing, upload, error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What will stay refused is remembered, and other bytes than the announced ones must not keep the right ones out. */
async function refuse(importing: Importing, upload: UploadRow, error: AppError): Promise<void> {
  if (lasting.has(error.code)) await fail(importing, upload, error);
  else if (error.code === 'checksum_mismatch') await importing.blobs.remove(upload.blob_key);
}

async function finish({ reading }: Importing, trx: Trx, upload: UploadRow, bookId: string): Promise<void> {
  await trx
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
    .where('state', '=', 'reserved')
    .execute();
  await blobs.remove(upload.blob_key);
}
