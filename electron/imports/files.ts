// Brings in files that were named on the command line or opened from the desktop, through the same spool as dropped ones.

import { type FileHandle, open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { AppError } from '../../api/errors.ts';
import { isDiskFull, isMissing, systemCode } from '../disk/file-error.ts';
import { describeError, type Log } from '../disk/log.ts';
import type { Imports } from './imports.ts';

const pieceSize = 1 << 20;

/**
 * A file that cannot be brought in is on the list of imports with the reason, and the others go on. A single one is meant to
 * be read at once.
 */
export async function importFiles(files: readonly string[], imports: Imports, log: Log): Promise<void> {
  for (const file of files) {
    const warn = (error: unknown) => {
      log.warn('A file could not be brought in', { file, cause: describeError(error) });
      return reasonOf(error);
    };
    try {
      await importFile(resolve(file), imports, { toRead: files.length === 1, warn });
    } catch (error) {
      imports.refuse(basename(file), warn(error));
    }
  }
}

interface HowToImport {
  toRead: boolean;
  /** Says it in the log. Gives what the list is to say. */
  warn: (error: unknown) => AppError;
}

/** Rejects where it could not even be begun. */
async function importFile(file: string, imports: Imports, { toRead, warn }: HowToImport): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new AppError('unsupported_format', 'It is no file.');
    const importId = await imports.open(basename(file), found.size, toRead);
    try {
      await readInto(imports, importId, handle, found.size);
    } catch (error) {
      await imports.giveUp(importId, warn(error));
    }
  } finally {
    await handle.close();
  }
}

async function readInto(imports: Imports, importId: string, handle: FileHandle, size: number): Promise<void> {
  const piece = Buffer.alloc(Math.min(pieceSize, size));
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, offset);
    if (bytesRead === 0) throw new AppError('bad_argument', 'It became shorter while it was read.');
    await imports.chunk(importId, offset, piece.subarray(0, bytesRead));
    offset += bytesRead;
  }
  await imports.commit(importId);
}

function reasonOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isMissing(error)) return new AppError('not_found', 'There is no such file.');
  if (isDiskFull(error)) return new AppError('disk_full');
  const code = systemCode(error);
  if (code === 'EACCES' || code === 'EPERM') return new AppError('no_permission', 'The file may not be read.');
  return new AppError('bad_argument', 'The file could not be read; the log says why.');
}
