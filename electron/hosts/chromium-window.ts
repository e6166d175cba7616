// Starts Chromium, keeps it to its one window and one origin, and says when it has ended. The debugging pipe ties both
// processes together: when this process dies in any way, Chromium ends by itself.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../disk/log.ts';
import { type CdpPipe, openCdpPipe } from './cdp-pipe.ts';
import { chromiumFlags, type WindowOptions } from './chromium-flags.ts';
import type { PageNet } from './page-net.ts';

export interface ChromiumWindow {
  focus(): Promise<void>;
  /** How the page looks, as a PNG. */
  picture(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

interface Options extends Omit<WindowOptions, 'address'> {
  binary: string;
  /** A fresh one-time address for each attempt. */
  address(): string;
  origin: string;
  log: Log;
  net: PageNet;
  /** Somebody may stop the page to look at it. */
  isDebugged: boolean;
  /** The window is gone. */
  onEnded(): void;
}

/** A Chromium that was killed a moment ago still holds its profile, and a new one then ends at once. */
const attempts = 20;
const attemptPause = 250;
/** A Chromium that shows no page by then never will. */
const openWithin = 30_000;

/** Resolves when the window exists; throws a sentence that says what to do when Chromium does not start. */
export async function openChromiumWindow(options: Options): Promise<ChromiumWindow> {
  let said = '';
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const started = await startChromium({ ...options, address: options.address() }, options);
    if ('window' in started) return started.window;
    said = started.said;
    if (attempt === 1) options.log.info('Chromium ended at once; it is started again');
    await pause(attemptPause);
  }
  throw new Error(`${options.binary} does not start. It said: ${said.trim() || 'nothing'}`);
}

type Started = { window: ChromiumWindow } | { said: string };

async function startChromium(flags: WindowOptions, options: Options): Promise<Started> {
  const { binary, log } = options;
  const child = spawn(binary, chromiumFlags(flags), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Chromium that hears of sleep on the system's bus closes every connection at once, the page's to us among them,
    // before the page for that time is painted. Nothing else that it would ask there is used.
    env: { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: 'disabled:' },
  });
  const said = keepTail(child.stderr as Readable);
  let isOpen = false;
  const exit = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`${binary} cannot be run.`, { cause })));
    child.once('exit', () => resolve());
  });
  const cdp = openCdpPipe(child.stdio[3] as Writable, child.stdio[4] as Readable, (error) => {
    // While it starts, its exit says more.
    if (isOpen) log.info('The pipe to Chromium broke', { cause: error });
  });
  const opened = guardTargets(cdp, options).then((window) => ({ window }));
  const ended = exit.then(() => ({ said: said() }));
  const late = pause(openWithin, undefined, { ref: false }).then(() => {
    if (!isOpen) child.kill('SIGKILL');
    return ended;
  });
  const started = await Promise.race([opened, ended, late]).catch((error: unknown) => {
    // The pipe also breaks because Chromium has ended; then its own end is what counts.
    if (child.pid === undefined || !child.killed) return ended;
    throw error;
  });
  if ('said' in started) return started;
  isOpen = true;
  void exit.then(options.onEnded);
  return { window: { ...started.window, close: () => closeChromium(child, cdp, exit) } };
}

interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
}

interface FoundWindow {
  windowId: number;
  bounds: { windowState?: string };
}

/** Resolves when the first page is there; from then on other pages are closed and the first is held to its origin. */
async function guardTargets(
  cdp: CdpPipe,
  { origin, log, net, isDebugged }: Options,
): Promise<Omit<ChromiumWindow, 'close'>> {
  const attempt = (work: Promise<unknown>, what: string) =>
    void work.catch((error: unknown) => log.info(`Chromium could not ${what}`, { cause: error }));
  let main: string | undefined;
  let session: string | undefined;
  const early = new Set<string>();
  const found = Promise.withResolvers<string>();
  const close = (targetId: string) => {
    log.warn('A second window was closed');
    attempt(cdp.send('Target.closeTarget', { targetId }), 'close a second window');
  };
  // Chromium may make an empty page before the window's own, so the window is known by where it leads.
  const meet = ({ targetId, type, url }: TargetInfo) => {
    if (type !== 'page' && type !== 'webview') return;
    if (main !== undefined) {
      if (targetId !== main) close(targetId);
    } else if (url.startsWith(`${origin}/`)) {
      main = targetId;
      early.delete(targetId);
      for (const other of early) close(other);
      found.resolve(targetId);
    } else early.add(targetId);
  };
  cdp.on<{ targetInfo: TargetInfo }>('Target.targetCreated', ({ targetInfo }) => meet(targetInfo));
  cdp.on<{ targetInfo: TargetInfo }>('Target.targetInfoChanged', ({ targetInfo }) => {
    if (main === undefined) meet(targetInfo);
    if (targetInfo.targetId !== main || !session || isAtHome(targetInfo.url, origin)) return;
    log.warn('The window was led elsewhere and brought back', { url: targetInfo.url.split('?')[0] });
    attempt(cdp.send('Page.navigate', { url: `${origin}/` }, session), 'bring the window back');
  });
  cdp.on<{ targetId: string }>('Target.targetDestroyed', ({ targetId }) => {
    early.delete(targetId);
    if (targetId === main) attempt(cdp.send('Browser.close'), 'end');
  });
  cdp.on<{ targetId: string }>('Target.targetCrashed', ({ targetId }) => {
    if (targetId !== main) return;
    log.error('The page has ended');
    net.gone();
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  const targetId = await found.promise;
  const attached = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  session = attached.sessionId;
  // Notes and books must not be thrown away when the disk gets full. What is not named here is refused from then on,
  // so also the copying of pictures, which pages may do otherwise.
  const permissions = ['durableStorage', 'clipboardSanitizedWrite'];
  attempt(cdp.send('Browser.grantPermissions', { origin, permissions }), 'grant lasting storage');
  net.hold({
    ask: () => cdp.send('Runtime.evaluate', { expression: '0' }, session),
    // Carried out beside the thread that hangs. Its answer is an error always: that the page has ended.
    end: () => void cdp.send('Page.crash', {}, session).catch(() => undefined),
    load: () => attempt(cdp.send('Page.navigate', { url: `${origin}/` }, session), 'load the page again'),
    isDebugged: () => isDebugged,
  });
  return {
    async picture() {
      const { data } = await cdp.send<{ data: string }>('Page.captureScreenshot', { format: 'png' }, session);
      return Uint8Array.from(Buffer.from(data, 'base64'));
    },
    async focus() {
      const { windowId, bounds } = await cdp.send<FoundWindow>('Browser.getWindowForTarget', { targetId });
      // One that fills the screen is to go on doing so.
      if (bounds.windowState === 'minimized') {
        await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
      }
      await cdp.send('Target.activateTarget', { targetId });
    },
  };
}

function isAtHome(url: string, origin: string): boolean {
  return url === '' || url === 'about:blank' || url.startsWith(`${origin}/`);
}

async function closeChromium(child: ChildProcess, cdp: CdpPipe, exit: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const kill = setTimeout(() => child.kill('SIGKILL'), 5000);
  // An error here means that it is ending already.
  await cdp.send('Browser.close').catch(() => undefined);
  await exit;
  clearTimeout(kill);
}

/** The last two kilobytes of what it said. */
function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8');
  stream.on('error', () => stream.destroy());
  stream.on('data', (text: string) => {
    tail = (tail + text).slice(-2048);
  });
  return () => tail;
}
