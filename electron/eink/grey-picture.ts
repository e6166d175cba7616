// A picture in greys, and its form for a controller that keeps one for the time of sleep. Pure.

import { AppError } from '../../api/errors.ts';

/** One byte a pixel, rows from the top; 0 is black. */
export interface GreyPicture {
  width: number;
  height: number;
  greys: Uint8Array;
}

/** What a page sent. Throws `bad_argument` where the bytes are not those of such a picture. */
export function readGreyPicture(picture: GreyPicture): GreyPicture {
  const { width, height, greys } = picture;
  if (!(greys instanceof Uint8Array) || greys.length !== width * height) {
    throw new AppError('bad_argument', 'The picture has another size than it says.');
  }
  return picture;
}

/**
 * The upright picture as the PineNote's driver stores it: mirrored, turned clockwise by 90°, 4 bits a pixel, the left
 * one in the high half of a byte. A landscape picture is taken as one that is turned already.
 */
export function packPanelPicture(picture: GreyPicture, panel: { width: number; height: number }): Buffer {
  const { width, height } = picture;
  const upright = height > width;
  const packed = Buffer.alloc((panel.width * panel.height) / 2, 0xff);
  const levelAt = (column: number, row: number): number => {
    // Of the panel's landscape pixel, the upright one that was mirrored and turned to there.
    const x = upright ? width - 1 - row : panel.width - 1 - column;
    const y = upright ? height - 1 - column : row;
    const grey = x >= 0 && y >= 0 && x < width && y < height ? picture.greys[y * width + x] : undefined;
    return Math.floor((grey ?? 255) / 17);
  };
  for (let row = 0; row < panel.height; row++) {
    for (let column = 0; column < panel.width; column += 2) {
      packed[(row * panel.width + column) / 2] = (levelAt(column, row) << 4) | levelAt(column + 1, row);
    }
  }
  return packed;
}
