// `npm run bench:auth`: how many machine tokens, introspections, refreshes and whole sign-ins the authorization server
// answers, how fast and in how much memory, by one process and by two, on SQLite and on PostgreSQL, and how that changes
// with the number of tokens stored; beside a bare `node:http` reply of the same size in the same run.
// Options: --json, --quick, --storages a,b, --processes 1,2, --tokens 0,10000, --actions a,b, --seconds N, --callers N, --flush.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SecretRing } from '../../server/auth/keys/secret-ring.ts';
import { startPostgresServer } from '../../test/server/postgres.ts';
import { build } from '../build.ts';
import { root, run } from '../run.ts';
import { type AuthCase, type AuthPlace, makeCases, makeClients } from './auth-cases.ts';
import { fillTokens } from './auth-fill.ts';
import { type AuthMeasured, measureActs } from './auth-load.ts';
import { ChildProgram, memoryOf } from './child-program.ts';
import { freePorts } from './free-ports.ts';
import { printReport, progress, type Row, row } from './report.ts';
import { Wire } from './wire.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    storages: { type: 'string', default: 'sqlite,postgres' },
    processes: { type: 'string', default: '1,2' },
    tokens: { type: 'string' },
    actions: { type: 'string' },
    seconds: { type: 'string' },
    callers: { type: 'string', default: '16' },
    flush: { type: 'boolean', default: false },
  },
});
// The quick run is for seeing that nothing broke.
const sizes = numbers('tokens', values.tokens ?? (values.quick ? '0' : '0,10000,100000,1000000'));
const processes = numbers('processes', values.processes);
const load = {
  callers: numbers('callers', values.callers)[0] ?? 16,
  seconds: Number(values.seconds ?? (values.quick ? 0.5 : 3)),
};
const secret = 'a-system-secret-of-the-bench';
/** Databases that have the bench's clients. */
const prepared = new Set<string>();

process.stdout.on('error', () => process.exit(1));
await build(['authsrv']);
const program = join(root, 'dist/authsrv/authsrv.mjs');
const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
const rows: Row[] = [];
let ended = false;
// Whoever ends it early gets what was measured so far.
process.once('SIGTERM', end).once('SIGINT', end);
try {
  for (const storage of values.storages.split(',')) await measureStorage(storage);
} catch (error) {
  // What was measured before is still worth its time.
  progress(error instanceof Error ? String(error.stack) : String(error));
  process.exitCode = 1;
}
await end();

async function end(): Promise<void> {
  if (ended) return;
  ended = true;
  printReport(rows, values.json);
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  process.exit();
}

function numbers(name: string, text: string): number[] {
  const list = text.split(',').map(Number);
  if (list.every((number) => Number.isSafeInteger(number) && number >= 0 && number <= 10_000_000)) return list;
  process.stderr.write(`--${name} takes whole numbers up to 10000000, not "${text}".\n`);
  process.exit(2);
}

async function measureStorage(storage: string): Promise<void> {
  if (storage === 'sqlite') return measureOn(storage, `sqlite://${join(folder, 'authsrv.sqlite')}`);
  if (storage !== 'postgres') throw new Error(`The storages are sqlite and postgres, not "${storage}".`);
  // As durable as SQLite here, which writes through to the disk at every commit.
  const server = await startPostgresServer({ fsync: 'on', synchronous_commit: 'on', autovacuum: 'on' });
  try {
    return await measureOn(storage, server.url);
  } finally {
    await server.stop();
  }
}

async function measureOn(storage: string, databaseUrl: string): Promise<void> {
  const floor = await ChildProgram.start([join(root, 'build/bench/auth-floor.ts')], {}, 'ready');
  try {
    const migrated = await run(process.execPath, [program, 'migrate', 'sql', databaseUrl, '--yes']);
    if (migrated.code !== 0) throw new Error(`The database could not be prepared:\n${migrated.output}`);
    const ring = new SecretRing([secret]);
    let filled = 0;
    for (const size of sizes) {
      if (size > filled) {
        progress(`${storage}: storing ${size - filled} tokens`);
        await fillTokens(databaseUrl, size - filled, (text) => ring.seal(text));
        filled = size;
      }
      for (const count of processes) {
        await measurePrograms(`${storage} ${count}p ${size} tokens`, databaseUrl, count, floor);
      }
    }
  } finally {
    await floor.stop();
  }
}

async function measurePrograms(name: string, databaseUrl: string, count: number, floor: ChildProgram): Promise<void> {
  const places: AuthPlace[] = [];
  const programs: ChildProgram[] = [];
  try {
    const [firstPort = 0] = await freePorts(1);
    for (let n = 0; n < count; n++) {
      const [another = 0, adminPort = 0] = await freePorts(2);
      const port = n === 0 ? firstPort : another;
      programs.push(await startProgram(databaseUrl, firstPort, port, adminPort));
      places.push({ public: `http://127.0.0.1:${port}`, admin: `http://127.0.0.1:${adminPort}` });
    }
    if (!prepared.has(databaseUrl)) await makeClients(places[0]?.admin ?? '');
    prepared.add(databaseUrl);
    const bare = { name: 'bare', value: memoryOf(floor.pid).rss ?? 0 };
    rows.push(row(`${name} idle`, 'rss', memorySum(programs), 'MB', bare));
    for (const each of makeCases(places)) {
      if (values.actions && !values.actions.split(',').includes(each.action)) continue;
      progress(`${name} ${each.action}`);
      rows.push(...(await measureCase(name, each, programs, floor)));
    }
    if (values.flush) rows.push(...(await measureFlush(name, databaseUrl, places, programs, floor)));
    rows.push(row(`${name} after`, 'rss', memorySum(programs), 'MB', bare));
  } finally {
    for (const each of programs) await each.stop();
  }
}

async function measureCase(
  name: string,
  each: AuthCase,
  programs: readonly ChildProgram[],
  floor: ChildProgram,
): Promise<Row[]> {
  const pids = programs.map(({ pid }) => pid);
  const measured = await measureActs(load, pids, (caller) => each.act(caller));
  const bytes = each.bytes();
  each.close();
  const bare = await measureBare(floor, bytes);
  return rowsOf(`${name} ${each.action}`, measured, bare);
}

/** What machine tokens cost while expired ones are removed, and how fast those go. */
async function measureFlush(
  name: string,
  databaseUrl: string,
  places: readonly AuthPlace[],
  programs: readonly ChildProgram[],
  floor: ChildProgram,
): Promise<Row[]> {
  const [place] = places;
  const [machineTokens] = makeCases(places);
  if (!place || !machineTokens) return [];
  progress(`${name} flush`);
  const expired = values.quick ? 4_000 : 40_000;
  const ring = new SecretRing([secret]);
  await fillTokens(databaseUrl, expired, (text) => ring.seal(text), 60 * 86_400);
  const begin = performance.now();
  const flushed = fetch(`${place.admin}/oauth2/flush`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ notAfter: new Date(Date.now() - 86_400_000).toISOString() }),
  }).then((reply) => {
    if (reply.status !== 204) throw new Error(`The flush answered ${reply.status}.`);
    return expired / ((performance.now() - begin) / 1000);
  });
  const during = await measureCase(`${name} during flush`, machineTokens, programs, floor);
  return [...during, row(`${name} flush`, 'perSecond', await flushed, 'tokens/s')];
}

async function measureBare(floor: ChildProgram, bytes: number): Promise<AuthMeasured> {
  const wires: Wire[] = [];
  const half = { ...load, seconds: load.seconds / 2 };
  const measured = await measureActs(half, [floor.pid], async () => {
    const wire = await Wire.open(floor.address);
    wires.push(wire);
    return async () => {
      await wire.send({ method: 'POST', path: `/${bytes}`, body: 'grant_type=client_credentials&scope=books.read' });
    };
  });
  for (const wire of wires) wire.close();
  return measured;
}

function rowsOf(name: string, measured: AuthMeasured, bare: AuthMeasured): Row[] {
  const versus = (value: number) => ({ name: 'bare', value });
  return [
    row(name, 'perSecond', measured.perSecond, '/s', versus(bare.perSecond)),
    row(name, 'p50', measured.p50, 'ms', versus(bare.p50)),
    row(name, 'p99', measured.p99, 'ms', versus(bare.p99)),
    ...(measured.processor === undefined
      ? []
      : [row(name, 'processor', measured.processor, 'ms', versus(bare.processor ?? 0))]),
  ];
}

function memorySum(programs: readonly ChildProgram[]): number {
  return programs.reduce((sum, { pid }) => sum + (memoryOf(pid).rss ?? 0), 0);
}

function startProgram(databaseUrl: string, issuerPort: number, port: number, adminPort: number): Promise<ChildProgram> {
  const env = {
    DATABASE_URL: databaseUrl,
    SYSTEM_SECRET: secret,
    // All of the load comes from one address.
    ANONYMOUS_REQUESTS_PER_MINUTE: '0',
    OAUTH2_ISSUER_URL: `http://127.0.0.1:${issuerPort}/`,
    OAUTH2_LOGIN_URL: 'http://127.0.0.1:9/login',
    OAUTH2_CONSENT_URL: 'http://127.0.0.1:9/consent',
    PUBLIC_HOST: '127.0.0.1',
    PUBLIC_PORT: String(port),
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(adminPort),
    LOG_FORMAT: 'json',
  };
  const profile = process.env.BENCH_CPU_PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_CPU_PROF}`] : [];
  return ChildProgram.start([...profile, program, 'serve', 'all'], env, 'ready');
}
