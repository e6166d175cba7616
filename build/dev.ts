// `npm run dev`: `npm start` whose services restart and whose window reloads when a source file changes.

import { watch } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build } from './build.ts';
import { root } from './run.ts';
import { claimPort } from './start/ports.ts';

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
const debugPort = await claimPort({ flag: '--debug-port', purpose: 'reloading the window', port: 0 });
process.env.OCTAVO_DEV = '1';
process.argv.push('--debug-port', String(debugPort));
await import('./start.ts');

async function rebuild(): Promise<void> {
  try {
    const built = await build();
    if (built.length > 0) process.stdout.write(`Built ${built.join(', ')}.\n`);
    if (built.includes('renderer')) await reloadWindow();
  } catch (error) {
    // A half-typed file is an everyday thing here: say it and wait for the next change.
    process.stderr.write(`${(error as Error).message}\n`);
  }
}

async function reloadWindow(): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  try {
    for (const page of browser.contexts().flatMap((context) => context.pages())) await page.reload();
  } finally {
    await browser.close();
  }
}
