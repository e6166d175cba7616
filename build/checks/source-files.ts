// Lists the project's own source files for the checks.

import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from '../run.ts';

const folders = ['api', 'src', 'electron', 'server', 'build', 'test'];

/** Paths from the project's folder, `/`-separated, of every .ts, .tsx, .mjs and .css file. */
export async function sourceFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !/\.(tsx?|mjs|css)$/.test(entry.name)) continue;
      const path = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
      // Vitest writes its browser attachments beside the tests.
      if (!path.includes('/__')) found.push(path);
    }
  }
  return found.sort();
}
