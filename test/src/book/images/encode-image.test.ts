// Drawn pictures as files, made beside the page.

import { expect, it, vi } from 'vitest';
import { encodeImage } from '../../../../src/book/images/encode-image.ts';

function drawn(width: number, height: number): ImageBitmap {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.fillStyle = '#c04000';
  context.fillRect(0, 0, 1, height);
  context.fillStyle = 'rgb(0 80 160 / 50%)';
  context.fillRect(1, 0, 1, height);
  return canvas.transferToImageBitmap();
}

async function pixelsOf(image: Blob): Promise<number[]> {
  const bitmap = await createImageBitmap(image);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return [...(context?.getImageData(0, 0, bitmap.width, 1).data ?? [])];
}

it('keeps every pixel and what is transparent, and waits for no idle time of the page', async () => {
  // There, the browser would wait for it.
  const here = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob');
  const image = await encodeImage(drawn(3, 2));
  expect(image.type).toBe('image/png');
  expect(await pixelsOf(image)).toEqual([192, 64, 0, 255, 0, 80, 159, 128, 0, 0, 0, 0]);
  expect(here).not.toHaveBeenCalled();
  here.mockRestore();
});

it('encodes several at once, each as it was asked for', async () => {
  const [png, fine, coarse] = await Promise.all([
    encodeImage(drawn(40, 40)),
    encodeImage(drawn(40, 40), 'image/jpeg', 1),
    encodeImage(drawn(40, 40), 'image/jpeg', 0.1),
  ]);
  expect([png.type, fine.type, coarse.type]).toEqual(['image/png', 'image/jpeg', 'image/jpeg']);
  expect(coarse.size).toBeLessThan(fine.size);
});

it('fails for a picture that is gone, and goes on with the next', async () => {
  const gone = drawn(2, 2);
  gone.close();
  await expect(encodeImage(gone)).rejects.toThrow();
  expect((await encodeImage(drawn(2, 2))).type).toBe('image/png');
});
