// Checks that imports point down only: api at the ground, src, electron and server beside each other above it.
// Reads imports as text; a dynamic import with a computed path would escape it, and there are none.

import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { root } from '../run.ts';
import { sourceFiles } from './source-files.ts';

const feature = /^src\/(library|reader|notes|audio|store|booklists|articles|reviews|social|account|settings)\//;

/** The room a file is in; rooms are what the rules speak of. */
export function roomOf(path: string): string {
  if (path.startsWith('api/')) return 'api';
  if (path.startsWith('electron/')) return 'electron';
  if (path.startsWith('test/')) return 'test';
  if (path.startsWith('build/')) return 'build';
  const source = feature.exec(path);
  if (source) return `src/${source[1]}`;
  const second = /^(src|server)\/([^/]+)\//.exec(path);
  if (second) return `${second[1]}/${second[2]}`;
  return path.startsWith('src/') ? 'src/app' : 'server/main';
}

const features = [
  'library',
  'reader',
  'notes',
  'audio',
  'store',
  'booklists',
  'articles',
  'reviews',
  'social',
  'account',
  'settings',
];
const lower = ['src/book', 'src/db', 'src/dictionary', 'src/fonts', 'src/screen', 'src/ui', 'src/strings'];

/** Room → rooms that it may import, beside itself and `api`. */
const allowed: Record<string, readonly string[]> = {
  api: [],
  electron: [],
  'src/app': [...features.map((name) => `src/${name}`), ...lower],
  'src/book': ['src/fonts'],
  'src/db': [],
  'src/dictionary': ['src/book', 'src/db'],
  'src/fonts': [],
  'src/screen': [],
  'src/strings': [],
  'src/ui': ['src/strings'],
  ...Object.fromEntries(features.map((name) => [`src/${name}`, lower])),
  'server/base': [],
  'server/auth': ['server/base'],
  'server/accounts': ['server/base'],
  'server/reading': ['server/base'],
  'server/bridges': ['server/reading', 'server/base'],
  'server/main': ['server/base', 'server/auth', 'server/accounts', 'server/reading', 'server/bridges', 'server/cli'],
  'server/cli': ['server/base', 'server/auth', 'server/accounts', 'server/reading', 'server/bridges', 'server/main'],
};

/** Libraries that only one room may import. */
const soleImporter: Record<string, string> = { dexie: 'src/db', epubjs: 'src/book' };

const statement = /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;

export function importsOf(text: string): string[] {
  return [...text.matchAll(statement)].map((match) => match[1] ?? match[2] ?? '');
}

/** One sentence per forbidden import of a file. */
export function forbiddenImports(path: string, text: string): string[] {
  const room = roomOf(path);
  if (room === 'test' || room === 'build') return [];
  const problems: string[] = [];
  for (const target of importsOf(text)) {
    if (!target.startsWith('.')) {
      const library = target.split('/')[0] ?? '';
      const only = soleImporter[library];
      if (only && only !== room) problems.push(`${path}: only ${only} may import ${library}`);
      if (room === 'api' && target.startsWith('node:'))
        problems.push(`${path}: the contract knows no Node (${target})`);
      continue;
    }
    const resolved = normalize(join(dirname(path), target)).replaceAll('\\', '/');
    const targetRoom = roomOf(resolved);
    if (targetRoom === room || targetRoom === 'api') continue;
    if (resolved === 'package.json') continue;
    if (!(allowed[room] ?? []).includes(targetRoom))
      problems.push(`${path}: ${room} may not import ${targetRoom} (${target})`);
  }
  return problems;
}

export async function checkImports(): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await sourceFiles()) {
    if (path.endsWith('.css')) continue;
    problems.push(...forbiddenImports(path, await readFile(join(root, path), 'utf8')));
  }
  return problems;
}
