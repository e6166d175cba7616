// Walks a folder for files that may be books, in the order of their names. Follows no links, so no walk is endless.

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { systemCode } from '../../../base/start-error.ts';

export interface FoundFile {
  /** Absolute. */
  path: string;
  name: string;
  /** Names of the folders between the first one and the file. */
  folders: string[];
  size: number;
  /** Milliseconds. */
  modified: number;
  /** A file of facts beside it. */
  sidecar: string | undefined;
}

/** Everything else in a folder is somebody's notes, pictures or database. */
const suffixes = new Set(
  '.epub .pdf .txt .mobi .azw .azw3 .prc .fb2 .cbz .html .htm .xhtml .md .markdown .docx .zip'.split(' '),
);
const sidecars = ['.onix', '.onix.xml', '.xml', '.opf'];
const deepest = 64;

export async function* findBookFiles(folder: string): AsyncGenerator<FoundFile> {
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = (await readFolder(next)).sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
    const names = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      if (!entry.isFile() || !suffixes.has(extname(entry.name).toLowerCase())) continue;
      const found = await describe(folder, next, entry.name, names);
      if (found) yield found;
    }
    const inner = entries.filter((entry) => entry.isDirectory()).map((entry) => join(next, entry.name));
    if (relative(folder, next).split(sep).length < deepest) waiting.push(...inner.reverse());
  }
}

/** Hidden ones are other programs'. A folder that cannot be read has no books for us. */
async function readFolder(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.name.startsWith('.') && entry.name !== '__MACOSX');
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw error;
  }
}

async function describe(
  root: string,
  folder: string,
  name: string,
  names: ReadonlySet<string>,
): Promise<FoundFile | undefined> {
  const path = join(folder, name);
  // It may be gone since the folder was read.
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  const base = name.slice(0, -extname(name).length);
  const sidecar = [...sidecars.map((suffix) => base + suffix), 'metadata.opf'].find((each) => names.has(each));
  const folders = relative(root, folder).split(sep).filter(Boolean);
  return {
    path,
    name,
    folders,
    size: facts.size,
    modified: Math.floor(facts.mtimeMs),
    sidecar: sidecar && join(folder, sidecar),
  };
}
