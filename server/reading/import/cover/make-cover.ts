// Makes a picture that shelves can show from the one in the book.

import type { Log } from '../../../base/log.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import type { CoverPicture } from './cover.ts';
import { type DrawLimits, drawApart } from './draw-apart.ts';
import { type Cover, fitToShelf, shelfHeight, shelfWidth } from './fit-to-shelf.ts';
import { isDrawing } from './is-drawing.ts';

export type { Cover };

/** JPEGs up to this are kept, if they are small enough to be shown. */
const keptBytes = 256 * 1024;

/** Undefined for what is no picture, and for a drawing that takes too long or too much memory; the log says why. */
export async function makeCover(picture: CoverPicture, log: Log, drawing: DrawLimits = {}): Promise<Cover | undefined> {
  const small = picture.bytes.length <= keptBytes ? cleanJpeg(picture.bytes) : undefined;
  if (small && small.width <= shelfWidth && small.height <= shelfHeight) return { ...small, mediaType: 'image/jpeg' };
  try {
    return await (isDrawing(picture.bytes) ? drawApart(picture.bytes, drawing) : fitToShelf(picture.bytes));
  } catch (error) {
    log.info({ file: picture.file, reason: (error as Error).message }, 'The cover of an imported book cannot be shown');
    return undefined;
  }
}
