// Pictures of quotations: which side their lines begin on.

import { expect, it } from 'vitest';
import { type CardLayout, cardSize, drawCard } from '../../../../src/reader/share/draw-card.ts';

/** How far the ink of the quotation's lines is from the left and from the right edge. */
function ink(quote: string, layout: CardLayout): { left: number; right: number } {
  const canvas = new OffscreenCanvas(1, 1);
  drawCard(canvas, {
    ...{ quote, layout, title: 'T', author: 'A', date: '', cover: undefined, greys: false },
    ...{ serif: 'serif', sans: 'sans-serif', language: '' },
  });
  const { width } = cardSize;
  // Between cover, rule and date, or above the line over the source.
  const data = canvas.getContext('2d')?.getImageData(0, 600, width, 420).data ?? new Uint8ClampedArray();
  const columns = Array.from({ length: data.length / 4 }, (_, n) => n).filter((n) => (data[4 * n] ?? 255) < 128);
  const xs = columns.map((n) => n % width);
  return {
    left: xs.reduce((least, x) => Math.min(least, x), width),
    right: width - xs.reduce((most, x) => Math.max(most, x), 0),
  };
}

it.each<CardLayout>(['plain', 'cover'])('a quotation begins on the side on which it is read: %s', (layout) => {
  const arabic = ink('«نعم»!', layout);
  const latin = ink('“Yes”!', layout);
  expect(arabic.left).toBeGreaterThan(cardSize.width / 2);
  expect(arabic.right).toBeLessThan(cardSize.width / 4);
  expect(latin.right).toBeGreaterThan(cardSize.width / 2);
  expect(latin.left).toBeLessThan(cardSize.width / 4);
});
