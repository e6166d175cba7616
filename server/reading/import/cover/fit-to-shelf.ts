// Decodes a picture of whatever kind and makes it one that shelves can show. A drawing may take any time and cannot be
// stopped here: `draw-apart.ts` has it made by another process.

import { importLimits as limits } from '../limits.ts';

export interface Cover {
  /** JPEG where it was made here. */
  bytes: Buffer;
  mediaType: string;
  width: number;
  height: number;
}

/** Wide enough for a third of the largest panel. Pixels. */
export const shelfWidth = 800;
export const shelfHeight = 1200;

/** Rejects with the imaging library's words for what is no picture. The work is done in a thread of that library. */
export async function fitToShelf(picture: Uint8Array): Promise<Cover> {
  // Loaded only here: the imaging library is large, and a service that imports nothing does not need it.
  const { default: sharp } = await import('sharp');
  // Covers are small: several at a time do more than several threads for one.
  sharp.concurrency(1);
  const { data, info } = await sharp(picture, { limitInputPixels: limits.coverPixels })
    .timeout({ seconds: limits.coverSeconds })
    .rotate()
    .resize({ width: shelfWidth, height: shelfHeight, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, mediaType: 'image/jpeg', width: info.width, height: info.height };
}
