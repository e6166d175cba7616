// The programs that tests start, built as for people but with their libraries inside: Node loads a few files in a third of
// the time that two thousand modules take, and tests start programs hundreds of times.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import programsConfig from '../../vite.node.config.ts';

const root = new URL('../../', import.meta.url).pathname;
const home = join(root, 'dist', 'test', 'programs');
const sources = ['api', 'server', 'package-lock.json', 'vite.node.config.ts', 'test/server/bundled-programs.ts'];
/** Native parts. */
const asInstalled = [/^sharp$/, /^pg-native$/];
const day = 86_400_000;

/** The folder of `octavo.mjs` and `authsrv.mjs`; they are built when the sources changed. */
export async function bundledPrograms(): Promise<string> {
  const folder = join(home, await fingerprint());
  if (await isThere(folder)) {
    // In use, so not one of those that are removed below.
    await utimes(folder, new Date(), new Date());
    return folder;
  }
  await mkdir(home, { recursive: true });
  const made = await mkdtemp(join(home, 'unfinished-'));
  await Promise.all(['octavo', 'authsrv'].map((program) => bundle(program, made)));
  try {
    await rename(made, folder);
  } catch (error) {
    // Another worker was first.
    if (!(await isThere(folder))) throw error;
    await rm(made, { recursive: true });
  }
  await removeOld();
  return folder;
}

async function bundle(program: string, outDir: string): Promise<void> {
  const { build, mergeConfig } = await import('vite');
  const asForPeople = programsConfig({ mode: program, command: 'build' });
  await build(
    mergeConfig(asForPeople, {
      root,
      configFile: false,
      logLevel: 'error',
      build: { outDir, emptyOutDir: false, sourcemap: false, rolldownOptions: { external: asInstalled } },
      ssr: { noExternal: true },
    }),
  );
}

/** Of names, sizes and times of all sources. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    const isFolder = (await stat(path)).isDirectory();
    const files = isFolder ? (await readdir(path, { recursive: true })).sort().map((name) => join(path, name)) : [path];
    for (const file of files) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(home)) {
    const folder = join(home, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > day) await rm(folder, { recursive: true, force: true });
  }
}
