// Keeps a folder for one process at a time. The hold ends with the process, however that ends.

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

const lockName = '.lock';
const busy = 5;

/** Node has no file locks of its own; SQLite's are the operating system's, and go when the process goes. */
export async function holdingFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, lockName);
  await (await open(path, 'a', 0o600)).close();
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    take(lock, folder);
    return await work();
  } finally {
    lock.close();
  }
}

function take(lock: DatabaseSync, folder: string): void {
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode !== busy) throw cause;
    throw new StartError(`Another backup is being written to ${folder}; wait for it to end.`, { cause });
  }
}
