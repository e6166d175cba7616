// Starts the real Chromium host as its own process with the test page, and ends it with the test.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { onTestFinished } from 'vitest';

const entry = new URL('../../electron/chromium-main.ts', import.meta.url).pathname;
const testPage = new URL('./test-page/', import.meta.url).pathname;

export interface RunningClient {
  process: ChildProcess;
  lines: string[];
  /** What it said on standard error. */
  said(): string;
  /** The first line that begins so, as soon as it is there. */
  line(start: string): Promise<string>;
  exited: Promise<number | null>;
  /** The page, attached over the debugging port; anew once the browser of the page before was closed. */
  page(): Promise<Page>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function runClient(args: string[], env: NodeJS.ProcessEnv = {}): Promise<RunningClient> {
  const debugPort = await freePort();
  const withWindow = args.includes('--browser') ? [] : ['--headless', '--debug-port', String(debugPort)];
  const child = spawn(process.execPath, [entry, ...withWindow, ...args], {
    env: { ...process.env, OCTAVO_RENDERER: testPage, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let said = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let browser: Browser | undefined;
  return {
    process: child,
    lines,
    said: () => said,
    exited,
    async line(start) {
      for (;;) {
        const found = lines.find((line) => line.startsWith(start));
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before "${start}":\n${said}`);
        await wait(20);
      }
    },
    async page() {
      if (!browser?.isConnected()) {
        const connected = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
        onTestFinished(() => connected.close());
        browser = connected;
      }
      const [page] = browser.contexts()[0]?.pages() ?? [];
      if (!page) throw new Error('Chromium shows no page.');
      return page;
    },
  };
}
