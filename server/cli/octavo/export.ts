// `octavo export --user NAME FOLDER`: writes everything that a person has into a folder.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { exportReader } from '../../reading/administration/export-reader.ts';
import { requirePerson } from './users.ts';
import { withOctavo } from './with-octavo.ts';

export async function exportPerson(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { user: { type: 'string' } }, allowPositionals: true });
  const [folder, more] = positionals;
  const { user } = values;
  if (!user || !folder || more) throw new StartError('Give both: octavo export --user NAME FOLDER');
  await withOctavo(async (octavo) => {
    const { vid, name } = await requirePerson(octavo, user);
    const { rows, files, missing } = await exportReader(octavo, vid, resolve(folder));
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    process.stdout.write(`Wrote ${total} rows and ${files} files of ${name}.\n`);
    for (const path of missing) process.stderr.write(`${path} is not in the store.\n`);
    if (missing.length > 0) process.exitCode = 1;
  });
}
