// `npm run dev`: `npm start` whose services restart and whose window reloads when a source file changes.

import { watch } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { root } from './run.ts';

const sources = ['api', 'src', 'electron', 'server'];
/** Editors write a file in several steps; one build is enough for them. */
const settleMs = 150;

let timer: NodeJS.Timeout | undefined;
let working: Promise<void> = Promise.resolve();

for (const folder of sources) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(rebuild);
    }, settleMs);
  });
}
await import('./start.ts');

async function rebuild(): Promise<void> {
  try {
    const built = await build();
    if (built.length > 0) process.stdout.write(`Built ${built.join(', ')}.\n`);
  } catch (error) {
    // A half-typed file is an everyday thing here: say it and wait for the next change.
    process.stderr.write(`${(error as Error).message}\n`);
  }
}
