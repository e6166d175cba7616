// The picture that fills a page, as a scan or a cover does.

import { extractImages } from 'unpdf';
import { importLimits as limits } from '../limits.ts';
import type { Pdf } from './open-pdf.ts';

export interface PagePicture {
  path: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Smaller ones are decoration. */
const leastPixels = 120_000;
const mostWidth = 1600;
const mostHeight = 2400;

/** Undefined when the page has none, or none that can be read: the page is as good without. */
export async function readPagePicture(pdf: Pdf, number: number): Promise<PagePicture | undefined> {
  const images = await extractImages(pdf, number).catch(() => []);
  const largest = images.reduce<(typeof images)[number] | undefined>(
    (best, image) => (image.width * image.height > (best ? best.width * best.height : 0) ? image : best),
    undefined,
  );
  if (!largest || largest.width * largest.height < leastPixels) return undefined;
  const { width, height, channels, data } = largest;
  if (data.length < width * height * channels) return undefined;
  // Loaded only here: most books need no picture made.
  const { default: sharp } = await import('sharp');
  const made = await sharp(data, { raw: { width, height, channels }, limitInputPixels: limits.coverPixels })
    .timeout({ seconds: limits.coverSeconds })
    .resize({ width: mostWidth, height: mostHeight, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  return { path: `images/page${number}.jpg`, bytes: made.data, width: made.info.width, height: made.info.height };
}
