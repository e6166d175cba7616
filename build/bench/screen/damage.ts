// How much of the screen differs between two pictures of it: the smallest box around everything that changed.

import sharp from 'sharp';

/** 0–1. */
export async function damagedShare(before: Buffer, after: Buffer): Promise<number> {
  const [first, second] = await Promise.all([greys(before), greys(after)]);
  const { width, height } = second.info;
  if (first.info.width !== width || first.info.height !== height) return 1;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < second.data.length; at++) {
    if (first.data[at] === second.data[at]) continue;
    const x = at % width;
    const y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? 0 : ((right - left + 1) * (bottom - top + 1)) / (width * height);
}

function greys(png: Buffer) {
  return sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
}
