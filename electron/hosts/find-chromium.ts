// Finds a Chromium to run the client in: OCTAVO_CHROMIUM, else an installed one on PATH.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isMissing, systemCode } from '../disk/file-error.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'];

export function findInstalledChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.OCTAVO_CHROMIUM) return env.OCTAVO_CHROMIUM;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const found = names.map((name) => join(folder, name)).find(isRunnable);
    if (folder && found) return found;
  }
  return undefined;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'EACCES') return false;
    throw error;
  }
}
