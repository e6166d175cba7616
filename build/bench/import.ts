// `npm run bench:import`: how fast `octavo import` brings in a folder of small EPUBs, beside copying and hashing the same
// files; whether it stays as fast to the end and in how much memory; and how long others wait for the service meanwhile.
// Options: --json, --quick, --books N, --seed N.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openBlobs } from '../../server/base/blobs/open-blobs.ts';
import { createLog } from '../../server/base/log.ts';
import { build } from '../build.ts';
import { root } from '../run.ts';
import { ChildProgram, memoryOf, processorTimeOf } from './child-program.ts';
import { makeSmallEpubs } from './make-small-epubs.ts';
import { printReport, progress, quantile, type Row, row } from './report.ts';
import { makeNovel } from './service-imports.ts';
import { makeLibrary, type Reader, readersOf } from './service-library.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    books: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.books ?? (values.quick ? 500 : 3000));
if (!Number.isSafeInteger(count) || count < 20 || count > 9000) {
  process.stderr.write('--books takes a whole number from 20 to 9000.\n');
  process.exit(2);
}

process.stdout.on('error', () => process.exit(1));
await build(['octavo']);
const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
try {
  printReport(await measure(), values.json);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<Row[]> {
  progress(`making ${count} books`);
  const books = join(folder, 'books');
  const paths = await makeSmallEpubs(books, count, Number(values.seed));
  const bare = await copyAll(paths);
  const databaseUrl = `sqlite://${join(folder, 'octavo.sqlite')}`;
  const blobsUrl = pathToFileURL(join(folder, 'blobs')).href;
  const env = {
    ...{ OCTAVO_DATA: folder, OCTAVO_DATABASE_URL: databaseUrl, OCTAVO_BLOBS_URL: blobsUrl },
    ...{ OCTAVO_PORT: '0', OCTAVO_AUTH_ADMIN_URL: 'none', LOG_FORMAT: 'json', LOG_LEVEL: 'warn' },
  };
  const quiet = createLog({ name: 'bench', level: 'silent' });
  const blobs = await openBlobs(blobsUrl, { publicUrl: 'http://127.0.0.1', secret: 'bench', log: quiet });
  const size = { books: 50, users: 2, notes: 100, seed: 1 };
  await makeLibrary(databaseUrl, blobs, await makeNovel(0), size);
  const [reader] = readersOf(size);
  await blobs.close();
  await run(['users', 'add', 'owner'], env);
  const service = await ChildProgram.start([join(root, 'dist/octavo/octavo.mjs'), 'serve'], env, 'ready');
  try {
    const idle = await latencies(service.address, reader as Reader, wait(3000));
    progress('importing');
    const measured = importAll(books, env);
    const busy = await latencies(service.address, reader as Reader, measured);
    return rowsOf(bare, await measured, idle, busy, memoryOf(service.pid).rss ?? 0);
  } finally {
    await service.stop();
  }
}

/** Books per second of reading, hashing and writing alone. */
async function copyAll(paths: readonly string[]): Promise<number> {
  const target = join(folder, 'copies');
  await mkdir(target);
  const begin = performance.now();
  for (const [n, path] of paths.entries()) {
    const bytes = await readFile(path);
    createHash('sha256').update(bytes).digest('hex');
    await writeFile(join(target, String(n)), bytes);
  }
  return paths.length / ((performance.now() - begin) / 1000);
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'dist/octavo/octavo.mjs'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`octavo ${args[0]} ended with ${code}.`))));
  });
}

interface Measured {
  /** Milliseconds from the command to each book's line. */
  times: number[];
  /** Megabytes, sampled. */
  memory: number[];
  /** Milliseconds of processor time in all threads, with the number of books that were done by then. */
  cpu: { books: number; time: number }[];
}

async function importAll(books: string, env: NodeJS.ProcessEnv): Promise<Measured> {
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    [join(root, 'dist/octavo/octavo.mjs'), 'import', '--user', 'owner', '--as-folders', books],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const times: number[] = [];
  const memory: number[] = [];
  const cpu: Measured['cpu'] = [];
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes(': imported as ')) times.push(performance.now() - begin);
  });
  const sampling = setInterval(() => {
    memory.push(memoryOf(child.pid ?? 0).rss ?? 0);
    const time = processorTimeOf(child.pid ?? 0) ?? 0;
    if (time > 0) cpu.push({ books: times.length, time });
  }, 50);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(sampling);
  if (code !== 0 || times.length !== count)
    throw new Error(`The import ended with ${code} after ${times.length} books.`);
  return { times, memory: memory.filter((value) => value > 0), cpu };
}

/** Milliseconds of a cheap request, one at a time, until `over`. */
async function latencies(origin: string, reader: Reader, over: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const ended = over.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  const headers = { authorization: `Bearer ${reader.accessToken}` };
  while (!isOver) {
    const begin = performance.now();
    const reply = await fetch(`${origin}/book/info?bookId=${reader.bookIds[0]}`, { headers });
    if (reply.status !== 200) throw new Error(`The service answered ${reply.status}.`);
    await reply.arrayBuffer();
    times.push(performance.now() - begin);
    await wait(5);
  }
  await ended;
  return times;
}

function rowsOf(
  bare: number,
  { times, memory, cpu }: Measured,
  idle: number[],
  busy: number[],
  service: number,
): Row[] {
  const sorted = times.toSorted((a, b) => a - b);
  const tenth = Math.floor(count / 10);
  // The first books wait for the program to start.
  const rate = (from: number, to: number) => ((to - from) / ((sorted[to] as number) - (sorted[from] as number))) * 1000;
  const first = rate(tenth >> 2, tenth);
  const at = (share: number) => cpu.find(({ books }) => books >= count * share) ?? { books: 0, time: 0 };
  const perBook = (from: number, to: number) => (at(to).time - at(from).time) / (at(to).books - at(from).books);
  const early = Math.max(...memory.slice(0, Math.max(1, memory.length >> 2)));
  return [
    row('bare copy and sha256', 'perSecond', bare, 'books/s'),
    row('import', 'perSecond', (count / (sorted.at(-1) as number)) * 1000, 'books/s', {
      name: 'bare copy and sha256',
      value: bare,
    }),
    // What other programs do meanwhile does not change it.
    row('import of one book', 'cpu', (cpu.at(-1)?.time ?? 0) / count, 'ms'),
    row('import of one book, second quarter', 'cpu', perBook(0.25, 0.5), 'ms'),
    row('import of one book, last quarter', 'cpu', perBook(0.75, 0.99), 'ms', {
      name: 'second quarter',
      value: perBook(0.25, 0.5),
    }),
    row('import first tenth', 'perSecond', first, 'books/s'),
    row('import last tenth', 'perSecond', rate(count - 1 - tenth, count - 1), 'books/s', {
      name: 'first tenth',
      value: first,
    }),
    row('import first quarter', 'rss', early, 'MB'),
    row('import highest', 'rss', Math.max(...memory), 'MB', { name: 'first quarter', value: early }),
    row('request while idle', 'p50', quantile(idle, 0.5) ?? 0, 'ms'),
    row('request while idle', 'p99', quantile(idle, 0.99) ?? 0, 'ms'),
    row('request during import', 'p50', quantile(busy, 0.5) ?? 0, 'ms'),
    row('request during import', 'p99', quantile(busy, 0.99) ?? 0, 'ms'),
    row('service after import', 'rss', service, 'MB'),
  ];
}
