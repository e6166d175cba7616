// The Electron host: one sandboxed window on `app://reader`, calls over ipcMain, everything else refused by default.
// Composes the parts; knows nothing of books or accounts.

import { join, resolve } from 'node:path';
import { app, BrowserWindow, ipcMain, Menu, session, shell, type WebContents } from 'electron';
import { AppError } from '../../api/errors.ts';
import type { Client, HostParts } from '../client-parts.ts';
import type { CommandLine } from '../command-line.ts';
import type { Log } from '../disk/log.ts';
import { openSettings } from '../disk/settings.ts';
import { readWebAddress } from '../open-outside.ts';
import { findKeyring } from './electron-keyring.ts';
import { readerOrigin, serveReaderScheme } from './electron-protocol.ts';
import { createPageNet, type PageNet } from './page-net.ts';

export interface ElectronHostOptions {
  commandLine: CommandLine;
  folder: string;
  rendererFolder: string;
  preload: string;
  log: Log;
  announce(line: string): void;
  createClient(parts: HostParts): Promise<Client>;
}

/** What a second start hands over to the first. */
interface Handover {
  files: string[];
}

/** Resolves when the client has ended, or at once when another one is running for that folder. */
export async function runElectronHost(options: ElectronHostOptions): Promise<void> {
  const { commandLine, folder, rendererFolder, log, announce } = options;
  if (commandLine.browser) throw new Error('--browser is served by the Chromium host (dist/chromium/chromium.mjs).');
  app.setPath('userData', join(folder, 'electron'));
  const handover: Handover = { files: commandLine.files };
  if (!app.requestSingleInstanceLock(handover)) {
    log.info('Octavo is running already and was brought to the front');
    app.quit();
    return;
  }
  const ending = Promise.withResolvers<void>();
  let isEnding = false;
  const end = () => {
    isEnding = true;
    ending.resolve();
  };
  const ready = Promise.withResolvers<Client>();
  let window: BrowserWindow | undefined;
  // Before anything is awaited: a second start may come while this one still begins, and has its files with it.
  takeOtherFiles({
    ...{ ready: ready.promise, window: () => window, isEnding: () => isEnding, log },
    startAnew: (files) => app.relaunch({ args: [...ownArguments(commandLine), ...files] }),
  });
  await app.whenReady();
  Menu.setApplicationMenu(null);
  refuseByDefault();
  const net = createPageNet({ log, patience: patienceAfterSilence });

  const client = await options.createClient({
    folder,
    log,
    announce,
    settings: await openSettings(folder, log),
    emit: (event, value) => {
      if (window && !window.isDestroyed()) window.webContents.send('octavo-event', event, value);
    },
    openOutside: (url) => shell.openExternal(readWebAddress(url)),
    quit: end,
    async takePicture() {
      if (!window) throw new AppError('not_found', 'There is no window to look at.');
      return Uint8Array.from((await window.webContents.capturePage()).toPNG());
    },
    page: net,
    ...findKeyring(log),
  });
  serveReaderScheme(rendererFolder, client.serveBytes, log);
  serveCalls(client);
  window = createWindow(options, log);
  holdPage(window.webContents, net, log);
  ready.resolve(client);

  app.on('window-all-closed', end);
  let stopped = false;
  app.on('before-quit', (event) => {
    if (!stopped) event.preventDefault();
    end();
  });
  await window.loadURL(`${readerOrigin}/`);
  await ending.promise;
  net.close();
  await client.stop();
  announce('closed');
  await log.flush();
  stopped = true;
  app.quit();
}

interface Taking {
  ready: Promise<Client>;
  window(): BrowserWindow | undefined;
  isEnding(): boolean;
  /** Starts Octavo with these files as soon as this process has ended, and not before. */
  startAnew(files: readonly string[]): void;
  log: Log;
}

function takeOtherFiles({ ready, window, isEnding, startAnew, log }: Taking): void {
  const take = (files: readonly string[]) => {
    // Nobody is here any more who would take them, and the lock is held until the end.
    if (isEnding()) {
      log.info('What was opened while Octavo ends is opened by a start of its own');
      startAnew(files);
      return;
    }
    void ready
      .then((client) => client.importFiles(files))
      .catch((error: unknown) => log.error('Files could not be taken over', { cause: error }));
  };
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const shown = window();
    // One that was closed is there until the client has ended, and answers nothing.
    if (shown && !shown.isDestroyed()) {
      // One that fills the screen is to go on doing so.
      if (shown.isMinimized()) shown.restore();
      shown.focus();
    }
    take(readHandover(data).files);
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    take([file]);
  });
}

function createWindow({ commandLine, preload }: ElectronHostOptions, log: Log): BrowserWindow {
  const window = new BrowserWindow({
    width: 1024,
    height: 1366,
    kiosk: commandLine.kiosk,
    show: false,
    backgroundColor: '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  const { webContents } = window;
  webContents.setWindowOpenHandler(({ url }) => {
    log.warn('A second window was refused', { url: url.split('?')[0] });
    return { action: 'deny' };
  });
  webContents.on('will-navigate', (event) => {
    if (isReaderPage(event.url)) return;
    log.warn('The window was to be led elsewhere', { url: event.url.split('?')[0] });
    event.preventDefault();
  });
  webContents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || isReaderPage(event.url) || /^(?:about|blob):/.test(event.url)) return;
    log.warn('A page of a book was to be led elsewhere', { url: event.url.split('?')[0] });
    event.preventDefault();
  });
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  window.once('ready-to-show', () => {
    if (!commandLine.headless) window.show();
  });
  return window;
}

/** Milliseconds. That the page is silent is told when it has left an input unanswered for about fifteen seconds. */
const patienceAfterSilence = 3000;

/** What was kept is there again when the page is loaded anew. */
function holdPage(webContents: WebContents, net: PageNet, log: Log): void {
  net.hold({
    end: () => webContents.forcefullyCrashRenderer(),
    load: () => webContents.reload(),
    isDebugged: () => webContents.isDevToolsOpened() || webContents.debugger.isAttached(),
  });
  webContents.on('unresponsive', net.waiting);
  webContents.on('responsive', net.answered);
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error('The page has ended', { reason, exitCode });
    net.gone();
  });
}

/** What the reader's own page may do without being asked: copy a passage, and keep notes and books on a full disk. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'persistent-storage']);

function refuseByDefault(): void {
  const { defaultSession } = session;
  const isAllowed = (permission: string, isMainFrame: boolean, url: string) =>
    allowed.has(permission) && isMainFrame && isReaderPage(url);
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(isAllowed(permission, isMainFrame, requestingUrl)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame, requestingUrl }) =>
    isAllowed(permission, isMainFrame, requestingUrl ?? origin),
  );
  // Books and pages have no way to the network; the main process asks the service itself.
  defaultSession.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !/^(?:app|blob|data|devtools):/.test(url) });
  });
}

function serveCalls(client: Client): void {
  const answer = client.answer('electron');
  ipcMain.handle('octavo', (event, name: unknown, request: unknown) => {
    const frame = event.senderFrame;
    // Frames inside hold book content.
    if (!frame || frame.parent !== null || !isReaderPage(frame.url))
      throw new Error('Only the reader’s page may call.');
    return answer(String(name), request);
  });
}

/** What this process was started with, but for its files: they were taken over once. */
function ownArguments({ files }: CommandLine): string[] {
  return process.argv.slice(1).filter((argument) => !files.includes(resolve(argument)));
}

const isReaderPage = (url: string) => url === readerOrigin || url.startsWith(`${readerOrigin}/`);

function readHandover(data: unknown): Handover {
  const files = typeof data === 'object' && data !== null && 'files' in data ? data.files : [];
  return { files: Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [] };
}
