// How the window looks now, in greys.

import type { Bridge } from '../../api/ipc.ts';
import { call } from './bridge.ts';

export interface GreyPicture {
  width: number;
  height: number;
  /** One byte a pixel; 0 is black. */
  greys: Uint8ClampedArray<ArrayBuffer>;
}

/** Throws where the host has no window to look at. */
export async function pictureOfWindow(bridge: Bridge): Promise<GreyPicture> {
  const { picture } = await call(bridge, 'app.picture', {});
  const bitmap = await createImageBitmap(new Blob([picture]));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('The browser has no room for a picture of the window.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const greys = new Uint8ClampedArray(width * height);
  // Luma of ITU-R BT.601, which is what controllers take.
  for (let at = 0; at < greys.length; at++) {
    greys[at] = 0.299 * (data[at * 4] ?? 0) + 0.587 * (data[at * 4 + 1] ?? 0) + 0.114 * (data[at * 4 + 2] ?? 0);
  }
  return { width, height, greys };
}
