// The real Chromium as the device's window: awake while the device goes to sleep, with a clipboard that takes pictures
// and a folder that keeps them.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Bridge } from '../../api/ipc.ts';
import { findChromium } from '../../build/find-chromium.ts';
import { daemon, serve, startBus } from './private-bus.ts';
import { runClient } from './running-client.ts';
import { temporaryFolder } from './temporary-folder.ts';

// Each start of a browser takes seconds on a small machine.
vi.setConfig({ testTimeout: 60_000 });

const found = await findChromium();
type Window = typeof globalThis & { octavo: Bridge; heard: string[] };

const login = {
  name: 'org.freedesktop.login1',
  path: '/org/freedesktop/login1',
  interfaces: [{ name: 'org.freedesktop.login1.Manager', methods: {}, signals: { PrepareForSleep: ['b'] } }],
};

test.skipIf(!daemon)('the page hears of sleep, answers, and can copy and save a picture', async () => {
  const folder = await temporaryFolder();
  const { address } = await startBus(folder);
  const manager = await serve(address, login);
  const env = { OCTAVO_CHROMIUM: found.path, DBUS_SYSTEM_BUS_ADDRESS: address, HOME: folder };
  const client = await runClient(['--data', join(folder, 'data'), '--service', 'http://127.0.0.1:9'], env);
  await client.line('painted');
  const page = await client.page();

  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.evaluate(() => {
    const { octavo } = globalThis as Window;
    (globalThis as Window).heard = [];
    const hear = (name: 'power.sleep' | 'power.wake') => octavo.on(name, () => (globalThis as Window).heard.push(name));
    hear('power.sleep');
    hear('power.wake');
  });
  const announce = (sleeping: boolean) =>
    manager.bus.sendSignal(login.path, 'org.freedesktop.login1.Manager', 'PrepareForSleep', 'b', [sleeping]);
  const heard = () => page.evaluate(() => (globalThis as Window).heard);
  // Whoever sleeps ends all connections first: then this call is answered by none, and the next event comes by another.
  announce(true);
  await expect.poll(heard).toEqual(['power.sleep']);
  const painted = page.evaluate(() => (globalThis as Window).octavo.call('power.sleepPainted', {}));
  expect(await painted).toEqual({ ok: true, value: {} });
  announce(false);
  await expect.poll(heard).toEqual(['power.sleep', 'power.wake']);
  expect(sockets).toEqual([]);

  await page.bringToFront();
  const png = await page.evaluate<number[]>(`(async () => {
    const canvas = new OffscreenCanvas(3, 2);
    canvas.getContext('2d').fillRect(0, 0, 3, 2);
    const image = await canvas.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    globalThis.pasted = new Promise((resolve) => addEventListener('paste', async ({ clipboardData }) => {
      const { width, height } = await createImageBitmap(clipboardData.files[0]);
      resolve([width, height]);
    }));
    return [...new Uint8Array(await image.arrayBuffer())];
  })()`);
  await page.keyboard.press('Control+V');
  expect(await page.evaluate('pasted')).toEqual([3, 2]);
  const saved = await page.evaluate(
    (bytes) =>
      (globalThis as Window).octavo.call('app.savePicture', { name: 'Moby-Dick.png', png: Uint8Array.from(bytes) }),
    png,
  );
  const path = join(folder, 'Pictures', 'Moby-Dick.png');
  expect(saved).toEqual({ ok: true, value: { path } });
  expect([...(await readFile(path))]).toEqual(png);
});
