// Where the client keeps things, and the one check that the place can be used.

import { access, chmod, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeError } from './log.ts';

/** `--data`, `OCTAVO_CLIENT_DATA`, else the desktop's place for such things. */
export function chooseDataFolder(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const chosen = flag ?? env.OCTAVO_CLIENT_DATA;
  if (chosen) return resolve(chosen);
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'octavo');
}

/** Makes the folder for this user only; throws a sentence that says what to do. */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`The folder ${folder} cannot be written; choose another with --data. ${describeError(cause)}`, {
      cause,
    });
  }
}
