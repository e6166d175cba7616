// Pictures for tests, painted on a canvas.

import { encodeImage } from '../../src/book/images/encode-image.ts';

type Paint = (context: OffscreenCanvasRenderingContext2D) => void;

/** Pixels; black all over where nothing else is painted, and transparent where nothing is. */
export function paintedPicture(width: number, height: number, paint?: Paint, type = 'image/png'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  if (paint) paint(context);
  else context.fillRect(0, 0, width, height);
  return encodeImage(canvas.transferToImageBitmap(), type);
}

/** As a part of a book's archive. */
export async function pictureBytes(...picture: Parameters<typeof paintedPicture>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await paintedPicture(...picture)).arrayBuffer());
}
