// What stands beside the start: Node with an empty HTTP server, and Chromium with an empty page.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findChromium } from '../find-chromium.ts';
import { ChildProgram, memoryOf } from './child-program.ts';
import { memoryByKind } from './start-processes.ts';

export interface Bare {
  /** Milliseconds until it answers, or until its page is painted. */
  time: number;
  rss: number;
  pss: number | undefined;
}

const emptyServer = `
  const server = require('node:http').createServer((_, reply) => reply.end('ok'));
  server.listen(0, '127.0.0.1', () => console.log('ready ' + server.address().port));
  process.stdin.on('end', () => process.exit()).resume();
  process.on('SIGTERM', () => process.exit());`;

export async function measureBareNode(): Promise<Bare> {
  const program = await ChildProgram.start(['-e', emptyServer], {}, 'ready');
  try {
    await wait(200);
    const { rss = 0, pss } = memoryOf(program.pid);
    return { time: program.startTime, rss, pss };
  } finally {
    await program.stop();
  }
}

const emptyPage = `<!doctype html><title>empty</title><body>
  <script>requestAnimationFrame(() => requestAnimationFrame(() => fetch('/painted')))</script>`;

/** `settle` milliseconds after the first frame its memory is read. */
export async function measureBareChromium(settle: number): Promise<Bare> {
  const browser = await findChromium();
  const profile = await mkdtemp(join(tmpdir(), 'octavo-bare-'));
  const painted = Promise.withResolvers<void>();
  const server = createServer((request, reply) => {
    if (request.url === '/painted') painted.resolve();
    reply.setHeader('content-type', 'text/html').end(request.url === '/' ? emptyPage : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const begin = performance.now();
  const child = spawn(
    browser.path,
    [
      ...browser.args,
      ...['--headless=new', `--user-data-dir=${profile}`, '--no-first-run', '--disable-background-networking'],
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ],
    { stdio: 'ignore' },
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const failed = gone.then(() => Promise.reject(new Error('Chromium ended before its page was painted.')));
    // After the page was painted, its end is what this function brings about itself.
    failed.catch(() => undefined);
    await Promise.race([painted.promise, failed]);
    const time = performance.now() - begin;
    await wait(settle);
    const kinds = memoryByKind(child.pid ?? 0);
    const pss = kinds.map((kind) => kind.pss ?? Number.NaN).reduce((sum, size) => sum + size, 0);
    return {
      time,
      rss: kinds.reduce((sum, kind) => sum + kind.rss, 0),
      pss: Number.isNaN(pss) ? undefined : pss,
    };
  } finally {
    child.kill('SIGKILL');
    await gone;
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
