// Pictures in the greys and the size of the panel. They can always be made again, so they are bounded and the ones longest
// unused go first.

import type { Database } from '../database.ts';
import type { TableSchema } from '../schema.ts';

export const panelPicturesSchema: TableSchema = { name: 'panelPictures', stores: { 4: 'key,[usedAt+bytes]' } };

export interface PanelPictureRow {
  /** Names the picture, its size and the greys. */
  key: string;
  image: Blob;
  bytes: number;
  /** Milliseconds. */
  usedAt: number;
}

const mostBytes = 96 << 20;
/** A use is written down this often at most; reading must not mean writing. Milliseconds. */
const sameUse = 24 * 60 * 60 * 1000;

export async function findPanelPicture(
  { panelPictures }: Database,
  key: string,
  now = Date.now(),
): Promise<Blob | undefined> {
  const row = await panelPictures.get(key);
  if (row && now - row.usedAt > sameUse) await panelPictures.update(key, { usedAt: now });
  return row?.image;
}

export async function keepPanelPicture(
  database: Database,
  key: string,
  image: Blob,
  { now = Date.now(), most = mostBytes } = {},
): Promise<void> {
  const { panelPictures } = database;
  await database.transaction('rw', panelPictures, async () => {
    await panelPictures.put({ key, image, bytes: image.size, usedAt: now });
    // Index keys only, in the order of use: no picture is read for this.
    const kept = (await panelPictures.orderBy('[usedAt+bytes]').keys()) as unknown as [number, number][];
    let surplus = kept.reduce((sum, [, bytes]) => sum + bytes, 0) - most;
    let oldest = 0;
    while (surplus > 0 && oldest < kept.length) surplus -= kept[oldest++]?.[1] ?? 0;
    if (oldest > 0) await panelPictures.orderBy('[usedAt+bytes]').limit(oldest).delete();
  });
}
