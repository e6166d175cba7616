// Where a picture goes that a reader wants to have: into the folder of pictures, or to the clipboard.

import { AppError } from '../../../api/errors.ts';
import type { ReadingParts } from '../reading-parts.ts';

export type PictureOutcome = { kind: 'saved'; path: string } | { kind: 'copied' | 'failed' };

/** `image`: PNG. `title`: the file's name without its ending. */
export async function savePng(
  savePicture: ReadingParts['savePicture'],
  title: string,
  image: Blob,
): Promise<PictureOutcome> {
  try {
    const { path } = await savePicture(`${title || 'Octavo'}.png`, new Uint8Array(await image.arrayBuffer()));
    return { kind: 'saved', path };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'failed' };
  }
}

export async function copyPng(image: Blob): Promise<PictureOutcome> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    return { kind: 'copied' };
  } catch (error) {
    // Browsers refuse without a touch of the page, or where the clipboard takes no pictures.
    if (!(error instanceof DOMException)) throw error;
    return { kind: 'failed' };
  }
}
