// Greys for panels: no area gets lighter or darker, black and white stay clean, and the PNG says exactly these greys.

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { dither } from '../../../../server/reading/delivery/panel/dither.ts';
import { drawForPanel } from '../../../../server/reading/delivery/panel/draw-for-panel.ts';
import { writePng } from '../../../../server/reading/delivery/panel/write-png.ts';

const light = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

describe.each([2, 4, 8, 16])('%i greys', (greys) => {
  test('an even area keeps its light', () => {
    for (const grey of [0, 10, 77, 128, 200, 254, 255]) {
      const result = dither(new Uint8Array(200 * 200).fill(grey), 200, 200, greys);
      const mean = result.reduce((sum, level) => sum + light(level / (greys - 1)), 0) / result.length;
      expect(mean).toBeCloseTo(light(grey / 255), 2);
      if (grey === 0 || grey === 255) expect(new Set(result)).toEqual(new Set([grey === 0 ? 0 : greys - 1]));
    }
  });

  test('a PNG of any width has the same greys', async () => {
    for (const width of [1, 7, 8, 33]) {
      const levels = Uint8Array.from({ length: width * 5 }, (_, n) => (n * 7) % greys);
      const { data, info } = await sharp(writePng(levels, width, 5, greys))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const decoded = data.filter((_, n) => n % info.channels === 0);
      expect([info.width, info.height]).toEqual([width, 5]);
      expect([...decoded]).toEqual([...levels].map((level) => Math.round((level * 255) / (greys - 1))));
    }
  });
});

test('a gradient without dithering keeps all of its greys', async () => {
  const pixels = Uint8Array.from({ length: 256 }, (_, n) => n);
  const png = await sharp(pixels, { raw: { width: 256, height: 1, channels: 1 } })
    .png()
    .toBuffer();
  const { bytes } = await drawForPanel({ bytes: png, panel: { width: 256, height: 256, greys: 256 } });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([...data.filter((_, n) => n % info.channels === 0)]).toEqual([...pixels]);
});

test('what shows through is white, and a picture that lies on its side is set up', async () => {
  const clear = await sharp({
    create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
  const made = await drawForPanel({ bytes: clear, panel: { width: 100, height: 100, greys: 2 } });
  expect([made.width, made.height]).toEqual([20, 40]);
  expect((await sharp(made.bytes).stats()).channels[0]?.min).toBe(255);
});

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', '', 'II*\0'])(
  '"%s" is not even looked at',
  async (text) => {
    const task = { bytes: Buffer.from(text), panel: { width: 100, height: 100, greys: 16 } };
    await expect(drawForPanel(task)).rejects.toMatchObject({ code: 'unsupported_format' });
  },
);
