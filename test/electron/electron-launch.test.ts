// Starts the built client in the real Electron where its binary is installed, and says visibly when it is not.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { _electron } from 'playwright';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Looks for the files only: loading the package `electron` would start a download. */
function findElectron(): { binary: string } | { missing: string } {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const named = join(folder, 'path.txt');
  const name = existsSync(named) ? readFileSync(named, 'utf8').trim() : 'electron';
  const binary = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  if (!existsSync(binary)) return { missing: `no Electron binary at ${binary}` };
  const main = join(root, 'dist/main/main.mjs');
  return existsSync(main) ? { binary } : { missing: `${main} is not built` };
}

test('the real Electron opens the reader and answers its calls', async (context) => {
  const found = findElectron();
  if ('missing' in found) {
    if (process.env.REQUIRE_ELECTRON) throw new Error(found.missing);
    process.stderr.write(`Electron was not started: ${found.missing}\n`);
    return context.skip(found.missing);
  }
  const folder = await temporaryFolder();
  const args = [join(root, 'dist/main/main.mjs'), '--data', folder, '--service', 'http://127.0.0.1:9'];
  const rendererFolder = new URL('./test-page/', import.meta.url).pathname;
  const app = await _electron.launch({
    executablePath: found.binary,
    args,
    env: { ...(process.env as Record<string, string>), OCTAVO_RENDERER: rendererFolder },
  });
  const page = await app.firstWindow();
  await page.waitForFunction("document.getElementById('info').textContent !== '-'");
  expect(await page.textContent('#info')).toContain('"host":"electron"');
  await app.close();
});
