// `octavo backup FOLDER [--check]`: writes everything into a folder while the service runs, or checks what is there.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupOctavo, checkBackup } from '../../backup-octavo.ts';
import { StartError } from '../../base/start-error.ts';
import { version } from './version.ts';
import { withOctavo } from './with-octavo.ts';

export async function backup(args: string[]): Promise<void> {
  const options = { check: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0) throw new StartError('Name one folder: octavo backup FOLDER [--check]');
  if (values.check) return check(resolve(folder));
  const { manifest, missing } = await withOctavo((octavo) => backupOctavo(octavo, resolve(folder), version));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Wrote ${rows} rows of ${manifest.tables.length} tables and ${manifest.blobs} files (${megabytes(manifest.bytes)}).\n`,
  );
  for (const key of missing) process.stderr.write(`${key} is named in the database, but not in the store.\n`);
  if (missing.length > 0) process.exitCode = 1;
}

async function check(folder: string): Promise<void> {
  const { manifest, damaged } = await checkBackup(folder);
  for (const key of damaged) process.stderr.write(`${key} is damaged or missing.\n`);
  const made = new Date(manifest.createdAt * 1000).toISOString();
  process.stdout.write(`Backup of ${made}: ${damaged.length === 0 ? 'everything is intact' : 'not intact'}.\n`);
  if (damaged.length > 0) process.exitCode = 1;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
