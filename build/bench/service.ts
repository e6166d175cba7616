// `npm run bench:service`: how many requests of each kind the reading service answers, how fast, and in how much memory,
// on SQLite and on PostgreSQL, beside the same HTTP server answering constants.
// Options: --json, --quick, --books N, --users N, --marks N, --seconds N, --connections N, --storages a,b, --seed N.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openBlobs } from '../../server/base/blobs.ts';
import { createLog } from '../../server/base/log.ts';
import { startPostgresServer } from '../../test/server/postgres.ts';
import { build } from '../build.ts';
import { root } from '../run.ts';
import { ChildProgram, memoryOf } from './child-program.ts';
import { printReport, progress, type Row, row } from './report.ts';
import { makeCases } from './service-cases.ts';
import { makeNovel, measureImports } from './service-imports.ts';
import { makeLibrary, type Reader } from './service-library.ts';
import { type Load, type Measured, measureLoad } from './service-load.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    books: { type: 'string' },
    users: { type: 'string' },
    marks: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
    storages: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string' },
  },
});
// The quick run is for seeing that nothing broke: a small library, and half a minute.
const usual = values.quick
  ? { books: 400, users: 40, marks: 10_000, seed: 1, connections: 8 }
  : { books: 2000, users: 100, marks: 50_000, seed: 1, connections: 8 };
const size = {
  books: whole('books'),
  users: whole('users'),
  marks: whole('marks'),
  seed: whole('seed'),
};
const seconds = Number(values.seconds ?? (values.quick ? 0.4 : 3));
const load: Load = { connections: whole('connections'), seconds, requests: 20_000 };
const imports = values.quick ? 4 : 20;

process.stdout.on('error', () => process.exit(1));
await build(['octavo']);
const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
try {
  const rows: Row[] = [];
  for (const storage of values.storages.split(',')) rows.push(...(await measureStorage(storage)));
  printReport(rows, values.json);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function whole(name: 'books' | 'users' | 'marks' | 'seed' | 'connections'): number {
  const number = Number(values[name] ?? usual[name]);
  if (Number.isSafeInteger(number) && number > 0 && number <= 1_000_000) return number;
  process.stderr.write(`--${name} takes a whole number from 1 to 1000000, not "${values[name]}".\n`);
  process.exit(2);
}

async function measureStorage(storage: string): Promise<Row[]> {
  if (storage === 'sqlite') {
    return measureOn(storage, `sqlite://${join(folder, 'octavo.sqlite')}`);
  }
  if (storage !== 'postgres') throw new Error(`The storages are sqlite and postgres, not "${storage}".`);
  // As durable as SQLite here, which writes through to the disk at every commit.
  const server = await startPostgresServer({ fsync: 'on', synchronous_commit: 'on', autovacuum: 'on' });
  try {
    return await measureOn(storage, server.url);
  } finally {
    await server.stop();
  }
}

async function measureOn(storage: string, databaseUrl: string): Promise<Row[]> {
  progress(`${storage}: making ${size.books} books, ${size.users} readers, ${size.marks} marks`);
  const blobsUrl = pathToFileURL(join(folder, `blobs-${storage}`)).href;
  const quiet = createLog({ name: 'bench', level: 'silent' });
  const blobs = await openBlobs(blobsUrl, { publicUrl: 'http://127.0.0.1', secret: 'bench', log: quiet });
  const readers = await makeLibrary(databaseUrl, blobs, await makeNovel(0), size);
  await blobs.close();
  const env = {
    OCTAVO_DATA: folder,
    OCTAVO_DATABASE_URL: databaseUrl,
    OCTAVO_BLOBS_URL: blobsUrl,
    OCTAVO_PORT: '0',
    OCTAVO_AUTH_ADMIN_URL: 'none',
    LOG_FORMAT: 'json',
  };
  const starts: number[] = [];
  for (let n = 0; n < (values.quick ? 1 : 3); n++) {
    const service = await ChildProgram.start([join(root, 'dist/octavo/octavo.mjs'), 'serve'], env, 'ready');
    starts.push(service.startTime);
    await service.stop();
  }
  const service = await ChildProgram.start([join(root, 'dist/octavo/octavo.mjs'), 'serve'], env, 'ready');
  const floor = await ChildProgram.start([join(root, 'build/bench/service-floor.ts')], {}, 'ready');
  try {
    const idle = memoryOf(service.pid).rss ?? 0;
    const idleRow = { name: `${storage} idle`, value: idle };
    const floorStart = { name: 'bare server', value: floor.startTime };
    return [
      row(`${storage} cold start`, 'p50', starts.sort((a, b) => a - b)[starts.length >> 1] ?? 0, 'ms', floorStart),
      row(`${storage} idle`, 'rss', idle, 'MB', { name: 'bare server', value: memoryOf(floor.pid).rss ?? 0 }),
      ...(await measureCases(storage, service.address, floor.address, readers)),
      row(`${storage} after requests`, 'rss', memoryOf(service.pid).rss ?? 0, 'MB', idleRow),
      ...(await measureImports(storage, service.address, readers, imports)),
      row(`${storage} after imports`, 'rss', memoryOf(service.pid).rss ?? 0, 'MB', {
        name: `${storage} idle`,
        value: idle,
      }),
    ];
  } finally {
    await service.stop();
    await floor.stop();
  }
}

async function measureCases(
  storage: string,
  service: string,
  floor: string,
  readers: readonly Reader[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { action, next } of await makeCases(service, readers)) {
    progress(`${storage} ${action}`);
    const measured = await measureLoad(service, load, next);
    const half = { ...load, seconds: load.seconds / 2 };
    const path = `/constant?bytes=${measured.bytes}`;
    const bare = await measureLoad(floor, half, () => ({ method: 'GET', path, headers: {} }));
    rows.push(...rowsOf(`${storage} ${action}`, measured, bare));
  }
  return rows;
}

function rowsOf(name: string, measured: Measured, bare: Measured): Row[] {
  const versus = (value: number) => ({ name: 'bare server', value });
  return [
    row(name, 'perSecond', measured.perSecond, 'requests/s', versus(bare.perSecond)),
    row(name, 'p50', measured.p50, 'ms', versus(bare.p50)),
    row(name, 'p99', measured.p99, 'ms', versus(bare.p99)),
    row(name, 'bytes', measured.bytes, 'bytes'),
  ];
}
