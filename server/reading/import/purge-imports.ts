// Deletes what imports leave behind: reservations that have expired with whatever was uploaded for them, blobs of
// imports that were cut off, files of processes that were killed. Running it twice at once changes nothing.

import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Importing } from './import-file.ts';
import { areBlobsHeld } from './storing/hold-blobs.ts';
import { removeUnlessNeeded } from './storing/pending-blobs.ts';
import { workFolderPrefix } from './work-folder.ts';

const day = 86_400;
const perRun = 500;

export async function purgeImports(importing: Importing): Promise<void> {
  await purgeUploads(importing);
  await purgePendingBlobs(importing);
  await removeWorkFolders();
}

/** A row goes together with its blob: the removal is done while the row is locked, and a kill leaves both or the row. */
async function purgeUploads({ reading, blobs }: Importing): Promise<void> {
  const now = reading.now();
  const expired = await reading.database.kysely
    .selectFrom('uploads')
    .select('name')
    .where('state', 'in', ['reserved', 'done', 'failed'])
    .where('expires_at', '<', now)
    .limit(perRun)
    .execute();
  for (const { name } of expired) {
    await reading.database.transaction(async (trx) => {
      const row = await trx
        .deleteFrom('uploads')
        .where('name', '=', name)
        .where('expires_at', '<', now)
        .returning('blob_key')
        .executeTakeFirst();
      if (row) await removeUnlessNeeded(trx, blobs, row.blob_key);
    });
  }
}

/** Goes on while there are many at once, as after the removal of a reader. Not while a backup reads them. */
export async function purgePendingBlobs(importing: Importing): Promise<void> {
  while ((await purgeSomeBlobs(importing)) === perRun);
}

async function purgeSomeBlobs({ reading, blobs }: Importing): Promise<number> {
  const before = reading.now() - day;
  const abandoned = await reading.database.kysely
    .selectFrom('pending_blobs')
    .select('blob_key')
    .where('created_at', '<', before)
    .limit(perRun)
    .execute();
  for (const { blob_key } of abandoned) {
    const isHeld = await reading.database.transaction(async (trx) => {
      if (await areBlobsHeld(trx, reading.now())) return true;
      const row = await trx
        .deleteFrom('pending_blobs')
        .where('blob_key', '=', blob_key)
        .where('created_at', '<', before)
        .returning('blob_key')
        .executeTakeFirst();
      if (row) await removeUnlessNeeded(trx, blobs, row.blob_key);
      return false;
    });
    if (isHeld) return 0;
  }
  return abandoned.length;
}

async function removeWorkFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(workFolderPrefix));
  for (const name of names.slice(0, perRun)) {
    const path = join(tmpdir(), name);
    // Another process may have removed it, and what cannot be looked at is not ours to remove.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > day * 1000) await rm(path, { recursive: true, force: true });
  }
}
