// Pictures, fonts and recordings that readers keep here: what they must be, how they are stored, and who gets them.

import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../../api/errors.ts';
import type { Blobs } from '../../../base/blobs/blobs.ts';
import { sendBlob } from '../../books/send-blob.ts';
import type { Caller, Reading, Trx } from '../../reading.ts';
import { isHeardBy } from '../../reviews/podcasts.ts';
import type { StoredObjectRow, UploadRow } from '../../schema/imports.ts';
import { makeCover } from '../cover/make-cover.ts';
import type { Importing } from '../import-file.ts';
import { importLimits as limits } from '../limits.ts';
import { objectType } from '../upload/object-type.ts';
import { announceBlobs, claimBlobs } from './pending-blobs.ts';

type Kind = StoredObjectRow['kind'];

export const largestObject: Record<Kind, number> = {
  cover: limits.coverBytes,
  font: limits.coverBytes,
  audio: limits.fileBytes,
};

/** Answers the object's id. The same bytes of one reader are one object. */
export async function keepObject(
  importing: Importing,
  upload: UploadRow,
  inside: (trx: Trx, objectId: string) => Promise<void>,
): Promise<string> {
  const { reading, blobs } = importing;
  const kind = upload.mode as Kind;
  const made = kind === 'cover' ? await madeCover(importing, upload) : await checkedBytes(blobs, upload, kind);
  await announceBlobs(reading, [made.blobKey]);
  if ((await blobs.stat(made.blobKey))?.size !== made.size) {
    const source = made.bytes ?? (await blobs.open(upload.blob_key));
    await blobs.put(made.blobKey, source, {
      contentType: made.mediaType,
      expect: { size: made.size, sha256: made.sha256 },
    });
  }
  return reading.database.transaction(async (trx) => {
    await trx
      .insertInto('stored_objects')
      .values({
        object_id: `o_${randomBytes(12).toString('hex')}`,
        vid: upload.vid,
        kind,
        blob_key: made.blobKey,
        sha256: made.sha256,
        size: made.size,
        media_type: made.mediaType,
        file_name: upload.file_name,
        created_at: reading.now(),
      })
      .onConflict((conflict) => conflict.columns(['vid', 'kind', 'sha256']).doNothing())
      .execute();
    const { object_id } = await trx
      .selectFrom('stored_objects')
      .select('object_id')
      .where('vid', '=', upload.vid)
      .where('kind', '=', kind)
      .where('sha256', '=', made.sha256)
      .executeTakeFirstOrThrow();
    await claimBlobs(trx, [made.blobKey]);
    await inside(trx, object_id);
    return object_id;
  });
}

interface MadeObject {
  blobKey: string;
  sha256: string;
  size: number;
  mediaType: string;
  /** Undefined when the uploaded bytes are kept as they are. */
  bytes: Buffer | undefined;
}

/** Made anew, so that a picture carries neither its maker's place nor anything that is no picture. */
async function madeCover({ blobs, log }: Importing, upload: UploadRow): Promise<MadeObject> {
  const bytes = await verified(blobs, upload);
  const cover = await makeCover({ file: upload.file_name, bytes: new Uint8Array(bytes) }, log);
  if (!cover) throw new AppError('unsupported_format', 'The file is no picture that can be shown.');
  const sha256 = createHash('sha256').update(cover.bytes).digest('hex');
  return {
    blobKey: `covers/${sha256}`,
    sha256,
    size: cover.bytes.length,
    mediaType: cover.mediaType,
    bytes: cover.bytes,
  };
}

async function checkedBytes(blobs: Blobs, upload: UploadRow, kind: 'font' | 'audio'): Promise<MadeObject> {
  const head = await buffer(await blobs.open(upload.blob_key, { start: 0, end: Math.min(upload.size, 64) - 1 }));
  const mediaType = objectType(kind, head);
  if (!mediaType)
    throw new AppError(
      'unsupported_format',
      `The file is no ${kind === 'font' ? 'font' : 'recording'} that can be used.`,
    );
  return { blobKey: `objects/${upload.sha256}`, sha256: upload.sha256, size: upload.size, mediaType, bytes: undefined };
}

/** A store that does not check by itself may hold other bytes than were announced. */
async function verified(blobs: Blobs, upload: UploadRow): Promise<Buffer> {
  const bytes = await buffer(await blobs.open(upload.blob_key));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length === upload.size && sha256 === upload.sha256) return bytes;
  throw new AppError('checksum_mismatch', undefined, { received: { size: bytes.length, sha256 } });
}

export const objectAddress = (objectId: string) => `/objects/${encodeURIComponent(objectId)}`;

/** `GET /objects/:objectId`, for whoever stored it; a recording also for those who may see the review that it is in. */
export function serveObjects(
  app: FastifyInstance,
  reading: Reading,
  blobs: Blobs,
  authorize: (request: FastifyRequest) => Promise<Caller>,
): void {
  app.get<{ Params: { objectId: string } }>('/objects/:objectId', async (request, reply) => {
    const { vid } = await authorize(request);
    const object = await reading.database.kysely
      .selectFrom('stored_objects')
      .selectAll()
      .where('object_id', '=', request.params.objectId)
      .where((where) =>
        where.or([where('vid', '=', vid), where.and([where('kind', '=', 'audio'), isHeardBy(vid) as never])]),
      )
      .executeTakeFirst();
    if (!object) throw new AppError('not_found');
    const { blob_key: key, size, sha256, media_type: mediaType, file_name: fileName } = object;
    await sendBlob(blobs, { key, size, sha256, mediaType, fileName, immutable: true }, { request, reply });
    return reply;
  });
}
