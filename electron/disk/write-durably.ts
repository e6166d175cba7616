// Replaces a file so that a crash at any moment leaves either the old bytes or the new ones, never a mixture.

import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

let writes = 0;

/** Returns once the bytes and the name are on the disk. The folder is made if it is missing; `mode` defaults to 0600. */
export async function writeDurably(file: string, bytes: string | Uint8Array, mode = 0o600): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Counted from the start of the process, so that a draft left by a kill is overwritten one day.
  const draft = `${file}.${++writes}.tmp`;
  try {
    const handle = await open(draft, 'w', mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** A rename is only durable once its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A single write may take only part of the bytes. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    done += (await handle.write(bytes, done, bytes.byteLength - done, position + done)).bytesWritten;
  }
}
