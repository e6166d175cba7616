// `authsrv version`, and the version that the listeners report.

import { readFile } from 'node:fs/promises';

/** The bundler puts the version here; run from source, it is read from package.json. */
declare const OCTAVO_VERSION: string | undefined;

export async function readVersion(): Promise<string> {
  if (typeof OCTAVO_VERSION === 'string') return OCTAVO_VERSION;
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
