// The list of a backup's blobs, in a file beside the tables; the manifest holds its checksum.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError, systemCode } from '../start-error.ts';
import type { BlobCopy } from './copy-blobs.ts';

const fileName = 'blobs.json';

/** Answers the checksum, hex. */
export async function writeBlobList(folder: string, copies: readonly BlobCopy[]): Promise<string> {
  const text = JSON.stringify(copies);
  await writeFile(join(folder, fileName), text, { mode: 0o600, flush: true });
  return sha256(text);
}

/** Throws StartError unless it is what was written. */
export async function readBlobList(folder: string, checksum: string): Promise<BlobCopy[]> {
  const path = join(folder, fileName);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  });
  if (sha256(text) !== checksum) throw new StartError(`The backup is damaged: ${path} is not what was written.`);
  return JSON.parse(text) as BlobCopy[];
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
