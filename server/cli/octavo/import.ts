// `octavo import --user NAME FILE|FOLDER...`: puts books on someone's shelf, by the same path that uploads take.

import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../../api/errors.ts';
import { writeByteSize } from '../../base/config/byte-size.ts';
import { StartError, systemCode } from '../../base/start-error.ts';
import { findReader } from '../../find-reader.ts';
import type { Octavo } from '../../open-octavo.ts';
import { quotaState } from '../../reading/administration/quotas.ts';
import { failedPaths, importFolder } from '../../reading/import/folder/import-folder.ts';
import { importFile } from '../../reading/import/import-file.ts';
import { createImportReport } from './import-report.ts';
import { withOctavo } from './with-octavo.ts';

interface Options {
  asFolders: boolean;
  retry: boolean;
  replace: string | undefined;
  toLibrary: boolean;
}

const flags = {
  user: { type: 'string' },
  'as-folders': { type: 'boolean', default: false },
  retry: { type: 'boolean', default: false },
  replace: { type: 'string' },
  library: { type: 'boolean', default: false },
  failures: { type: 'boolean', default: false },
} as const;

/** Goes on after a file that can't be imported; the exit code says that there was one. */
export async function importFiles(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: flags, allowPositionals: true });
  const { user: name, replace } = values;
  if (!name || (positionals.length === 0 && !values.failures)) {
    throw new StartError('Give both: octavo import --user NAME FILE|FOLDER...');
  }
  if (replace !== undefined && positionals.length !== 1) throw new StartError('--replace takes one file.');
  await withOctavo(async (octavo) => {
    const vid = await findReader(octavo, name);
    if (!vid) throw new StartError(`There is no account named "${name}"; see octavo users list.`);
    if (values.failures) return printFailures(octavo, vid);
    // The service beside it answers people who wait.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const options = { asFolders: values['as-folders'], retry: values.retry, replace, toLibrary: values.library };
    for (const path of positionals) {
      if (!(await importPath(octavo, vid, path, options))) process.exitCode = 1;
    }
    await tellQuota(octavo, vid, name);
  });
}

/** False when something could not be brought in. */
async function importPath(octavo: Octavo, vid: string, path: string, options: Options): Promise<boolean> {
  // What cannot be looked at is tried as a file, whose reading says why in words.
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return importAll(octavo, vid, path, options);
  const problem = await importOne(octavo, vid, path, options);
  if (problem) process.stderr.write(`${path}: ${problem}\n`);
  return problem === undefined;
}

/** Stops between two books when it is told to, and goes on there the next time. */
async function importAll(octavo: Octavo, vid: string, path: string, options: Options): Promise<boolean> {
  const folder = resolve(path);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const report = await createImportReport(folder);
  try {
    const { asFolders, retry, toLibrary } = options;
    await importFolder(octavo, {
      vid,
      folder,
      asFolders,
      retry,
      toLibrary,
      signal: stopping.signal,
      report: report.add,
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    report.end(stopping.signal.aborted);
  }
  return report.failed === 0 && !stopping.signal.aborted;
}

/** The sentence for what went wrong, if something did. */
async function importOne(octavo: Octavo, vid: string, path: string, options: Options): Promise<string | undefined> {
  try {
    const request = { vid, path, fileName: basename(path), replaces: options.replace, toLibrary: options.toLibrary };
    const { bookId, existed, version } = await importFile(octavo, request);
    const how = existed ? 'there already as' : version > 1 ? `imported as version ${version} of` : 'imported as';
    process.stdout.write(`${path}: ${how} ${bookId}\n`);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    if (systemCode(error)) return `can’t be read (${systemCode(error)}).`;
    throw error;
  }
}

/** The operator's own imports are not limited, but the reader's next upload will be. */
async function tellQuota({ reading, database }: Octavo, vid: string, name: string): Promise<void> {
  const { quota, used } = await quotaState(reading, database.kysely, vid);
  if (quota === 0 || used.total <= quota) return;
  process.stderr.write(
    `${name} now keeps ${writeByteSize(used.total)}, more than the quota of ${writeByteSize(quota)}.\n`,
  );
}

async function printFailures(octavo: Octavo, vid: string): Promise<void> {
  const page = 500;
  for (let after = ''; ; ) {
    const rows = await failedPaths(octavo.reading.database.kysely, vid, after, page);
    for (const row of rows) process.stdout.write(`${row.path}: ${row.error_message}\n`);
    if (rows.length < page) return;
    after = rows.at(-1)?.path ?? '';
  }
}
