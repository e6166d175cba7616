// The Electron host under a fake Electron: hardening, calls, events, files, second starts, the end.

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Bridge } from '../../api/ipc.ts';
import { createClient } from '../../electron/client.ts';
import { type CommandLine, readCommandLine } from '../../electron/command-line.ts';
import { runElectronHost } from '../../electron/hosts/electron.ts';
import { registerReaderScheme } from '../../electron/hosts/electron-protocol.ts';
import { eventually } from '../eventually.ts';
import { app, fake, innerFrame, invokeFrom } from './fake-electron.ts';
import { recordingLog } from './recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

beforeEach(() => {
  fake.hasLock = true;
  fake.keyring = 'gnome_libsecret';
  fake.windows.length = 0;
  fake.invoked.clear();
  fake.protocols.clear();
  fake.opened.length = 0;
  fake.quits = 0;
  fake.relaunches.length = 0;
  app.removeAllListeners();
});

/** `stopping`: the client's end takes as long. */
async function start(more: Partial<CommandLine> = {}, stopping?: Promise<void>) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>reader</title>');
  const log = recordingLog();
  const lines: string[] = [];
  const commandLine = { ...readCommandLine(['--service', 'http://127.0.0.1:9']), ...more };
  const ended = runElectronHost({
    commandLine,
    folder,
    log,
    rendererFolder: folder,
    preload: '/preload.cjs',
    announce: (line) => lines.push(line),
    async createClient(parts) {
      const client = await createClient(parts, commandLine);
      const stop = async () => {
        await stopping;
        await client.stop();
      };
      return { ...client, stop };
    },
  });
  let failure: unknown;
  ended.catch((error: unknown) => {
    failure = error;
  });
  await eventually(() => {
    if (failure) throw failure;
    expect(fake.windows[0]?.done.length ?? fake.quits).toBeGreaterThan(0);
  });
  onTestFinished(async () => {
    app.emit('window-all-closed');
    await ended;
  });
  return { folder, log, lines, ended };
}

test('the window is sandboxed, isolated and without Node', async () => {
  await start();
  expect(fake.windows[0]?.options.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
    preload: '/preload.cjs',
  });
  expect(fake.windows[0]?.done).toEqual(['load app://reader/', 'show']);
});

test('permissions, windows, navigation and the network are refused by default', async () => {
  await start();
  const own = { isMainFrame: true, requestingUrl: 'app://reader/' };
  const inner = { ...own, isMainFrame: false };
  const foreign = { ...own, requestingUrl: 'https://a.example/' };
  const ask = (permission: string, from = own) => {
    let answer: boolean | undefined;
    const grant = (granted: boolean) => {
      answer = granted;
    };
    fake.permission?.(...([{}, permission, grant, from] as unknown as PermissionArguments));
    const origin = new URL(from.requestingUrl).origin;
    const check = fake.permissionCheck?.(...([{}, permission, origin, from] as unknown as CheckArguments));
    expect(check).toBe(answer);
    return answer;
  };
  for (const permission of ['media', 'geolocation', 'clipboard-read', 'notifications', 'openExternal', 'fullscreen']) {
    expect(ask(permission), permission).toBe(false);
  }
  // Copying a passage, and keeping notes and books when the disk gets full.
  for (const permission of ['clipboard-sanitized-write', 'persistent-storage']) {
    expect([ask(permission), ask(permission, inner), ask(permission, foreign)]).toEqual([true, false, false]);
  }
  const [window] = fake.windows;
  expect(window?.webContents.openHandler?.({ url: 'https://a.example' } as never)).toEqual({ action: 'deny' });
  const navigate = (url: string) => {
    const event = { url, preventDefault: vi.fn() };
    window?.webContents.emit('will-navigate', event);
    return event.preventDefault.mock.calls.length === 1;
  };
  expect([navigate('https://a.example/'), navigate('app://reader.evil/'), navigate('app://reader/x')]).toEqual([
    true,
    true,
    false,
  ]);
  const frame = (url: string, isMainFrame = false) => {
    const event = { url, isMainFrame, preventDefault: vi.fn() };
    window?.webContents.emit('will-frame-navigate', event);
    return event.preventDefault.mock.calls.length === 1;
  };
  expect(['https://a.example/', 'data:text/html,x', 'file:///etc/passwd'].map((url) => frame(url))).not.toContain(
    false,
  );
  expect(['about:blank', 'blob:app://reader/1', 'app://reader/'].map((url) => frame(url))).not.toContain(true);
  const cancelled = ['https://a.example/', 'file:///etc/passwd', 'app://reader/x', 'blob:app://reader/1'];
  expect(cancelled.map((url) => fake.beforeRequest?.(url))).toEqual([true, true, false, false]);
});
type PermissionArguments = Parameters<NonNullable<NonNullable<typeof fake.permission>>>;
type CheckArguments = Parameters<NonNullable<NonNullable<typeof fake.permissionCheck>>>;

test('the reader’s page may call; other pages and frames inside may not', async () => {
  await start();
  expect(await invokeFrom('app://reader/', 'octavo', 'app.info', {})).toMatchObject({
    ok: true,
    value: { host: 'electron' },
  });
  for (const url of ['https://a.example/', 'app://reader.evil/', 'about:blank', 'file:///x']) {
    await expect(invokeFrom(url, 'octavo', 'app.info', {})).rejects.toThrow('Only the reader');
  }
  await expect(invokeFrom('app://reader/book', 'octavo', 'app.info', {}, innerFrame)).rejects.toThrow(
    'Only the reader',
  );
});

test('wrong arguments and unknown calls come back as values', async () => {
  await start();
  expect(await invokeFrom('app://reader/', 'octavo', 'no.such', {})).toMatchObject({ ok: false, code: 'bad_argument' });
  expect(await invokeFrom('app://reader/', 'octavo', 'import.open', { name: 1 })).toMatchObject({
    ok: false,
    code: 'bad_argument',
  });
});

test('bytes cross as they are, and events reach the page', async () => {
  await start();
  const call = (name: string, request: unknown) =>
    invokeFrom('app://reader/', 'octavo', name, request) as Promise<{ ok: boolean; value: { importId: string } }>;
  const { value } = await call('import.open', { name: 'a.epub', size: 3 });
  const bytes = new Uint8Array([1, 2, 3]);
  expect(await call('import.chunk', { importId: value.importId, offset: 0, bytes })).toMatchObject({ ok: true });
  const events = fake.windows[0]?.webContents.sent.filter(([, event]) => event === 'import.progress');
  expect(events?.at(-1)).toMatchObject(['octavo-event', 'import.progress', { name: 'a.epub', done: 3, total: 3 }]);
});

test('the scheme serves the renderer with its headers, nothing outside it, and needs no network', async () => {
  registerReaderScheme();
  expect(fake.schemes[0]).toMatchObject({ scheme: 'app', privileges: { standard: true, secure: true } });
  await start();
  const get = (path: string) => fake.protocols.get('app')?.(new Request(`app://reader${path}`)) as Promise<Response>;
  const page = await get('/');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('reader');
  expect((await get('/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  expect((await get('/%')).status).toBe(404);
  expect((await get('/book-files/b_1')).status).toBe(404);
});

test('only web addresses are opened outside', async () => {
  await start();
  const open = (url: string) => invokeFrom('app://reader/', 'octavo', 'app.openOutside', { url });
  expect(await open('https://example.org/a?b')).toMatchObject({ ok: true });
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://x', 'no address']) {
    expect(await open(url)).toMatchObject({ ok: false, code: 'bad_argument' });
  }
  expect(fake.opened).toEqual(['https://example.org/a?b']);
});

test('a second start hands its files over and brings the window to the front', async () => {
  const { folder } = await start();
  const file = join(folder, 'b.epub');
  await writeFile(file, 'bytes');
  app.emit('second-instance', {}, [], '', { files: [file] });
  // A window that fills the screen would lose that with `restore`.
  expect(fake.windows[0]?.done.slice(-2)).toEqual(['show', 'focus']);
  await eventually(async () => {
    const reply = await invokeFrom('app://reader/', 'octavo', 'import.list', {});
    expect(reply).toMatchObject({ value: [{ name: 'b.epub', stage: 'waiting' }] });
  });
});

test('a window that was put away comes back with a second start', async () => {
  await start();
  const [window] = fake.windows;
  if (window) window.minimized = true;
  app.emit('second-instance', {}, [], '', { files: [] });
  expect(window?.done.slice(-2)).toEqual(['restore', 'focus']);
});

test('a second start hands its files over while the first one still begins', async () => {
  const file = join(await temporaryFolder(), 'early.epub');
  await writeFile(file, 'bytes');
  vi.spyOn(app, 'whenReady').mockImplementationOnce(async () => {
    app.emit('second-instance', {}, [], '', { files: [file] });
  });
  await start();
  await eventually(async () => {
    const reply = await invokeFrom('app://reader/', 'octavo', 'import.list', {});
    expect(reply).toMatchObject({ value: [{ name: 'early.epub', stage: 'waiting' }] });
  });
});

test('a page that ends by itself is loaded again, a few times at most, and the log and the page are told', async () => {
  const { log } = await start();
  const contents = fake.windows[0]?.webContents;
  const info = () => invokeFrom('app://reader/', 'octavo', 'app.info', {});
  contents?.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect(contents?.reloads).toBe(0);
  expect(await info()).toMatchObject({ value: { heldUp: false } });
  for (let time = 0; time < 5; time++) contents?.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
  expect(contents?.reloads).toBe(3);
  expect(log.messages()).toContain('The page has ended');
  expect(await info()).toMatchObject({ value: { heldUp: true } });
  await invokeFrom('app://reader/', 'octavo', 'app.painted', {});
  expect(await info()).toMatchObject({ value: { heldUp: false } });
});

test('a page that goes on not answering is ended and loaded again; one that answers after all is not', async () => {
  await start();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const contents = fake.windows[0]?.webContents;
  contents?.emit('unresponsive');
  vi.advanceTimersByTime(1000);
  contents?.emit('responsive');
  vi.advanceTimersByTime(60_000);
  expect(contents?.reloads).toBe(0);
  contents?.emit('unresponsive');
  vi.advanceTimersByTime(4000);
  expect(contents?.reloads).toBe(1);
});

test('without the lock it ends at once and opens no window', async () => {
  fake.hasLock = false;
  const { ended } = await start();
  await ended;
  expect(fake.windows).toHaveLength(0);
  expect(fake.quits).toBe(1);
});

test('closing the window ends the client before the program', async () => {
  const { ended, lines } = await start();
  app.emit('window-all-closed');
  await ended;
  expect(lines).toEqual(['closed']);
  expect(fake.quits).toBe(1);
});

test('what is opened while Octavo ends is opened by a start of its own, without the files of this one', async () => {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
  });
  process.argv = ['electron', 'main.js', '--kiosk', 'first.epub'];
  const stopping = Promise.withResolvers<void>();
  const { ended } = await start({ files: [resolve('first.epub')] }, stopping.promise);
  const [window] = fake.windows;
  if (window) window.destroyed = true;
  app.emit('window-all-closed');
  app.emit('second-instance', {}, [], '', { files: ['/late.epub'] });
  app.emit('open-file', { preventDefault: () => undefined }, '/desktop.epub');
  expect(fake.quits).toBe(0);
  stopping.resolve();
  await ended;
  expect(fake.quits).toBe(1);
  expect(fake.relaunches).toEqual([
    ['main.js', '--kiosk', '/late.epub'],
    ['main.js', '--kiosk', '/desktop.epub'],
  ]);
});

test('a keyring that is none is not used', async () => {
  fake.keyring = 'basic_text';
  const { log } = await start();
  expect(log.messages().join()).toContain('no keyring');
});

test('the preload offers the bridge and nothing else', async () => {
  await start();
  await import('../../electron/preload.ts');
  expect([...fake.exposed.keys()]).toEqual(['octavo']);
  const bridge = fake.exposed.get('octavo') as Bridge;
  expect(Object.keys(bridge).sort()).toEqual(['call', 'on']);
  expect(await bridge.call('panel.info', {})).toMatchObject({ ok: true, value: { backend: 'none' } });
  const heard: unknown[] = [];
  const stop = bridge.on('service.online', (value) => heard.push(value));
  fake.rendererEvents.emit('octavo-event', {}, 'service.online', { online: false });
  fake.rendererEvents.emit('octavo-event', {}, 'account.changed', {});
  stop();
  fake.rendererEvents.emit('octavo-event', {}, 'service.online', { online: true });
  expect(heard).toEqual([{ online: false }]);
});
