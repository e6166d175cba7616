// Dithering: brightness stays what it was, in light; greys are the panel's; thresholds have no pattern.

import { expect, it } from 'vitest';
import { blueNoise, noiseSize } from '../../../src/screen/dither/blue-noise.ts';
import { type DitherMethod, dither } from '../../../src/screen/dither/dither.ts';
import { preparePicture } from '../../../src/screen/dither/prepare-picture.ts';
import { paintedPicture } from '../painted-picture.ts';

const light = (grey: number) => (grey / 255 <= 0.04045 ? grey / 255 / 12.92 : ((grey / 255 + 0.055) / 1.055) ** 2.4);

function flat(grey: number, side = 128, alpha = 255): ImageData {
  const picture = new ImageData(side, side);
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([grey, grey, grey, alpha], at);
  return picture;
}

const seen = ({ data }: ImageData) => Array.from({ length: data.length / 4 }, (_, at) => data[at * 4] ?? 0);
const meanLight = (picture: ImageData) => {
  const greys = seen(picture);
  return greys.reduce((sum, grey) => sum + light(grey), 0) / greys.length;
};

it.each(['error', 'noise'] satisfies DitherMethod[])(
  'keeps the light of a grey by %s, with few greys and with many',
  (method) => {
    for (const greys of [2, 4, 16]) {
      for (const grey of [0, 9, 64, 128, 200, 250, 255]) {
        const picture = flat(grey);
        dither(picture, greys, method);
        expect(Math.abs(meanLight(picture) - light(grey)), `${grey} in ${greys}`).toBeLessThan(0.006);
        const step = 255 / (greys - 1);
        // Only the panel's greys, and only the two around what is wanted.
        const used = [...new Set(seen(picture))];
        for (const one of used) expect(Math.abs(one / step - Math.round(one / step))).toBeLessThan(0.02);
        for (const one of used) expect(Math.abs(one - grey)).toBeLessThan(method === 'noise' ? step : 2 * step);
      }
    }
  },
);

it('leaves the panel’s own greys alone, and puts what is transparent on white', () => {
  const picture = flat(17 * 6);
  dither(picture, 16, 'error');
  expect(new Set(seen(picture))).toEqual(new Set([102]));
  const clear = flat(0, 16, 0);
  dither(clear, 16, 'error');
  expect(new Set(seen(clear))).toEqual(new Set([255]));
});

it('has thresholds that are spread evenly: every share of them, everywhere', () => {
  const ranks = blueNoise();
  expect(new Set(ranks).size).toBe(noiseSize ** 2);
  for (const share of [0.05, 0.3, 0.5]) {
    const below = (x: number, y: number) => (ranks[y * noiseSize + x] ?? 0) < share * noiseSize ** 2;
    const counts: number[] = [];
    for (let y = 0; y < noiseSize; y += 16) {
      for (let x = 0; x < noiseSize; x += 16) {
        let count = 0;
        for (let cell = 0; cell < 256; cell++) if (below(x + (cell % 16), y + Math.floor(cell / 16))) count += 1;
        counts.push(count / 256);
      }
    }
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(0.06);
  }
});

it('is done by the worker, at the panel’s size, and refuses what is no picture', async () => {
  const image = await paintedPicture(300, 100, (context) => {
    context.fillStyle = '#c00';
    context.fillRect(0, 0, 100, 100);
    context.fillStyle = '#808080';
    context.fillRect(100, 0, 100, 100);
  });
  const prepared = await createImageBitmap(
    await preparePicture({ image, width: 60, height: 60, greys: 16, fit: 'cover' }),
  );
  expect([prepared.width, prepared.height]).toEqual([60, 60]);
  const shown = new OffscreenCanvas(60, 60).getContext('2d') as OffscreenCanvasRenderingContext2D;
  shown.drawImage(prepared, 0, 0);
  // The middle third is what is cut out of it.
  const picture = shown.getImageData(0, 0, 60, 60);
  expect(Math.abs(meanLight(picture) - light(128))).toBeLessThan(0.01);
  await expect(
    preparePicture({ image: new Blob(['no']), width: 10, height: 10, greys: 16, fit: 'fill' }),
  ).rejects.toThrow();
  await expect(preparePicture({ image, width: 0, height: 10, greys: 16, fit: 'fill' })).rejects.toThrow();
});
