// `octavo restore FOLDER`: brings a backup into a new database and its store. Nothing that exists is overwritten.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreOctavo } from '../../backup-octavo.ts';
import { openBlobs } from '../../base/blobs/open-blobs.ts';
import { openDatabase } from '../../base/database/database.ts';
import { createLog } from '../../base/log.ts';
import { StartError } from '../../base/start-error.ts';
import { readSettings } from '../../settings.ts';

export async function restore(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0) throw new StartError('Name one folder: octavo restore FOLDER');
  const { settings } = readSettings([], process.env);
  const log = createLog({ name: 'octavo', level: process.env.LOG_LEVEL ?? 'warn', format: settings.logFormat });
  const database = await openDatabase(settings.databaseUrl, { log });
  try {
    // No addresses are presigned while a backup is brought back.
    const blobs = await openBlobs(settings.blobsUrl, { publicUrl: 'http://127.0.0.1', secret: '', log });
    try {
      const manifest = await restoreOctavo(database, blobs, resolve(folder));
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      process.stdout.write(`Restored ${rows} rows and ${manifest.blobs} files into ${database.address}.\n`);
    } finally {
      await blobs.close();
    }
  } finally {
    await database.close();
  }
}
