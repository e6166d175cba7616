// `npm run build`: builds the renderer and the Node programs into dist/, and skips what has not changed.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, root, run } from './run.ts';
import { buildSamples } from './samples.ts';

interface Part {
  name: string;
  /** How it is made; throws the bundler's message if it fails. */
  make: () => Promise<unknown>;
  /** Folders and files whose change makes a new build necessary. */
  inputs: string[];
}

const shared = ['api', 'package-lock.json'];
const parts: Part[] = [
  { name: 'renderer', make: () => vite('build'), inputs: [...shared, 'src', 'vite.config.ts'] },
  { name: 'samples', make: () => buildSamples(), inputs: ['assets/guide', 'build/samples.ts', 'build/samples'] },
  ...['main', 'preload', 'chromium'].map((mode) => nodePart(mode, 'electron')),
  ...['octavo', 'authsrv'].map((mode) => nodePart(mode, 'server')),
];

function nodePart(mode: string, folder: string): Part {
  return {
    name: mode,
    make: () => vite('build', '--config', 'vite.node.config.ts', '--mode', mode),
    inputs: [...shared, folder, 'vite.node.config.ts'],
  };
}

/** Names of what was built; throws the bundler's message if it fails. */
export async function build(only?: readonly string[]): Promise<string[]> {
  const waiting = parts.filter((part) => !only || only.includes(part.name));
  const built: string[] = [];
  const next = async (): Promise<void> => {
    const part = waiting.shift();
    if (!part) return;
    if (await buildPart(part)) built.push(part.name);
    return next();
  };
  // Two at a time: the smallest machine that this is built on has two cores.
  await Promise.all([next(), next()]);
  return built;
}

async function buildPart(part: Part): Promise<boolean> {
  const marker = join(root, 'dist', `.${part.name}.inputs`);
  const inputs = await fingerprint(part.inputs);
  // No marker: it was never built.
  const previous = await readFile(marker, 'utf8').catch(() => '');
  if (previous === inputs) return false;
  await part.make();
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(marker, inputs);
  return true;
}

async function vite(...args: string[]): Promise<void> {
  const { code, output } = await run(bin('vite'), args);
  if (code !== 0) throw new Error(`vite ${args.join(' ')} failed:\n${output}`);
}

/** Names, sizes and times of every input: cheap, and changes whenever an editor or git touches a file. */
async function fingerprint(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const path = join(root, input);
    const info = await stat(path);
    const files = info.isDirectory() ? await filesBelow(path) : [path];
    for (const file of files.sort()) {
      const { size, mtimeMs } = await stat(file);
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

if (import.meta.main) {
  const built = await build(process.argv.slice(2).length > 0 ? process.argv.slice(2) : undefined);
  process.stdout.write(built.length > 0 ? `Built ${built.join(', ')}.\n` : 'Everything is up to date.\n');
}
