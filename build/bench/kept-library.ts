// The library that the service's bench works on, in files of a run's own: made once for a size and a schema, kept in a folder
// of the machine, and copied for each run. Options of the machine: OCTAVO_BENCH_CACHE is where it is kept.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openBlobs } from '../../server/base/blobs/open-blobs.ts';
import { sqliteUrl } from '../../server/base/database/database.ts';
import { createLog } from '../../server/base/log.ts';
import { startPostgresServer } from '../../test/server/postgres.ts';
import { root } from '../run.ts';
import type { LibrarySize } from './library-size.ts';
import { progress } from './report.ts';
import { makeNovel } from './service-imports.ts';
import { makeLibrary } from './service-library.ts';

export interface OpenLibrary {
  databaseUrl: string;
  blobsUrl: string;
  /** Of the database's server, if it is a program of its own. */
  databasePid?: number;
  /** Removes the run's copy. */
  close(): Promise<void>;
}

const run = promisify(execFile);
const kept = process.env.OCTAVO_BENCH_CACHE ?? join(tmpdir(), 'octavo-bench-cache');
/** As durable as SQLite here, which writes through to the disk at every commit. */
const durable = {
  fsync: 'on',
  synchronous_commit: 'on',
  autovacuum: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
};
const hurried = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '512MB' };

/** `folder` is the run's; what is opened there is gone with it. */
export async function openLibrary(storage: string, size: LibrarySize, folder: string): Promise<OpenLibrary> {
  const source = join(kept, `${storage}-${size.books}-${size.users}-${size.notes}-${size.seed}-${schemaKey()}`);
  if (!existsSync(source)) await keepLibrary(storage, size, source);
  const own = join(folder, `${storage}-${size.books}`);
  await mkdir(own, { recursive: true });
  await copy(join(source, 'blobs'), join(own, 'blobs'));
  const blobsUrl = pathToFileURL(join(own, 'blobs')).href;
  if (storage === 'sqlite') {
    await copy(join(source, 'octavo.sqlite'), join(own, 'octavo.sqlite'));
    const close = () => rm(own, { recursive: true, force: true });
    return { databaseUrl: sqliteUrl(join(own, 'octavo.sqlite')), blobsUrl, close };
  }
  const server = await startPostgresServer(durable, join(source, 'postgres'));
  const close = async () => {
    await server.stop();
    await rm(own, { recursive: true, force: true });
  };
  // The first line of its lock file.
  const databasePid = Number.parseInt(readFileSync(join(server.data, 'postmaster.pid'), 'utf8'), 10);
  return { databaseUrl: server.url, blobsUrl, databasePid, close };
}

async function keepLibrary(storage: string, size: LibrarySize, target: string): Promise<void> {
  progress(`${storage}: making ${size.books} books, ${size.users} readers, ${size.notes} notes`);
  const begin = performance.now();
  const making = `${target}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const log = createLog({ name: 'bench', level: 'silent' });
  const blobsUrl = pathToFileURL(join(making, 'blobs')).href;
  const blobs = await openBlobs(blobsUrl, { publicUrl: 'http://127.0.0.1', secret: 'bench', log });
  try {
    const file = await makeNovel(0);
    if (storage === 'sqlite') {
      await makeLibrary(sqliteUrl(join(making, 'octavo.sqlite')), blobs, file, size);
    } else {
      const server = await startPostgresServer(hurried);
      try {
        await makeLibrary(server.url, blobs, file, size);
        // Nothing writes any more, and everything is in the files: what is copied is whole.
        await copy(server.data, join(making, 'postgres'));
        await rm(join(making, 'postgres', 'postmaster.pid'), { force: true });
      } finally {
        await server.stop();
      }
    }
    await rename(making, target);
  } finally {
    await blobs.close();
    await rm(making, { recursive: true, force: true });
  }
  progress(`${storage}: made in ${Math.round((performance.now() - begin) / 1000)} s`);
}

async function copy(from: string, to: string): Promise<void> {
  // With owners, which PostgreSQL checks.
  await run('cp', ['-a', from, to]);
}

/** Changes with whatever decides what a library looks like. */
function schemaKey(): string {
  const files = globSync(
    ['server/**/migrations/*.ts', 'server/**/*migrations.ts', 'build/bench/service-{library,reading}.ts'],
    { cwd: root },
  );
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
