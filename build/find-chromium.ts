// Finds a Chromium to run: OCTAVO_CHROMIUM, one that is installed, else the one shipped in npm's @sparticuz/chromium.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackChromium } from './unpack-chromium.ts';

export interface FoundChromium {
  path: string;
  /** Arguments that this build or this user needs. */
  args: string[];
  origin: 'environment' | 'installed' | 'npm';
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'];

/** Throws a sentence that says what to install when there is none. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<FoundChromium> {
  // Chromium's own sandbox refuses to start as root, which is how tests run in containers.
  const rootArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (env.OCTAVO_CHROMIUM) return { path: env.OCTAVO_CHROMIUM, args: rootArgs, origin: 'environment' };
  const installed = findInstalled(env);
  if (installed) return { path: installed, args: rootArgs, origin: 'installed' };
  try {
    return { path: unpackChromium(), args: ['--no-sandbox'], origin: 'npm' };
  } catch (cause) {
    throw new Error('No Chromium was found; install one (Debian: apt-get install chromium).', { cause });
  }
}

/** An installed browser on PATH. */
export function findInstalled(env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here; the next folder may have it.
      }
    }
  }
  return undefined;
}
