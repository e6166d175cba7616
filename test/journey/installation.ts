// Starts a whole installation as a person would, drives its client, and kills everything at once.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { freePort } from '../free-port.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const booksFolder = fileURLToPath(new URL('../../../shared/books/', import.meta.url));

export interface Ready {
  service: string;
  issuer: string;
  authAdmin: string;
  user: string;
  client?: string;
}

export class Installation {
  readonly folder: string;
  #child: ChildProcess | undefined;
  #output = '';
  ready: Ready | undefined;
  debugPort = 0;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'octavo-journey-'));
  }

  get output(): string {
    return this.#output;
  }

  /** Starts it on free ports that stay the same over restarts, and waits until everything answers. */
  async start(args: readonly string[] = []): Promise<Ready> {
    this.#ports ??= { port: await freePort(), auth: await freePort(), admin: await freePort() };
    this.debugPort = await freePort();
    const readyFile = join(this.folder, `ready-${Date.now()}.json`);
    const child = spawn(
      process.execPath,
      [
        join(root, 'build/start.ts'),
        ...['--data', join(this.folder, 'data'), '--ready-file', readyFile],
        ...['--port', String(this.#ports.port), '--auth-port', String(this.#ports.auth)],
        ...['--auth-admin-port', String(this.#ports.admin), '--debug-port', String(this.debugPort)],
        ...args,
      ],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#child = child;
    child.stdout.on('data', (chunk) => {
      this.#output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      this.#output += chunk;
    });
    this.ready = await waitFor(
      'the ready file',
      () => {
        if (child.exitCode !== null) throw new Error(`The start ended with ${child.exitCode}:\n${this.#output}`);
        return readJson<Ready>(readyFile);
      },
      180_000,
    );
    return this.ready;
  }
  #ports: { port: number; auth: number; admin: number } | undefined;

  /** Every process of the installation dies at the same moment, as in a power cut. */
  killAll(): void {
    const pid = this.#child?.pid;
    if (!pid) return;
    for (const victim of [pid, ...descendantsOf(pid)]) {
      try {
        process.kill(victim, 'SIGKILL');
      } catch {
        // It was gone already.
      }
    }
  }

  /** Ctrl-C; answers the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    return exited;
  }

  /** Command lines of processes that still work on this installation's folder. */
  survivors(): string[] {
    return processes()
      .map(({ command }) => command)
      .filter((command) => command.includes(this.folder));
  }

  async remove(): Promise<void> {
    this.killAll();
    // The kernel needs a moment to let go of what the dead had open.
    await wait(200);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** One verb of the `octavo` command against this installation. */
  octavo(...args: string[]): string {
    const { service, issuer, authAdmin } = this.ready as Ready;
    return execFileSync(process.execPath, [join(root, 'dist/octavo/octavo.mjs'), ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        OCTAVO_DATA: join(this.folder, 'data', 'service'),
        OCTAVO_PUBLIC_URL: service,
        OCTAVO_ISSUER_URL: issuer,
        OCTAVO_AUTH_ADMIN_URL: authAdmin,
      },
    });
  }
}

/** The client's page, over the debugging port that tests have. */
export async function attach(debugPort: number): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const page = await waitFor('the client’s page', () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => page.url().startsWith('http')),
  );
  page.setDefaultTimeout(60_000);
  return { browser, page };
}

/** A second client of the same account, with a data folder of its own. */
export async function startClient(
  installation: Installation,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ debugPort: number; child: ChildProcess; lines: string[] }> {
  const debugPort = await freePort();
  const lines: string[] = [];
  const child = spawn(
    process.execPath,
    [
      join(root, 'dist/chromium/chromium.mjs'),
      ...['--data', join(installation.folder, name), '--service', (installation.ready as Ready).service],
      ...['--headless', '--debug-port', String(debugPort), '--auto-sign-in'],
    ],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)));
  const code = await waitFor('the sign-in code', () =>
    lines.find((line) => line.startsWith('user-code '))?.slice('user-code '.length),
  );
  installation.octavo('device', 'approve', '--user', (installation.ready as Ready).user, '--code', code);
  await waitFor('the sign-in', () => lines.find((line) => line.startsWith('signed-in')));
  return { debugPort, child, lines };
}

/** Drops a file onto the page as a file manager does. */
export async function dropFile(page: Page, file: string, name: string): Promise<void> {
  const base64 = readFileSync(file).toString('base64');
  const transfer = await page.evaluateHandle(
    ({ base64, name }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type: 'application/epub+zip' }));
      return transfer;
    },
    { base64, name },
  );
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

export async function waitFor<T>(what: string, look: () => T | undefined, timeout = 60_000): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await wait(50);
  }
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
}

function processes(): RunningProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return [
        { pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') },
      ];
    } catch {
      // It ended while it was looked at.
      return [];
    }
  });
}

function descendantsOf(pid: number): number[] {
  const byParent = Map.groupBy(processes(), ({ parent }) => parent);
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const child of byParent.get(next) ?? []) {
      found.push(child.pid);
      queue.push(child.pid);
    }
  }
  return found;
}
