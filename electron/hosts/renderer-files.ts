// Reads the built renderer's files for both hosts; nothing outside that folder can be named.

import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { isMissing, systemCode } from '../disk/file-error.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
};

export interface RendererFile {
  bytes: Buffer;
  type: string;
}

/** `path` is the decoded path of the address; undefined when there is no such file. */
export async function readRendererFile(folder: string, path: string): Promise<RendererFile | undefined> {
  if (path.includes('\0')) return undefined;
  const file = join(folder, path === '/' ? 'index.html' : path);
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined;
  try {
    return { bytes: await readFile(file), type: mediaTypes[extname(file)] ?? 'application/octet-stream' };
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'EISDIR' || systemCode(error) === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}

/** The path of an address, decoded; undefined when it is malformed. */
export function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
