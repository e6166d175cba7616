// Deletes a folder of the shelf, however many books are in it. These go first, some at a time, so that no change of the
// store takes long and none names more than the service takes at once.

import type { Database } from '../database.ts';
import { booksInFolder } from '../shelf/shelf-page.ts';
import { editedTables } from './rebase.ts';
import { recordEvent } from './record-event.ts';
import { unixSeconds } from './service-time.ts';

const booksPerPart = 200;

/**
 * With `removeBooks` they leave the shelf, else only the folder. What ends it half-way leaves a folder with the rest of
 * its books, which can be deleted again. `now`: Unix seconds, the time of the whole edit.
 */
export async function deleteFolder(
  database: Database,
  archiveId: string,
  removeBooks: 0 | 1,
  now = unixSeconds(),
): Promise<void> {
  while (!(await deletePart(database, archiveId, removeBooks, now)));
}

/** Answers whether the folder itself is gone. */
function deletePart(database: Database, archiveId: string, removeBooks: 0 | 1, now: number): Promise<boolean> {
  return database.transaction('rw', editedTables(database), async () => {
    const inside = await booksInFolder(database, archiveId, booksPerPart + 1);
    const bookIds = inside.slice(0, booksPerPart);
    if (inside.length <= booksPerPart) {
      await recordEvent(database, { kind: 'shelf.deleteArchive', archiveId, removeBooks, bookIds }, now);
      return true;
    }
    if (removeBooks) await recordEvent(database, { kind: 'shelf.delete', bookIds }, now);
    else await recordEvent(database, { kind: 'shelf.archive', archiveId: '', name: '', bookIds }, now);
    return false;
  });
}
