// Pictures for panels: made at the first request, kept, and made again when the store has lost them. Of each picture only
// so many sizes are kept; a household has a few panels.

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../../../../api/errors.ts';
import { LostBlob, openBlob, type SentContent } from '../../books/send-blob.ts';
import { announceBlobs, claimBlobs } from '../../import/storing/pending-blobs.ts';
import type { Trx } from '../../reading.ts';
import type { PanelPictureRow, PreparedPartRow } from '../../schema/delivery.ts';
import type { Delivery } from '../delivery.ts';
import { openUnpacked, type Segment } from '../part-bytes.ts';
import { abandonBlob, type EpubFile } from '../prepared-book.ts';
import { panelLimits as limits, type PanelSize } from './panel-size.ts';

/** To be raised with every change of how pictures are drawn. */
const drawnWith = 1;
const sizesKept = 8;
/** Seconds until a picture that could not be drawn is tried again. */
const failureKept = 3600;

interface Wanted {
  epub: EpubFile;
  packed: Segment;
  part: PreparedPartRow;
  panel: PanelSize;
}

/** `unsafe_book`, `bad_book` for what cannot be shown. */
export async function panelContent(
  delivery: Delivery,
  epub: EpubFile,
  packed: Segment,
  part: PreparedPartRow,
  panel: PanelSize,
): Promise<SentContent> {
  const wanted = { epub, packed, part, panel };
  const row = await readPicture(delivery, wanted);
  const open: SentContent['open'] = async (range) => {
    try {
      return await openBlob(delivery.blobs, row.blob_key, range);
    } catch (error) {
      if (!(error instanceof LostBlob)) throw error;
      const again = await draw(delivery, wanted);
      if (again.sha256 !== row.sha256) throw error;
      return openBlob(delivery.blobs, again.blob_key, range);
    }
  };
  return { size: row.size, etag: `"${row.sha256}"`, mediaType: 'image/png', open };
}

async function readPicture(delivery: Delivery, wanted: Wanted): Promise<PanelPictureRow> {
  const row = await findPicture(delivery, wanted);
  if (!row) return draw(delivery, wanted);
  if (row.blob_key !== '') return row;
  if (row.made_at + failureKept < delivery.reading.now()) return draw(delivery, wanted);
  throw cannotBeShown(wanted.part.path);
}

const cannotBeShown = (path: string) => new AppError('bad_book', 'The picture is damaged or too large.', { path });

function findPicture({ reading }: Delivery, { epub, part, panel }: Wanted): Promise<PanelPictureRow | undefined> {
  return reading.database.kysely
    .selectFrom('panel_pictures')
    .selectAll()
    .where('epub_sha256', '=', epub.sha256)
    .where('path', '=', part.path)
    .where('width', '=', panel.width)
    .where('height', '=', panel.height)
    .where('greys', '=', panel.greys)
    .where('made_with', '=', drawnWith)
    .executeTakeFirst();
}

function draw(delivery: Delivery, wanted: Wanted): Promise<PanelPictureRow> {
  const { epub, part, panel } = wanted;
  const key = `panel ${epub.sha256} ${panel.width}x${panel.height}x${panel.greys} ${part.path}`;
  return delivery.line.run(key, false, () => makePicture(delivery, wanted));
}

async function makePicture(delivery: Delivery, { epub, packed, part, panel }: Wanted): Promise<PanelPictureRow> {
  const { reading, blobs, parser } = delivery;
  const place = { epub_sha256: epub.sha256, path: part.path, ...panel, made_with: drawnWith, made_at: reading.now() };
  try {
    if (part.size > limits.bytes) throw new AppError('unsafe_book');
    const source = await buffer(await openUnpacked(blobs, part, packed));
    const { bytes } = await parser.drawForPanel({ bytes: source, panel });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const blob_key = `panels/${sha256}`;
    await announceBlobs(reading, [blob_key]);
    await blobs.put(blob_key, bytes, { contentType: 'image/png', expect: { size: bytes.length, sha256 } });
    return await keep(delivery, { ...place, blob_key, sha256, size: bytes.length });
  } catch (error) {
    const isPicturesFault = error instanceof AppError && (error.code === 'bad_book' || error.code === 'unsafe_book');
    if (!isPicturesFault) throw error;
    await keep(delivery, { ...place, blob_key: '', sha256: '', size: 0 });
    throw cannotBeShown(part.path);
  }
}

async function keep({ reading }: Delivery, row: PanelPictureRow): Promise<PanelPictureRow> {
  return reading.database.transaction(async (trx) => {
    await trx
      .insertInto('panel_pictures')
      .values(row)
      .onConflict((conflict) => conflict.columns(['epub_sha256', 'path', 'width', 'height', 'greys']).doUpdateSet(row))
      .execute();
    if (row.blob_key) await claimBlobs(trx, [row.blob_key]);
    await dropOldest(trx, row, reading.now());
    return row;
  });
}

async function dropOldest(trx: Trx, { epub_sha256, path }: PanelPictureRow, now: number): Promise<void> {
  const others = await trx
    .selectFrom('panel_pictures')
    .select(['width', 'height', 'greys', 'blob_key'])
    .where('epub_sha256', '=', epub_sha256)
    .where('path', '=', path)
    .orderBy('made_at', 'desc')
    .orderBy('width')
    .orderBy('height')
    .orderBy('greys')
    .offset(sizesKept)
    .limit(sizesKept)
    .execute();
  for (const { width, height, greys, blob_key } of others) {
    await trx
      .deleteFrom('panel_pictures')
      .where('epub_sha256', '=', epub_sha256)
      .where('path', '=', path)
      .where('width', '=', width)
      .where('height', '=', height)
      .where('greys', '=', greys)
      .execute();
    if (blob_key) await abandonBlob(trx, blob_key, now);
  }
}
