// Starts to watch the folder that the settings name, if they name one.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartError } from './base/start-error.ts';
import { findReader } from './find-reader.ts';
import type { Octavo } from './open-octavo.ts';
import { type Watching, watchFolder } from './reading/import/folder/watch-folder.ts';

export async function startWatching(octavo: Octavo): Promise<Watching | undefined> {
  const { watch, watchUser, watchRemove } = octavo.settings;
  if (watch === undefined) return undefined;
  if (watchUser === undefined)
    throw new StartError('OCTAVO_WATCH needs OCTAVO_WATCH_USER, whose shelf the books are put on.');
  const folder = resolve(watch);
  // Whatever keeps it from being looked at keeps its books from being read.
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new StartError(`The watched folder ${folder} does not exist, or cannot be read.`);
  const vid = await findReader(octavo, watchUser);
  if (!vid)
    throw new StartError(
      `There is no account named "${watchUser}" for the books of OCTAVO_WATCH; see octavo users list.`,
    );
  octavo.log.info({ folder, user: watchUser }, 'the folder is watched');
  return watchFolder(octavo, { folder, vid, remove: watchRemove });
}
