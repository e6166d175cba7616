// Makes a folder and those above it, private to this user.

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './start-error.ts';

/** One level after the other: on file systems that refuse new folders, Node's own recursion never ends. */
export async function makeFolder(folder: string): Promise<void> {
  // What cannot be looked at is told by the making of what is below it.
  const exists = await stat(folder).catch(() => undefined);
  if (exists?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}
