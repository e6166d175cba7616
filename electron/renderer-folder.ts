// Finds the built renderer beside the running program, bundled or from source.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `folder` is the entry's own; the answer may lack files when nothing was built. */
export function findRendererFolder(folder: string, env: NodeJS.ProcessEnv = process.env): string {
  if (env.OCTAVO_RENDERER) return env.OCTAVO_RENDERER;
  const bundled = join(folder, '..', 'renderer');
  return existsSync(join(bundled, 'index.html')) ? bundled : join(folder, '..', 'dist', 'renderer');
}
