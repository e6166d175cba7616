// Where tests keep databases: nothing in them need outlive the run, and in memory a commit waits for no disk.

import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** All databases of a run fit into a part of it. */
const enough = 4 * 2 ** 30;

/** The folder of temporary files where there is no memory for files, or little, or where no program may be started in it. */
export const quickFolder = hasRoom() ? memory : tmpdir();

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const options = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === memory)?.[3]
      ?.split(',');
    // PostgreSQL's programs are copied to where its data is, when its user cannot reach them.
    if (!options?.includes('rw') || options.includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough;
  } catch {
    // It cannot be looked at, so it is not used.
    return false;
  }
}
