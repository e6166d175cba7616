// Makes a picture that shelves can show from the one in the book.

import type { Log } from '../../../base/log.ts';
import { importLimits as limits } from '../limits.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import type { CoverPicture } from './cover.ts';
import { isDrawing, isPlainDrawing } from './plain-drawing.ts';

export interface Cover {
  bytes: Buffer;
  mediaType: string;
  width: number;
  height: number;
}

/** Wide enough for a third of the largest panel. */
const maxWidth = 800;
const maxHeight = 1200;
/** JPEGs up to this are kept, if they are small enough to be shown. */
const keptBytes = 256 * 1024;

/** Undefined for what is no picture, and for a drawing that may cost anything. The work is done in threads of the imaging library. */
export async function makeCover(picture: CoverPicture, log: Log): Promise<Cover | undefined> {
  const small = picture.bytes.length <= keptBytes ? cleanJpeg(picture.bytes) : undefined;
  if (small && small.width <= maxWidth && small.height <= maxHeight) return { ...small, mediaType: 'image/jpeg' };
  if (isDrawing(picture.bytes) && !isPlainDrawing(picture.bytes)) {
    log.info({ file: picture.file }, 'The cover of an imported book is a drawing that may unfold to anything');
    return undefined;
  }
  try {
    // Loaded only here: the imaging library is large, and a service that imports nothing does not need it.
    const { default: sharp } = await import('sharp');
    // Covers are small: several at a time do more than several threads for one.
    sharp.concurrency(1);
    const { data, info } = await sharp(picture.bytes, { limitInputPixels: limits.coverPixels })
      .timeout({ seconds: limits.coverSeconds })
      .rotate()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, mediaType: 'image/jpeg', width: info.width, height: info.height };
  } catch (error) {
    log.info({ file: picture.file, reason: (error as Error).message }, 'The cover of an imported book cannot be shown');
    return undefined;
  }
}
