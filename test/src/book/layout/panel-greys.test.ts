// Pictures of a page in the panel's greys: exchanged before the page is shown, at the size they have there, and never
// under the reader's eyes.

import { afterEach, expect, it } from 'vitest';
import { overlayGreys } from '../../../../src/book/layout/grey-overlay.ts';
import { greyPictures, lateGreys, setPictureGreys } from '../../../../src/book/layout/panel-greys.ts';
import { paintedPicture } from '../../painted-picture.ts';

afterEach(() => {
  setPictureGreys(undefined);
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
});

const picture = (width: number, height: number, grey: number) =>
  paintedPicture(width, height, (context) => {
    context.fillStyle = `rgb(${grey},${grey},${grey})`;
    context.fillRect(0, 0, width, height);
  });

async function page(styles: readonly string[]): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width:400px;height:400px';
  document.body.append(frame);
  const inside = frame.contentDocument as Document;
  for (const style of styles) {
    const image = inside.createElement('img');
    image.style.cssText = style;
    image.src = URL.createObjectURL(await picture(300, 100, 200));
    inside.body.append(image);
    await image.decode();
  }
  return inside;
}

/** Milliseconds that no machine is too slow for. */
const aMinute = 60_000;
const everywhere = { wanted: () => true, seen: () => false, scale: 1 };

it('exchanges a picture at its own size, once, and keeps the room it takes', async () => {
  const asked: string[] = [];
  const greys = await picture(150, 50, 17);
  setPictureGreys(async (image, { width, height }) => {
    asked.push(`${image.type} ${width}×${height}`);
    return greys;
  }, aMinute);
  const inside = await page(['width:150px;padding:5px;border:1px solid']);
  const [shown] = inside.images;
  if (!shown) throw new Error('There is no picture.');
  const before = shown.getBoundingClientRect().toJSON();
  const raw = shown.src;
  await greyPictures(inside, { ...everywhere, scale: 2 });
  await greyPictures(inside, everywhere);
  expect(asked).toEqual(['image/png 300×100']);
  expect(shown.src).not.toBe(raw);
  expect([shown.naturalWidth, shown.complete]).toEqual([150, true]);
  expect(shown.getBoundingClientRect().toJSON()).toEqual(before);
});

it('exchanges what stands in a table that was shrunk at the size it is shown, and nothing under a transform', async () => {
  const asked: string[] = [];
  setPictureGreys(async (_, { width, height }) => {
    asked.push(`${Math.round(width)}×${Math.round(height)}`);
    return picture(width, height, 17);
  }, aMinute);
  const inside = await page(['width:200px;padding:10px;zoom:0.5', 'transform:scale(0.5)']);
  const boxes = () => [...inside.images].map((one) => one.getBoundingClientRect().toJSON());
  const before = boxes();
  await greyPictures(inside, everywhere);
  expect(asked).toEqual(['100×33']);
  expect(boxes()).toEqual(before);
});

it('leaves a picture as it is whose greys cannot be made, and exchanges the others', async () => {
  const greys = await picture(150, 50, 17);
  setPictureGreys(async (_, { width }) => {
    if (width === 100) throw new DOMException('The file has changed.', 'NotReadableError');
    return width === 120 ? new Blob(['no picture']) : greys;
  }, aMinute);
  const inside = await page(['width:100px', 'width:120px', 'width:150px']);
  const raw = [...inside.images].map(({ src }) => src);
  await greyPictures(inside, everywhere);
  expect([...inside.images].map(({ src }, n) => src === raw[n])).toEqual([true, true, false]);
});

it('leaves alone what is seen, cut by style, elsewhere, or not to be changed', async () => {
  const inside = await page(['width:300px', 'width:100px;height:100px;object-fit:cover']);
  const sources = () => [...inside.images].map(({ src }) => src);
  const before = sources();
  await greyPictures(inside, everywhere);
  setPictureGreys(async (image) => image, aMinute);
  await greyPictures(inside, everywhere);
  setPictureGreys(() => picture(10, 10, 0), aMinute);
  await greyPictures(inside, { ...everywhere, wanted: () => false });
  await greyPictures(inside, { ...everywhere, seen: () => true });
  expect(sources()).toEqual(before);
  await greyPictures(inside, everywhere);
  expect(sources().map((source, index) => source === before[index])).toEqual([false, true]);
});

/** A picture of 300 × 100 in a drawing of 200 × 300 pixels whose own unit is half a pixel. */
async function drawing(inside: Document, attributes: string): Promise<SVGImageElement> {
  const raw = URL.createObjectURL(await picture(300, 100, 200));
  inside.body.insertAdjacentHTML(
    'beforeend',
    `<svg style="display:block;width:200px;height:300px" viewBox="0 0 400 600">
      <image xlink:href="${raw}" ${attributes}/>
    </svg>`,
  );
  const image = [...inside.querySelectorAll('image')].at(-1) as SVGImageElement & { decode(): Promise<void> };
  await image.decode();
  return image;
}

it('exchanges a picture in a drawing at the size it is seen at, and leaves one that is cut, stretched or turned', async () => {
  const asked: string[] = [];
  setPictureGreys(async (_image, { width, height }) => {
    asked.push(`${width}×${Math.round(height)}`);
    return picture(Math.round(width), Math.round(height), 17);
  }, aMinute);
  const inside = await page([]);
  const whole = await drawing(inside, 'width="400" height="600"');
  const cut = await drawing(inside, 'width="400" height="600" preserveAspectRatio="xMidYMid slice"');
  const stretched = await drawing(inside, 'width="400" height="600" preserveAspectRatio="none"');
  const turned = await drawing(inside, 'width="300" height="100" transform="rotate(20)"');
  const unsized = await drawing(inside, 'x="10"');
  const all = [whole, cut, stretched, turned, unsized];
  const addresses = () => all.map(({ href }) => href.baseVal);
  const boxes = () => all.map((image) => image.getBoundingClientRect().toJSON());
  const [before, room] = [addresses(), boxes()];
  await greyPictures(inside, everywhere);
  await greyPictures(inside, everywhere);
  expect(asked).toEqual(['200×67', '150×50']);
  expect(addresses().map((address, index) => address !== before[index])).toEqual([true, false, false, false, true]);
  expect(boxes()).toEqual(room);
});

it('exchanges pictures that are seen already at a word, and only those that are seen then', async () => {
  setPictureGreys(() => picture(150, 50, 17), aMinute);
  const inside = await page(['display:block;width:150px', 'display:block;width:150px']);
  const sources = () => [...inside.images].map(({ src }) => src);
  const before = sources();
  const seen = (rect: DOMRect) => rect.top < 50;
  const late = await lateGreys(inside, { wanted: () => true, seen, scale: 1 });
  expect(sources()).toEqual(before);
  late?.exchange();
  expect(sources().map((source, index) => source === before[index])).toEqual([false, true]);
  // In the frame in which it is exchanged.
  expect([inside.images[0]?.complete, inside.images[0]?.naturalWidth]).toEqual([true, 150]);
  expect(await lateGreys(inside, { wanted: seen, seen, scale: 1 })).toBeUndefined();
});

it('keeps nobody waiting, and changes nothing that has come to be seen meanwhile', async () => {
  const inside = await page(['width:300px']);
  const raw = inside.images[0]?.src;
  const made = Promise.withResolvers<Blob>();
  setPictureGreys(() => made.promise);
  await greyPictures(inside, everywhere);
  made.resolve(await picture(300, 100, 0));
  await made.promise;
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(inside.images[0]?.src).toBe(raw);
});

it('lies over a picture at the scale it was made for, in whole pixels of the panel', async () => {
  const inside = await page(['position:absolute;left:0;top:0;width:301px;height:100px']);
  const [raw] = inside.images;
  if (!raw) throw new Error('There is no picture.');
  const asked: string[] = [];
  setPictureGreys(async (_image, { width, height }) => {
    asked.push(`${width}×${height}`);
    return picture(Math.round(width), Math.round(height), 17);
  }, aMinute);
  const greys = overlayGreys(raw);
  expect(greys.showAt(0.5)).toBe(false);
  await greys.prepare(0.5);
  expect(asked).toEqual(['151×50']);
  const over = () => [...inside.images].find((one) => one !== raw);
  expect([greys.showAt(0.5), over()?.style.visibility, over()?.getBoundingClientRect().width]).toEqual([
    ...[true, 'visible', 302],
  ]);
  expect([greys.showAt(1), over()?.style.visibility]).toEqual([false, 'hidden']);
  await greys.prepare(1);
  expect([inside.images.length, greys.showAt(1), greys.showAt(0.5)]).toEqual([2, true, false]);
  setPictureGreys(() => Promise.reject(new Error('no room')));
  await greys.prepare(2);
  expect(greys.showAt(2)).toBe(false);
});
