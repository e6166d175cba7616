// Reserved uploads as rows: made, continued, bounded per reader, and looked up. Must not know books or blobs' bytes.

import { randomBytes } from 'node:crypto';
import { AppError, isErrorCode } from '../../../../api/errors.ts';
import { refuseWithoutRoom } from '../../administration/quotas.ts';
import type { Reading } from '../../reading.ts';
import type { UploadRow } from '../../schema/imports.ts';
import { importLimits as limits } from '../limits.ts';
import { storableText } from './storable.ts';

/** How long a reservation is kept after it was last asked for; longer than any address that was given out for it. */
const reservedFor = 7 * 86_400;

export interface WantedUpload {
  mode: UploadRow['mode'];
  /** The file's own name. */
  name: string;
  suffix: string;
  size: number;
  sha256: string;
  /** The book of which it becomes a new version. */
  replaces?: string | undefined;
  /** It becomes a book of the library, which takes up nobody's quota. */
  toLibrary?: boolean | undefined;
  /** The reader has these bytes: nothing more will be kept. */
  isKept?: boolean;
  /** Continues this one. */
  cbid?: string | undefined;
}

/**
 * The open reservation for the same bytes, or a new one. One that `cbid` names must be for the same bytes. Everything
 * that is asked for again is kept for longer.
 */
export async function reserve(reading: Reading, vid: string, wanted: WantedUpload): Promise<UploadRow> {
  const now = reading.now();
  let known = reading.database.kysely
    .updateTable('uploads')
    .set({ updated_at: now, expires_at: now + reservedFor })
    .where('vid', '=', vid)
    .where('mode', '=', wanted.mode)
    .where('replaces', '=', wanted.replaces ?? '')
    .where('to_library', '=', wanted.toLibrary ? 1 : 0)
    .where('sha256', '=', wanted.sha256)
    .where('size', '=', wanted.size);
  known = wanted.cbid ? known.where('cbid', '=', wanted.cbid) : known.where('state', '=', 'reserved');
  const [upload] = await known.returningAll().execute();
  if (upload) return upload;
  if (wanted.cbid) {
    throw new AppError('not_found', 'That reservation is gone, or was for another file; reserve anew.');
  }
  await refuseTooMany(reading, vid, wanted.size);
  if (!wanted.toLibrary && !wanted.isKept) await refuseWithoutRoom(reading, vid, wanted.size);
  const row = newUpload(vid, wanted, now);
  await reading.database.kysely.insertInto('uploads').values(row).execute();
  return row;
}

/** Otherwise one reader could fill the disk with bytes that never become a book. */
async function refuseTooMany(reading: Reading, vid: string, size: number): Promise<void> {
  const open = await reading.database.kysely
    .selectFrom('uploads')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.sum<number | null>('size').as('bytes')])
    .where('vid', '=', vid)
    .where('state', '=', 'reserved')
    .where('expires_at', '>', reading.now())
    .executeTakeFirstOrThrow();
  if (Number(open.count) < limits.openUploads && Number(open.bytes ?? 0) + size <= limits.openUploadBytes) return;
  throw new AppError('quota_exceeded', 'Too many uploads are waiting to be finished; finish some first.', {
    uploads: limits.openUploads,
    bytes: limits.openUploadBytes,
  });
}

function newUpload(vid: string, wanted: WantedUpload, now: number): UploadRow {
  const name = `up_${randomBytes(16).toString('hex')}`;
  return {
    name,
    vid,
    cbid: `cb_${randomBytes(12).toString('hex')}`,
    mode: wanted.mode,
    file_name: storableText(wanted.name.split(/[\\/]/).at(-1) || 'book'),
    suffix: wanted.suffix,
    blob_key: `uploads/${name}`,
    size: wanted.size,
    sha256: wanted.sha256,
    md5: '',
    state: 'reserved',
    book_id: '',
    error_code: '',
    error_message: '',
    created_at: now,
    updated_at: now,
    expires_at: now + reservedFor,
    replaces: wanted.replaces ?? '',
    to_library: wanted.toLibrary ? 1 : 0,
  };
}

/** `not_found` for another reader's too. One that failed for good throws what it failed with. */
export async function readUpload(reading: Reading, vid: string, name: string): Promise<UploadRow> {
  const upload = await reading.database.kysely
    .selectFrom('uploads')
    .selectAll()
    .where('name', '=', name)
    .where('vid', '=', vid)
    .executeTakeFirst();
  if (!upload) throw new AppError('not_found', 'There is no reservation of that name.');
  if (upload.state === 'failed' && isErrorCode(upload.error_code)) {
    throw new AppError(upload.error_code, upload.error_message);
  }
  return upload;
}
