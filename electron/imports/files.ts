// Brings in files that were named on the command line or opened from the desktop, through the same spool as dropped ones.

import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { describeError, type Log } from '../disk/log.ts';
import type { Imports } from './imports.ts';

const pieceSize = 1 << 20;

/** A file that cannot be read is named in the log, and the others go on. A single one is meant to be read at once. */
export async function importFiles(files: readonly string[], imports: Imports, log: Log): Promise<void> {
  for (const file of files) {
    try {
      await importFile(resolve(file), imports, files.length === 1);
    } catch (error) {
      log.warn('A file could not be brought in', { file, cause: describeError(error) });
    }
  }
}

async function importFile(file: string, imports: Imports, toRead: boolean): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('it is no file');
    const importId = await imports.open(basename(file), found.size, toRead);
    try {
      const piece = Buffer.alloc(Math.min(pieceSize, found.size));
      for (let offset = 0; offset < found.size; ) {
        const { bytesRead } = await handle.read(piece, 0, piece.length, offset);
        if (bytesRead === 0) throw new Error('it became shorter while it was read');
        await imports.chunk(importId, offset, piece.subarray(0, bytesRead));
        offset += bytesRead;
      }
      await imports.commit(importId);
    } catch (error) {
      await imports.cancel(importId);
      throw error;
    }
  } finally {
    await handle.close();
  }
}
