// The form of a backup: a folder with a manifest that names a set of table files and a list of blobs. A newer backup goes
// beside the older one, and takes its place by one rename; a process that ends midway leaves the older one whole.

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { makeFolder } from '../make-folder.ts';
import { StartError, systemCode } from '../start-error.ts';

const Manifest = Type.Object({
  format: Type.Literal('octavo-backup-1'),
  /** Unix seconds. */
  createdAt: Type.Integer({ minimum: 0 }),
  version: Type.String(),
  dialect: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** Steps that the tables had, by set. */
  migrations: Type.Record(Type.String(), Type.Array(Type.String())),
  /** The folder with table files and the list of blobs. */
  folder: Type.String({ pattern: '^tables-[0-9a-f-]{36}$' }),
  tables: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z0-9_]{1,63}$' }),
      rows: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
  blobs: Type.Integer({ minimum: 0 }),
  /** Of their list. */
  blobsSha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Of all blobs. */
  bytes: Type.Integer({ minimum: 0 }),
});
export type Manifest = Type.Static<typeof Manifest>;

const checker = Compile(Manifest);
const manifestName = 'manifest.json';
export const blobsFolder = 'blobs';

/** Undefined in an empty or new folder. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const manifest = parse(text);
  if (!checker.Check(manifest)) throw new StartError(`${join(folder, manifestName)} is not the manifest of a backup.`);
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Makes the folder if need be. Refuses one that is used for something else. */
export async function prepareFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const others = (await readdir(folder)).filter((name) => !/^(manifest\.json|blobs|tables-.*|\..*)$/.test(name));
  if (others.length > 0) throw new StartError(`${folder} holds other files (${others[0]}); name an empty folder.`);
  await makeFolder(join(folder, blobsFolder));
}

/** Answers where the new tables go. What backups that were cut off have left is removed first, to make room. */
export async function beginBackup(folder: string): Promise<{ name: string; path: string }> {
  await removeTablesBut(folder, (await readManifest(folder))?.folder);
  const name = `tables-${randomUUID()}`;
  await mkdir(join(folder, name), { mode: 0o700 });
  return { name, path: join(folder, name) };
}

/** From here on the folder is this backup. */
export async function finishBackup(folder: string, manifest: Manifest): Promise<void> {
  const partial = join(folder, `.${manifestName}.partial`);
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(join(folder, manifest.folder));
  await rename(partial, join(folder, manifestName));
  // The older one may go only when this one's name cannot be lost any more.
  await syncFolder(folder);
  await removeTablesBut(folder, manifest.folder);
}

async function removeTablesBut(folder: string, kept: string | undefined): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('tables-') && name !== kept) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** New names in a folder are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
