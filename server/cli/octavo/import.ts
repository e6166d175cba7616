// `octavo import --user NAME FILE...`: puts book files on someone's shelf, by the same path that uploads take.

import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../../api/errors.ts';
import { StartError, systemCode } from '../../base/start-error.ts';
import { type Octavo, realmOf } from '../../open-octavo.ts';
import { importFile } from '../../reading/import/import-file.ts';
import { keepReader } from '../../reading/users/users.ts';
import { requireUser } from './users.ts';
import { withOctavo } from './with-octavo.ts';

/** Goes on after a file that can't be imported; the exit code says that there was one. */
export async function importFiles(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { user: { type: 'string' } }, allowPositionals: true });
  const { user: name } = values;
  if (!name || positionals.length === 0) throw new StartError('Give both: octavo import --user NAME FILE...');
  await withOctavo(async (octavo) => {
    const vid = await readerOf(octavo, name);
    for (const path of positionals) {
      const problem = await importOne(octavo, vid, path);
      if (!problem) continue;
      process.stderr.write(`${path}: ${problem}\n`);
      process.exitCode = 1;
    }
  });
}

async function readerOf(octavo: Octavo, name: string): Promise<string> {
  const user = await requireUser(octavo, name);
  const identity = { issuer: realmOf(octavo.settings), subject: user.id, name: user.displayName, avatar: '' };
  const { vid } = await octavo.database.transaction((trx) => keepReader(octavo.reading, trx, identity, false));
  return vid;
}

/** The sentence for what went wrong, if something did. */
async function importOne(octavo: Octavo, vid: string, path: string): Promise<string | undefined> {
  try {
    const { bookId, existed } = await importFile(octavo, { vid, path, fileName: basename(path) });
    process.stdout.write(`${path}: ${existed ? 'there already as' : 'imported as'} ${bookId}\n`);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    if (systemCode(error)) return `can’t be read (${systemCode(error)}).`;
    throw error;
  }
}
