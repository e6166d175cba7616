// Unpacks fonts for tests in the browser as the main process does. Runs on the machine, not in the browser.

import type { BrowserCommand } from 'vitest/node';
import { AppError } from '../../../api/errors.ts';
import { unpackFont } from '../../../electron/unpack-font.ts';

interface Part {
  offset: number;
  length: number;
}

/** Bytes come and go as numbers; a font that is refused is answered with the error's code. */
export const unpackFontHere: BrowserCommand<[packed: number[], parts: Part[]]> = async (_, packed, parts) => {
  try {
    const found = await unpackFont({ packed: Uint8Array.from(packed), parts });
    return { parts: found.map((part) => [...part]) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code };
  }
};
