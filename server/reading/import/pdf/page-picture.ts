// The pictures of a page, as JPEG where colours blend and as PNG where they don't; and the one that fills a page, as a
// scan or a cover does.

import { extractImages } from 'unpdf';
import { importLimits as limits } from '../limits.ts';
import type { Pdf } from './open-pdf.ts';

export interface PagePicture {
  path: string;
  mediaType: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** A page's picture is not smaller; smaller ones are decoration. */
const leastPixels = 120_000;
const mostWidth = 1600;
const mostHeight = 2400;
/** Drawings have few colours and are smaller as PNG. */
const drawnPixels = 40_000;

export type RawPicture = Awaited<ReturnType<typeof extractImages>>[number];

/** By the names that the page's drawing has for them; none when they can't be read: the page is as good without. */
export async function readRawPictures(pdf: Pdf, number: number): Promise<Map<string, RawPicture>> {
  const images = await extractImages(pdf, number).catch(() => []);
  return new Map(images.map((image) => [image.key, image]));
}

/** Undefined when the page has none. */
export async function readPagePicture(pdf: Pdf, number: number): Promise<PagePicture | undefined> {
  const images = await readRawPictures(pdf, number);
  const largest = [...images.values()].reduce<RawPicture | undefined>(
    (best, image) => (image.width * image.height > (best ? best.width * best.height : 0) ? image : best),
    undefined,
  );
  if (!largest || largest.width * largest.height < leastPixels) return undefined;
  return encodePicture(largest, `images/page${number}`);
}

/** `name`: path without ending. Undefined for one whose bytes are not what it says. */
export async function encodePicture(image: RawPicture, name: string): Promise<PagePicture | undefined> {
  const { width, height, channels, data } = image;
  if (width * height === 0 || data.length < width * height * channels) return undefined;
  // Loaded only here: most books need no picture made.
  const { default: sharp } = await import('sharp');
  const scaled = sharp(data, { raw: { width, height, channels }, limitInputPixels: limits.coverPixels })
    .timeout({ seconds: limits.coverSeconds })
    .resize({ width: mostWidth, height: mostHeight, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  const isDrawn = width * height < drawnPixels;
  const made = await (isDrawn ? scaled.png() : scaled.jpeg({ quality: 80 })).toBuffer({ resolveWithObject: true });
  return {
    path: `${name}.${isDrawn ? 'png' : 'jpg'}`,
    mediaType: isDrawn ? 'image/png' : 'image/jpeg',
    bytes: made.data,
    width: made.info.width,
    height: made.info.height,
  };
}
