// The version that the service reports.

import { readFile } from 'node:fs/promises';

/** The bundler puts the version here; run from source, it is read from package.json. */
declare const OCTAVO_VERSION: string | undefined;

export async function readVersion(): Promise<string> {
  if (typeof OCTAVO_VERSION === 'string') return OCTAVO_VERSION;
  for (const above of ['../../../package.json', '../../package.json']) {
    const found = JSON.parse(await readFile(new URL(above, import.meta.url), 'utf8').catch(() => '{}')) as {
      version?: string;
    };
    if (found.version) return found.version;
  }
  return 'unknown';
}
