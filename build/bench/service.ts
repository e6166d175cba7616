// `npm run bench:service`: how many requests of each kind the reading service answers, how fast, and in how much memory,
// on SQLite and on PostgreSQL, beside the same HTTP server answering constants, and how that grows with the library.
// Rows are printed as they come. The usual run ends within a quarter of an hour; --full is the library of 10,000 books and two
// million notes, which takes some ten minutes to make for each storage, once.
// Options: --json, --quick, --full, --books N, --users N, --notes N, --seconds N, --connections N, --storages a,b, --seed N,
// --cases a,b (those whose name begins so), --no-growth.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.ts';
import { root } from '../run.ts';
import { smallMemoryArgs, smallMemoryEnv } from '../start/small-memory.ts';
import { ChildProgram, memoryOf, processorTimeOf, processorTimeOfGroup } from './child-program.ts';
import { type OpenLibrary, openLibrary } from './kept-library.ts';
import type { LibrarySize } from './library-size.ts';
import { progress, type Row, RunningReport, row } from './report.ts';
import { makeCases } from './service-cases.ts';
import { measureDelivery } from './service-delivery.ts';
import { measureImports } from './service-imports.ts';
import { type Reader, readersOf } from './service-library.ts';
import { type Load, type Measured, measureLoad, type Shot } from './service-load.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    books: { type: 'string' },
    users: { type: 'string' },
    notes: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
    storages: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string' },
    cases: { type: 'string', default: '' },
    growth: { type: 'boolean', default: true },
  },
});
// The quick run is for seeing that nothing broke: a small library, and a minute.
const sizes = {
  quick: { books: 1000, users: 100, notes: 20_000, seed: 1, connections: 8 },
  usual: { books: 3000, users: 300, notes: 150_000, seed: 1, connections: 8 },
  full: { books: 10_000, users: 1000, notes: 2_000_000, seed: 1, connections: 8 },
};
const usual = sizes[values.quick ? 'quick' : values.full ? 'full' : 'usual'];
const size: LibrarySize = {
  books: whole('books'),
  users: whole('users'),
  notes: whole('notes'),
  seed: whole('seed'),
};
/** The same library when it was a tenth as large. */
const tenth: LibrarySize = {
  books: Math.max(20, Math.round(size.books / 10)),
  users: Math.max(2, Math.round(size.users / 10)),
  notes: Math.round(size.notes / 10),
  seed: size.seed,
};
const seconds = Number(values.seconds ?? (values.quick ? 0.4 : values.full ? 3 : 1.5));
const load: Load = { connections: whole('connections'), seconds, requests: 20_000 };
const half: Load = { ...load, seconds: seconds / 2 };
const mostReaders = 100;
const imports = values.quick ? 4 : 20;
const wanted = values.cases.split(',').map((name) => name.trim());

const report = new RunningReport(values.json);
process.stdout.on('error', () => process.exit(1));
await build(['octavo']);
const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
try {
  for (const storage of values.storages.split(',')) await measureStorage(storage);
  report.end();
} finally {
  await rm(folder, { recursive: true, force: true });
}

function whole(name: keyof typeof usual): number {
  const number = Number(values[name] ?? usual[name]);
  if (Number.isSafeInteger(number) && number > 0 && number <= 100_000_000) return number;
  process.stderr.write(`--${name} takes a whole number from 1 to 100000000, not "${values[name]}".\n`);
  process.exit(2);
}

async function measureStorage(storage: string): Promise<void> {
  if (storage !== 'sqlite' && storage !== 'postgres') {
    throw new Error(`The storages are sqlite and postgres, not "${storage}".`);
  }
  const before = new Map<string, Measured>();
  if (values.growth) {
    await inLibrary(storage, tenth, async (place) => {
      for (const { action, next } of await chosenCases(place.service.address, place.readers, tenth)) {
        progress(`${storage} ${action} in a tenth`);
        before.set(action, await measureLoad(place.service.address, half, next, place.processorTime));
      }
    });
  }
  await inLibrary(storage, size, async (place) => {
    const { service, floor, readers, starts } = place;
    const idle = memoryOf(service.pid).rss ?? 0;
    const idleRow = { name: `${storage} idle`, value: idle };
    const floorStart = { name: 'bare server', value: floor.startTime };
    report.add([
      row(`${storage} cold start`, 'p50', starts.sort((a, b) => a - b)[starts.length >> 1] ?? 0, 'ms', floorStart),
      row(`${storage} idle`, 'rss', idle, 'MB', { name: 'bare server', value: memoryOf(floor.pid).rss ?? 0 }),
    ]);
    await measureCases(storage, place, before);
    report.add([row(`${storage} after requests`, 'rss', memoryOf(service.pid).rss ?? 0, 'MB', idleRow)]);
    if (values.cases !== '') return;
    report.add(await measureImports(storage, service.address, readers, imports));
    report.add([row(`${storage} after imports`, 'rss', memoryOf(service.pid).rss ?? 0, 'MB', idleRow)]);
    report.add(await measureDelivery(storage, service.address, floor.address, readers, load));
    report.add([row(`${storage} after deliveries`, 'rss', memoryOf(service.pid).rss ?? 0, 'MB', idleRow)]);
  });
}

/** A service on a library. */
interface Place {
  service: ChildProgram;
  floor: ChildProgram;
  readers: readonly Reader[];
  /** Milliseconds of starts on it. */
  starts: number[];
  /** Milliseconds that the service and its database have worked. */
  processorTime(this: void): number | undefined;
}

async function inLibrary(
  storage: string,
  librarySize: LibrarySize,
  work: (place: Place) => Promise<void>,
): Promise<void> {
  const library = await openLibrary(storage, librarySize, folder);
  try {
    const starts: number[] = [];
    for (let n = 0; n < (values.quick || librarySize !== size ? 1 : 3); n++) {
      const service = await startService(library);
      starts.push(service.startTime);
      await service.stop();
    }
    const service = await startService(library);
    const floor = await ChildProgram.start([join(root, 'build/bench/service-floor.ts')], {}, 'ready');
    try {
      const readers = sample(readersOf(librarySize));
      await work({ service, floor, readers, starts, processorTime: () => workOf(service, library) });
    } finally {
      await service.stop();
      await floor.stop();
    }
  } finally {
    await library.close();
  }
}

function workOf(service: ChildProgram, { databasePid }: OpenLibrary): number | undefined {
  const own = processorTimeOf(service.pid);
  const database = databasePid === undefined ? 0 : processorTimeOfGroup(databasePid);
  return own === undefined || database === undefined ? undefined : own + database;
}

/** Those who ask, from the whole library; each has to get up to date first. */
function sample(readers: readonly Reader[]): Reader[] {
  const step = Math.max(1, Math.floor(readers.length / mostReaders));
  return readers.filter((_, index) => index % step === 0).slice(0, mostReaders);
}

function startService({ databaseUrl, blobsUrl }: OpenLibrary): Promise<ChildProgram> {
  const env = {
    OCTAVO_DATA: folder,
    OCTAVO_DATABASE_URL: databaseUrl,
    OCTAVO_BLOBS_URL: blobsUrl,
    OCTAVO_PORT: '0',
    OCTAVO_AUTH_ADMIN_URL: 'none',
    LOG_FORMAT: 'json',
    ...smallMemoryEnv,
  };
  // As `npm start` starts it.
  return ChildProgram.start([...smallMemoryArgs, join(root, 'dist/octavo/octavo.mjs'), 'serve'], env, 'ready');
}

async function chosenCases(origin: string, readers: readonly Reader[], librarySize: LibrarySize) {
  const cases = await makeCases(origin, readers, librarySize);
  return cases.filter(({ action }) => wanted.some((name) => action.startsWith(name)));
}

async function measureCases(
  storage: string,
  { service, floor, readers, processorTime }: Place,
  before: ReadonlyMap<string, Measured>,
): Promise<void> {
  for (const { action, next } of await chosenCases(service.address, readers, size)) {
    progress(`${storage} ${action}`);
    const measured = await measureLoad(service.address, load, next, processorTime);
    const shot: Shot = { method: 'GET', path: `/constant?bytes=${measured.bytes}`, headers: {} };
    const bare = await measureLoad(
      floor.address,
      half,
      () => shot,
      () => processorTimeOf(floor.pid),
    );
    report.add(rowsOf(`${storage} ${action}`, measured, bare, before.get(action)));
  }
}

function rowsOf(name: string, measured: Measured, bare: Measured, smaller: Measured | undefined): Row[] {
  const versus = (value: number) => ({ name: 'bare server', value });
  return [
    row(name, 'perSecond', measured.perSecond, 'requests/s', versus(bare.perSecond)),
    row(name, 'p50', measured.p50, 'ms', versus(bare.p50)),
    row(name, 'p99', measured.p99, 'ms', versus(bare.p99)),
    row(name, 'bytes', measured.bytes, 'bytes'),
    ...(measured.cpu ? [row(name, 'cpu', measured.cpu, 'ms', versus(bare.cpu ?? 0))] : []),
    ...growthOf(name, 'p50', measured.p50, smaller?.p50),
    ...growthOf(name, 'cpu', measured.cpu, smaller?.cpu),
  ];
}

function growthOf(name: string, metric: string, value: number | undefined, smaller: number | undefined): Row[] {
  return value && smaller ? [row(name, `growth of ${metric}`, value / smaller, '× for 10 × the library')] : [];
}
