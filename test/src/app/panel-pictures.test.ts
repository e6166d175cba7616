// Pictures for the panel: prepared once and kept, left alone where the panel has greys enough, shown as they are where
// they cannot be prepared.

import { expect, it, vi } from 'vitest';
import { createPanelPictures, nameByContent } from '../../../src/app/panel-pictures.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { paintedPicture } from '../painted-picture.ts';

const gradient = () =>
  paintedPicture(200, 100, (context) => {
    const fill = context.createLinearGradient(0, 0, 200, 0);
    fill.addColorStop(0, '#fff');
    fill.addColorStop(1, '#036');
    context.fillStyle = fill;
    context.fillRect(0, 0, 200, 100);
  });

async function greysOf(image: Blob): Promise<{ width: number; height: number; greys: number[] }> {
  const bitmap = await createImageBitmap(image);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, greys: [...new Set(Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0))] };
}

async function panelPictures() {
  const database = await temporaryDatabase();
  const errors: unknown[] = [];
  const panel = { greys: 16 };
  const pictures = createPanelPictures(
    database,
    () => panel,
    (error) => errors.push(error),
  );
  return { database, errors, panel, pictures };
}

it('are of the panel’s greys and size, and made once', async () => {
  const { errors, panel, pictures } = await panelPictures();
  const image = await gradient();
  const name = await nameByContent(image);
  expect(name).toMatch(/^[0-9a-f]{64}$/);
  const prepared = await pictures.prepare(name, image, { width: 80, height: 40 }, 'fill');
  const { width, height, greys } = await greysOf(prepared);
  expect([width, height]).toEqual([Math.round(80 * devicePixelRatio), Math.round(40 * devicePixelRatio)]);
  expect(greys.length).toBeGreaterThan(8);
  expect(greys.filter((grey) => grey % 17 !== 0)).toEqual([]);
  // What is found under the name is not made again: not even from bytes that are no picture.
  const again = await pictures.prepare(name, new Blob(['?']), { width: 80, height: 40 }, 'fill');
  expect(again.size).toBe(prepared.size);
  panel.greys = 256;
  expect(await pictures.prepare(name, image, { width: 80, height: 40 }, 'fill')).toBe(image);
  expect(errors).toEqual([]);
});

it('that are ornaments or broken stay as they are', async () => {
  const { database, errors, pictures } = await panelPictures();
  const image = await gradient();
  expect(await pictures.prepare('small', image, { width: 300, height: 8 }, 'fill')).toBe(image);
  const broken = new Blob(['no picture'], { type: 'image/png' });
  for (let show = 0; show < 2; show++) {
    expect(await pictures.prepare('broken', broken, { width: 80, height: 40 }, 'cover')).toBe(broken);
  }
  expect(errors).toHaveLength(1);
  expect(await database.panelPictures.count()).toBe(0);
});

it('are shown also where there is no room to keep them, of which is told once', async () => {
  const { database, errors, pictures } = await panelPictures();
  const full = vi.spyOn(database.panelPictures, 'put');
  full.mockRejectedValue(new DOMException('The disk is full.', 'QuotaExceededError'));
  const image = await gradient();
  for (const name of ['one', 'one', 'other']) {
    const { greys } = await greysOf(await pictures.prepare(name, image, { width: 80, height: 40 }, 'fill'));
    expect(greys.filter((grey) => grey % 17 !== 0)).toEqual([]);
  }
  expect(errors).toMatchObject([{ name: 'QuotaExceededError' }]);
});
