// The Chromium host with the real Chromium: the bridge, the way out that is none, second starts, and how it all ends.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bridge } from '../../api/ipc.ts';
import { findChromium } from '../../build/find-chromium.ts';
import { eventually } from '../eventually.ts';
import { fakeService } from './fake-service.ts';
import { type RunningClient, runClient } from './running-client.ts';
import { temporaryFolder } from './temporary-folder.ts';

// Each start of a browser takes seconds on a small machine.
vi.setConfig({ testTimeout: 120_000 });

const found = await findChromium();
const env = { OCTAVO_CHROMIUM: found.path };
const nobody = ['--service', 'http://127.0.0.1:9'];
type Window = typeof globalThis & { octavo: Bridge; events: { name: string; value: unknown }[] };

/** Runs in the page; the bridge is there before any script. */
const call = (page: Page, name: string, request: unknown) =>
  page.evaluate(
    ([called, value]) => (globalThis as Window).octavo.call(called as never, value as never) as Promise<unknown>,
    [name, request] as const,
  );

/** Processes whose command line names this profile. */
async function chromiumsOf(folder: string): Promise<number> {
  const profile = `--user-data-dir=${join(folder, 'chromium')}`;
  let count = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.includes(profile)) count++;
  }
  return count;
}

async function endedWell(client: RunningClient, folder: string): Promise<void> {
  expect(await client.exited).toBe(0);
  expect(client.lines.at(-1)).toBe('closed');
  await eventually(async () => expect(await chromiumsOf(folder)).toBe(0));
}

test('calls, bytes and events cross the bridge, and the page has no way out', async () => {
  const folder = await temporaryFolder();
  const outside = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
  onTestFinished(() => void outside.close());
  const client = await runClient(['--data', folder, ...nobody], env);
  await client.line('painted');
  const page = await client.page();
  expect(page.url()).toBe('http://reader.localhost/');
  expect(await page.textContent('#info')).toContain('"host":"chromium"');
  expect(await page.evaluate(() => isSecureContext && document.cookie)).toBe('');

  const opened = (await call(page, 'import.open', { name: 'a.epub', size: 3 })) as { value: { importId: string } };
  const chunk = await page.evaluate(
    (importId) =>
      (globalThis as Window).octavo.call('import.chunk', { importId, offset: 0, bytes: new Uint8Array([7, 8, 9]) }),
    opened.value.importId,
  );
  expect(chunk).toEqual({ ok: true, value: {} });
  expect(await readFile(join(folder, 'imports', opened.value.importId, 'bytes'))).toEqual(Buffer.from([7, 8, 9]));
  const events = await page.evaluate(() => (globalThis as Window).events.map(({ name }) => name));
  expect(events).toContain('import.progress');
  expect(await call(page, 'service.call', { route: 'GET /admin', params: {} })).toMatchObject({ code: 'bad_argument' });

  const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
  const fetched = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'reached',
        () => 'refused',
      ),
    address,
  );
  expect(fetched).toBe('refused');
  // The test's debugger stops new pages before they begin. One with an opener stops its opener's thread with it, and
  // keeps it stopped when it is closed meanwhile: this test would hang, and nobody's reader would.
  await page.evaluate((url) => void open(url, '_blank', 'noopener'), address);
  await eventually(() => expect(client.said()).toContain('A second window was closed'));
  await page.evaluate((url) => {
    location.href = url;
  }, address);
  await eventually(() => expect(client.said()).toContain('The window was led elsewhere'));
  await page.waitForURL('http://reader.localhost/');
  await eventually(() => expect(page.context().pages()).toHaveLength(1));
  await page.waitForFunction(() => document.getElementById('info')?.textContent?.includes('chromium'));
});

test('kill -9 of Node ends Chromium, a new start finds the same storage, and closing its window ends Node', async () => {
  const folder = await temporaryFolder();
  const first = await runClient(['--data', folder, ...nobody], env);
  await first.line('painted');
  const page = await first.page();
  await page.evaluate(
    () =>
      new Promise((stored, fail) => {
        const scope = globalThis as unknown as { indexedDB: IndexedDb };
        const opening = scope.indexedDB.open('test', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('marks');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('marks', 'readwrite', { durability: 'strict' });
          writing.objectStore('marks').put('kept', 'mark');
          writing.oncomplete = () => stored(undefined);
          writing.onerror = fail;
        };
        opening.onerror = fail;
      }),
  );
  expect(await chromiumsOf(folder)).toBeGreaterThan(0);
  first.process.kill('SIGKILL');
  await first.exited;
  await eventually(async () => expect(await chromiumsOf(folder)).toBe(0));

  const second = await runClient(['--data', folder, ...nobody], env);
  await second.line('painted');
  const window = await second.page();
  const kept = await window.evaluate(
    () =>
      new Promise((read, fail) => {
        const opening = (globalThis as unknown as { indexedDB: IndexedDb }).indexedDB.open('test', 1);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('marks').objectStore('marks').get('mark');
          reading.onsuccess = () => read(reading.result);
        };
        opening.onerror = fail;
      }),
  );
  expect(kept).toBe('kept');
  await window.close();
  await endedWell(second, folder);
});

test('quitting from the page ends Node, and so does SIGTERM', async () => {
  const folder = await temporaryFolder();
  const endings = [
    async (client: RunningClient) => void (await call(await client.page(), 'app.quit', {})),
    async (client: RunningClient) => void client.process.kill('SIGTERM'),
  ];
  for (const end of endings) {
    const client = await runClient(['--data', folder, ...nobody], env);
    await client.line('painted');
    await end(client);
    await endedWell(client, folder);
  }
});

test('a page that hangs is ended and loaded again, with the same bridge, and is told so', async () => {
  const patience = { OCTAVO_PAGE_PATIENCE: '2500' };
  const client = await runClient(['--data', await temporaryFolder(), ...nobody], { ...env, ...patience });
  await client.line('painted');
  const page = await client.page();
  expect(await page.textContent('#info')).toContain('"heldUp":false');
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    }, 0);
  });
  await eventually(() => expect(client.lines.filter((line) => line === 'painted').length).toBeGreaterThan(1));
  expect(client.said()).toContain('The page does not answer');
  await page.context().browser()?.close();
  const again = await client.page();
  expect(await again.textContent('#info')).toContain('"heldUp":true');
  expect(await call(again, 'app.info', {})).toMatchObject({ ok: true, value: { host: 'chromium', heldUp: false } });
});

test('the client goes on when nobody reads what it says any more', async () => {
  const client = await runClient(['--data', await temporaryFolder(), ...nobody], env);
  await client.line('painted');
  const page = await client.page();
  client.process.stdout?.destroy();
  client.process.stderr?.destroy();
  await page.reload();
  await page.waitForFunction(() => document.getElementById('info')?.textContent?.includes('chromium'));
  expect(await call(page, 'log.write', { level: 'error', message: 'said to nobody' })).toMatchObject({ ok: true });
  expect(await call(page, 'app.painted', {})).toMatchObject({ ok: true });
  await wait(200);
  expect(await call(page, 'app.info', {})).toMatchObject({ ok: true });
  expect(client.process.exitCode).toBeNull();
});

test('a second start hands its files over, ends, and can ask for an address for a browser', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'b.epub');
  await writeFile(file, 'some bytes');
  const first = await runClient(['--data', folder, ...nobody], env);
  await first.line('painted');
  const page = await first.page();
  const browser = await page.context().newCDPSession(page);
  const window = async () => {
    const { windowId, bounds } = await browser.send('Browser.getWindowForTarget');
    return { windowId, state: bounds.windowState };
  };
  const setState = async (windowState: 'maximized' | 'minimized') => {
    await browser.send('Browser.setWindowBounds', { windowId: (await window()).windowId, bounds: { windowState } });
    expect(await window()).toMatchObject({ state: windowState });
  };
  await setState('maximized');
  const second = await runClient(['--data', folder, file], env);
  expect(await second.exited).toBe(0);
  expect(second.lines).toEqual([]);
  expect(await window()).toMatchObject({ state: 'maximized' });
  await eventually(async () => {
    expect(await call(page, 'import.list', {})).toMatchObject({ value: [{ name: 'b.epub' }] });
  });
  await setState('minimized');
  expect(await (await runClient(['--data', folder], env)).exited).toBe(0);
  expect(await window()).toMatchObject({ state: 'normal' });
  const third = await runClient(['--data', folder, '--browser'], env);
  expect(await third.exited).toBe(0);
  expect(third.lines).toEqual([expect.stringMatching(/^address http:\/\/127\.0\.0\.1:\d+\/enter\?nonce=/)]);
});

test('--browser serves any browser of this machine at the same port again, one address for one visit', async () => {
  const folder = await temporaryFolder();
  const service = await fakeService();
  const client = await runClient(['--data', folder, '--browser', '--service', service.url]);
  const address = (await client.line('address ')).slice('address '.length);
  const browser = await chromium.launch({ executablePath: found.path, args: found.args });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.getElementById('info')?.textContent !== '-');
  expect(await page.textContent('#info')).toContain('"host":"browser"');
  await client.line('painted');
  const stranger = await (await browser.newContext()).newPage();
  expect((await stranger.goto(address))?.status()).toBe(403);
  expect((await stranger.goto(new URL('/', address).href))?.status()).toBe(403);
  client.process.kill('SIGTERM');
  expect(await client.exited).toBe(0);

  const again = await runClient(['--data', folder, '--browser', '--service', service.url]);
  const next = (await again.line('address ')).slice('address '.length);
  expect(new URL(next).port).toBe(new URL(address).port);
  expect(next).not.toBe(address);
});

test('a folder that cannot be written and a wrong option are said plainly, with exit code 2', async () => {
  const unwritable = await runClient(['--data', '/dev/null/octavo']);
  expect(await unwritable.exited).toBe(2);
  expect(unwritable.said()).toContain('cannot be written; choose another with --data');
  const folder = await temporaryFolder();
  const wrong = await runClient(['--data', folder, '--port', '99999']);
  expect(await wrong.exited).toBe(2);
  expect(wrong.said()).toContain('--port must be a number from 1 to 65535');
  const unknown = await runClient(['--data', folder, '--what']);
  expect(await unknown.exited).toBe(2);
  expect(unknown.said()).toContain('Usage:');
  const broken = await runClient(['--data', folder], { OCTAVO_CHROMIUM: '/bin/false' });
  expect(await broken.exited).toBe(2);
  expect(broken.said()).toContain('/bin/false does not start');
});

/** The little of IndexedDB that these tests use in the page. */
interface IndexedDb {
  open(name: string, version: number): Opening;
}
interface Opening {
  result: Database;
  onupgradeneeded: () => void;
  onsuccess: () => void;
  onerror: (error: unknown) => void;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode?: string, options?: object): Transaction;
}
interface Transaction {
  objectStore(name: string): { put(value: unknown, key: string): void; get(key: string): Reading };
  oncomplete: () => void;
  onerror: (error: unknown) => void;
}
interface Reading {
  result: unknown;
  onsuccess: () => void;
}
declare const document: { cookie: string; getElementById(id: string): { textContent: string } | null };
declare const isSecureContext: boolean;
declare const location: { href: string };
declare const open: (url: string, target: string, features: string) => unknown;
