// What the tests of the look run outside of the browser: takes a picture of the window, brings it to the panel's sixteen
// greys and compares it with the one that was kept. OCTAVO_LOOK=keep replaces the kept ones.

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import sharp from 'sharp';
import type { BrowserCommand } from 'vitest/node';
import type { Box, Compared } from './picture.ts';

const pictures = new URL('./pictures/', import.meta.url).pathname;
/** Pictures that differ are put here, beside one that shows where. */
const differing = new URL('../../dist/look/', import.meta.url).pathname;

const greys = 16;
/** Levels that the drawing of a letter's edge may differ by between two builds of the browser. */
const edgeLevels = 2;
/** Share of all points that may differ by more than that. */
const allowedShare = 0.0005;

interface Levels {
  width: number;
  height: number;
  /** One byte a point, 0 (black) to 15. */
  data: Buffer;
}

/** Of a grey, 0 to 255. */
const levelOf = Uint8Array.from({ length: 256 }, (_, grey) => Math.round((grey * (greys - 1)) / 255));
/** The light that a share of a colour gives, 0 to 1. */
const light = Float64Array.from({ length: 256 }, (_, share) => {
  const of = share / 255;
  return of <= 0.04045 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4;
});

/** By how light it is to the eye (IEC 61966-2-1). */
function levelOfColour(red: number, green: number, blue: number): number {
  const of = 0.2126 * (light[red] as number) + 0.7152 * (light[green] as number) + 0.0722 * (light[blue] as number);
  return levelOf[Math.round(255 * (of <= 0.0031308 ? of * 12.92 : 1.055 * of ** (1 / 2.4) - 0.055))] as number;
}

const sessions = new WeakMap<Page, CDPSession>();

/** Has to be called before a book is open: a session that begins later waits for its frames forever. */
export const beginPictures: BrowserCommand<[]> = async ({ page, context }) => {
  if (!sessions.has(page)) sessions.set(page, await context.newCDPSession(page));
};

/** `name`: `tablet/shelf`, without ending. `window_`: where the tested window stands in the page, CSS pixels. */
export const comparePicture: BrowserCommand<[name: string, window_: Box]> = async (
  { page },
  name,
  window_,
): Promise<Compared> => {
  const session = sessions.get(page);
  if (!session) throw new Error('beginPictures has not been called.');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    // Packed less: the picture goes no further than here, and packing it well took the browser longer than drawing it.
    optimizeForSpeed: true,
    clip: { ...window_, scale: 1 },
    captureBeyondViewport: false,
  });
  const taken = await readLevels(Buffer.from(data, 'base64'));
  const path = `${pictures}${name}.png`;
  const shown = relative(process.cwd(), path);
  if (process.env.OCTAVO_LOOK === 'keep' || !existsSync(path)) {
    if (process.env.CI && !existsSync(path)) throw new Error(`There is no picture ${shown} to compare with.`);
    await keep(taken, path);
    return { verdict: 'kept', share: 0, path: shown };
  }
  const kept = await readLevels(await readFile(path));
  const share = differenceOf(taken, kept);
  const beside = `${differing}${name}`;
  if (share <= allowedShare) {
    await rm(`${beside}.png`, { force: true });
    return { verdict: 'same', share, path: shown };
  }
  await keep(taken, `${beside}.png`);
  await keep(markDifference(taken, kept), `${beside}-difference.png`);
  return { verdict: 'differs', share, path: relative(process.cwd(), `${beside}.png`) };
};

/** Nothing in it may be seen through: pictures of the window never are. */
async function readLevels(png: Buffer): Promise<Levels> {
  const { data, info } = await sharp(png).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const levels = Buffer.alloc(width * height);
  for (let at = 0, from = 0; at < levels.length; at++, from += channels) {
    const red = data[from] as number;
    const green = data[from + 1] as number;
    const blue = data[from + 2] as number;
    // Nearly every point is grey: only where there is colour is there anything to work out.
    levels[at] = red === green && green === blue ? (levelOf[red] as number) : levelOfColour(red, green, blue);
  }
  return { width, height, data: levels };
}

async function keep({ width, height, data }: Levels, path: string): Promise<void> {
  const bytes = Buffer.alloc(data.length);
  for (let at = 0; at < data.length; at++) bytes[at] = ((data[at] ?? 0) * 255) / (greys - 1);
  await mkdir(dirname(path), { recursive: true });
  const image = sharp(bytes, { raw: { width, height, channels: 1 } });
  await writeFile(
    path,
    await image.png({ palette: true, colours: greys, dither: 0, compressionLevel: 9, effort: 10 }).toBuffer(),
  );
}

function differenceOf(a: Levels, b: Levels): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  if (a.data.equals(b.data)) return 0;
  let count = 0;
  for (let at = 0; at < a.data.length; at++) if (differ(a, b, at)) count += 1;
  return count / a.data.length;
}

function differ(a: Levels, b: Levels, at: number): boolean {
  return Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > edgeLevels;
}

/** The picture pale, and black where it differs. */
function markDifference(a: Levels, b: Levels): Levels {
  if (a.width !== b.width || a.height !== b.height) return a;
  const data = Buffer.alloc(a.data.length);
  for (let at = 0; at < data.length; at++) data[at] = differ(a, b, at) ? 0 : 10 + Math.floor((a.data[at] ?? 0) / 3);
  return { ...a, data };
}
