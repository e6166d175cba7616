// `npm run bench:start`: how long the start of a whole installation takes, with a fresh data folder and with a used one,
// until the services answer and until the client's first frame is painted, and how much memory each process takes;
// beside a bare Node and a bare Chromium in the same run. Options: --json, --quick, --rounds N.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../build.ts';
import { root } from '../run.ts';
import { printReport, progress, quantile, type Row, row } from './report.ts';
import { type Bare, measureBareChromium, measureBareNode } from './start-bare.ts';
import { type Kind, memoryByKind } from './start-processes.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
if (!Number.isSafeInteger(rounds) || rounds < 1 || rounds > 50) {
  process.stderr.write(`--rounds takes a whole number from 1 to 50, not "${values.rounds}".\n`);
  process.exit(2);
}
/** Milliseconds from ready to the reading of memory, so that what is done once is over. */
const settle = 2000;
const patience = 180_000;

progress('building what changed');
await build();
const folder = await mkdtemp(join(tmpdir(), 'octavo-start-'));
try {
  printReport(await measureAll(), values.json);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

interface Run {
  /** Milliseconds from the command to the ready file. */
  ready: number;
  /** Milliseconds from Ctrl-C to the end. */
  stop: number;
  memory: Kind[];
}

async function measureAll(): Promise<Row[]> {
  const nodes: Bare[] = [];
  const browsers: Bare[] = [];
  const runs: Record<string, Run[]> = {};
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}: bare programs`);
    nodes.push(await measureBareNode());
    browsers.push(await measureBareChromium(settle));
    for (const [what, args] of [
      ['services', ['--no-window']],
      ['client', ['--headless', '--host', 'chromium']],
    ] as const) {
      const data = join(folder, `${what}-${round}`);
      for (const state of ['cold', 'warm']) {
        progress(`round ${round + 1} of ${rounds}: ${what} ${state}`);
        const name = `octavo start ${what} ${state}`;
        runs[name] = [...(runs[name] ?? []), await runOnce(data, args)];
      }
    }
  }
  return rowsOf(runs, middle(nodes), middle(browsers));
}

function rowsOf(runs: Record<string, Run[]>, node: Bare, browser: Bare): Row[] {
  const rows = [
    row('bare node', 'p50', node.time, 'ms'),
    row('bare node', 'rss', node.rss, 'MB'),
    row('bare chromium', 'firstPage', browser.time, 'ms'),
    row('bare chromium', 'rss', browser.rss, 'MB'),
    ...(browser.pss === undefined ? [] : [row('bare chromium', 'pss', browser.pss, 'MB')]),
  ];
  for (const [name, list] of Object.entries(runs)) {
    const isClient = name.includes('client');
    const versus = isClient ? { name: 'bare chromium', value: browser.time } : { name: 'bare node', value: node.time };
    rows.push(row(name, isClient ? 'firstPage' : 'p50', p50(list.map((run) => run.ready)), 'ms', versus));
    rows.push(row(name, 'stop', p50(list.map((run) => run.stop)), 'ms'));
    if (name.endsWith('warm')) rows.push(...memoryRows(name, list.at(-1)?.memory ?? [], node, browser));
  }
  return rows;
}

function memoryRows(name: string, kinds: Kind[], node: Bare, browser: Bare): Row[] {
  const ours = kinds.filter(({ kind }) => !kind.startsWith('chromium'));
  const theirs = kinds.filter(({ kind }) => kind.startsWith('chromium'));
  const rows = ours.flatMap(({ kind, rss, pss }) => [
    row(`${name} ${kind}`, 'rss', rss, 'MB', { name: 'bare node', value: node.rss }),
    ...(pss === undefined ? [] : [row(`${name} ${kind}`, 'pss', pss, 'MB')]),
  ]);
  if (theirs.length === 0) return rows;
  const sum = (key: 'rss' | 'pss') => theirs.reduce((total, kind) => total + (kind[key] ?? Number.NaN), 0);
  const each = theirs.map(({ kind, rss }) => row(`${name} ${kind}`, 'rss', rss, 'MB'));
  const all = row(`${name} chromium`, 'rss', sum('rss'), 'MB', { name: 'bare chromium', value: browser.rss });
  if (Number.isNaN(sum('pss'))) return [...rows, ...each, all];
  const versus = browser.pss === undefined ? undefined : { name: 'bare chromium', value: browser.pss };
  return [...rows, ...each, all, row(`${name} chromium`, 'pss', sum('pss'), 'MB', versus)];
}

/** Starts an installation as `npm start` does, waits until it is ready, reads its memory, and stops it with Ctrl-C. */
async function runOnce(data: string, args: readonly string[]): Promise<Run> {
  const readyFile = join(folder, `ready-${process.hrtime.bigint()}.json`);
  const begin = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(root, 'build/start.ts'),
      ...['--data', data, '--ready-file', readyFile, '--user', 'bench:a-password-of-the-bench'],
      ...['--port', '0', '--auth-port', '0', '--auth-admin-port', '0', ...args],
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  try {
    await appears(child, readyFile);
    const ready = performance.now() - begin;
    await wait(settle);
    const memory = memoryByKind(child.pid ?? 0);
    const asked = performance.now();
    await end(child, 'SIGINT');
    return { ready, stop: performance.now() - asked, memory };
  } finally {
    await end(child, 'SIGTERM');
  }
}

async function appears(child: ChildProcess, file: string): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
    });
  }
  for (const late = Date.now() + patience; !existsSync(file); await wait(5)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The start failed:\n${output}`);
    if (Date.now() > late) throw new Error(`The start was not ready in ${patience / 1000} s:\n${output}`);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

function p50(list: readonly number[]): number {
  return quantile(list, 0.5) ?? 0;
}

function middle(list: readonly Bare[]): Bare {
  const pss = list.map((bare) => bare.pss ?? Number.NaN);
  return {
    time: p50(list.map((bare) => bare.time)),
    rss: p50(list.map((bare) => bare.rss)),
    pss: pss.some(Number.isNaN) ? undefined : p50(pss),
  };
}
