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

/** Bytes that the pictures of a store may still grow by before they are counted anew; absent while that is not known. */
const roomLeft = new WeakMap<Database, number>();
/** Of what may be kept, that much is made free at once: counting reads the index of all that is kept. */
const freedShare = 1 / 16;

/** `most`: bytes that are kept at most. */
export async function keepPanelPicture(
  database: Database,
  key: string,
  image: Blob,
  { now = Date.now(), most = mostBytes } = {},
): Promise<void> {
  const { panelPictures } = database;
  try {
    await database.transaction('rw', panelPictures, async () => {
      await panelPictures.put({ key, image, bytes: image.size, usedAt: now });
      const left = roomLeft.get(database) ?? 0;
      roomLeft.set(database, left >= image.size ? left - image.size : await makeRoom(database, most));
    });
  } catch (error) {
    // Of what was counted, not all is kept.
    roomLeft.delete(database);
    throw error;
  }
}

/** The bytes that are left of `most` when those longest unused have gone, if too many are kept. */
async function makeRoom({ panelPictures }: Database, most: number): Promise<number> {
  // Index keys only, in the order of use: no picture is read for this.
  const kept = (await panelPictures.orderBy('[usedAt+bytes]').keys()) as unknown as [number, number][];
  let sum = kept.reduce((bytes, [, more]) => bytes + more, 0);
  if (sum <= most) return most - sum;
  let oldest = 0;
  while (sum > most * (1 - freedShare) && oldest < kept.length) sum -= kept[oldest++]?.[1] ?? 0;
  await panelPictures.orderBy('[usedAt+bytes]').limit(oldest).delete();
  return most - sum;
}
