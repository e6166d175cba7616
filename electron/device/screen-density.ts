// How many pixels an inch of this machine's screen has, as the screen itself says (EDID). Knows no panel.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../disk/file-error.ts';

/** Of the only screen that is connected; undefined when there are several, or it does not say. `folder`: DRM's. */
export async function readScreenDensity(folder: string): Promise<number | undefined> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const found: number[] = [];
  let screens = 0;
  for (const name of names.filter((entry) => /^card\d+-/.test(entry))) {
    if ((await readIfThere(join(folder, name, 'status')))?.toString().trim() !== 'connected') continue;
    screens += 1;
    const density = densityOf(await readIfThere(join(folder, name, 'edid')));
    if (density !== undefined) found.push(density);
  }
  return screens === 1 ? found[0] : undefined;
}

/**
 * From the first detailed timing (EDID 1.4, 3.10.2), which gives pixels and millimetres of the picture. Values that no
 * screen has are those of projectors and of screens that lie.
 */
function densityOf(edid: Buffer | undefined): number | undefined {
  if (!edid || edid.length < 128) return undefined;
  const byte = (at: number) => edid[54 + at] ?? 0;
  if (byte(0) === 0 && byte(1) === 0) return undefined;
  const pixels = byte(2) | ((byte(4) & 0xf0) << 4);
  const millimetres = byte(12) | ((byte(14) & 0xf0) << 4);
  if (pixels === 0 || millimetres === 0) return undefined;
  const density = Math.round((pixels / millimetres) * 25.4);
  return density >= 60 && density <= 600 ? density : undefined;
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
