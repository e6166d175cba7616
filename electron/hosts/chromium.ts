// The Chromium host: a loopback server and either a Chromium window of its own or any browser of this machine. Composes
// the parts; knows nothing of books or accounts.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../api/errors.ts';
import type { Client, HostName, HostParts } from '../client-parts.ts';
import type { CommandLine } from '../command-line.ts';
import type { Log } from '../disk/log.ts';
import { openSettings } from '../disk/settings.ts';
import { openOutside } from '../open-outside.ts';
import { createAdmission } from './admission.ts';
import { pageScript } from './chromium-page.ts';
import { startServer, windowHost } from './chromium-server.ts';
import { createPageSockets } from './chromium-sockets.ts';
import { type ChromiumWindow, openChromiumWindow } from './chromium-window.ts';
import { pageHeaders } from './page-headers.ts';
import { createPageNet, type PageNet } from './page-net.ts';
import { decodePath, readRendererFile } from './renderer-files.ts';
import { type SecondStart, type SecondStartAnswer, takeInstance } from './single-instance.ts';

export interface ChromiumHostOptions {
  commandLine: CommandLine;
  folder: string;
  /** The built renderer. */
  rendererFolder: string;
  /** Path of the Chromium to run; not needed for `--browser`. */
  binary: string | undefined;
  /** Milliseconds without an answer until the page is loaded again; absent means 15 s, and for ever with a debugging port. */
  pagePatience?: number;
  log: Log;
  announce(line: string): void;
  createClient(parts: HostParts): Promise<Client>;
}

/** Resolves when the client has ended, or at once when another one is running for that folder. */
export async function runChromiumHost(options: ChromiumHostOptions): Promise<void> {
  const { commandLine, folder, log, announce } = options;
  const { browser, files } = commandLine;
  const second = takeSecondStarts();
  const instance = await takeInstance(folder, { browser, files }, second.answer);
  if (!instance.first) {
    log.info('Octavo is running already and was brought to the front');
    if (instance.answer.address) announce(`address ${instance.answer.address}`);
    return;
  }
  try {
    await run(options, second);
  } finally {
    second.end();
    instance.close();
  }
}

type SecondHandler = (request: SecondStart) => Promise<SecondStartAnswer>;

/** Second starts wait while the first one begins, and are told when it ends. */
function takeSecondStarts() {
  const handler = Promise.withResolvers<SecondHandler>();
  const refuse: SecondHandler = async () => ({ ending: true });
  let isEnding = false;
  return {
    answer: async (request: SecondStart) => (isEnding ? refuse : await handler.promise)(request),
    begin: handler.resolve,
    end() {
      isEnding = true;
      handler.resolve(refuse);
    },
    isEnding: () => isEnding,
  };
}

async function run(options: ChromiumHostOptions, second: ReturnType<typeof takeSecondStarts>): Promise<void> {
  const { commandLine, folder, log, announce } = options;
  const settings = await openSettings(folder, log);
  const admission = createAdmission();
  const sockets = createPageSockets(log);
  const ending = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<Client>();
  // Whoever needs the client awaits `ready` itself.
  ready.promise.catch(ending.reject);

  const server = await startServer(
    {
      admission,
      log,
      headers: pageHeaders,
      respond: (path, request, response) => respond(options, ready.promise, path, request, response),
      upgrade(request, socket, head) {
        const host: HostName = request.headers.host === windowHost ? 'chromium' : 'browser';
        const answer = ready.promise.then((client) => client.answer(host));
        sockets.accept(request, socket, head, async (name, value) => (await answer)(name, value));
      },
    },
    commandLine.port ?? settings.values.browserPort ?? 0,
  );
  if (commandLine.port === server.port || settings.values.browserPort === undefined) {
    await settings.change({ browserPort: server.port });
  }
  const browserAddress = () => {
    admission.admitHost(`127.0.0.1:${server.port}`);
    return `http://127.0.0.1:${server.port}/enter?nonce=${admission.issueNonce()}`;
  };

  let window: ChromiumWindow | undefined;
  const net = createPageNet({ log, patience: options.pagePatience ?? 15_000 });
  const opening = commandLine.browser ? undefined : openWindow(options, server.port, admission, net, ending.resolve);
  opening?.then((opened) => {
    window = opened;
  }, ending.reject);
  options
    .createClient({
      folder,
      settings,
      log,
      announce,
      emit: sockets.emit,
      openOutside: (url) => openOutside(url, log),
      async takePicture() {
        if (!window) throw new AppError('not_found', 'There is no window to look at.');
        return window.picture();
      },
      quit: ending.resolve,
      page: net,
    })
    .then(ready.resolve, ready.reject);
  if (commandLine.browser) announce(`address ${browserAddress()}`);

  second.begin(async (request) => {
    const client = await ready.promise;
    if (second.isEnding()) return { ending: true };
    await client.importFiles(request.files);
    if (request.browser || !opening) return { address: browserAddress() };
    // The client is often there before its window, which comes to the front by itself.
    await window?.focus().catch((error: unknown) => log.info('The window could not be shown', { cause: error }));
    return {};
  });
  const stopSignals = onSignals(ending.resolve);

  try {
    await ending.promise;
  } finally {
    second.end();
    stopSignals();
    net.close();
    const closed = opening?.then(
      (opened) => opened.close(),
      () => undefined,
    );
    // A window that is still being opened goes with this process, by the pipe between them.
    await (window ? closed : Promise.race([closed, pause(1000)]));
    sockets.close();
    await server.close();
    await ready.promise.then(
      (client) => client.stop(),
      () => undefined,
    );
    announce('closed');
  }
}

function openWindow(
  options: ChromiumHostOptions,
  port: number,
  admission: ReturnType<typeof createAdmission>,
  net: PageNet,
  onEnded: () => void,
): Promise<ChromiumWindow> {
  const { commandLine, folder, binary, pagePatience, log } = options;
  if (!binary) {
    const advice = 'install one (Debian: apt-get install chromium), or start with --browser';
    return Promise.reject(new Error(`No Chromium was found; ${advice}.`));
  }
  const origin = `http://${windowHost}`;
  admission.admitHost(windowHost);
  return openChromiumWindow({
    binary,
    log,
    port,
    origin,
    net,
    isDebugged: commandLine.debugPort !== undefined && pagePatience === undefined,
    onEnded,
    profile: join(folder, 'chromium'),
    address: () => `${origin}/enter?nonce=${admission.issueNonce()}`,
    kiosk: commandLine.kiosk,
    headless: commandLine.headless,
    ...(commandLine.debugPort === undefined ? {} : { debugPort: commandLine.debugPort }),
  });
}

async function respond(
  { rendererFolder }: ChromiumHostOptions,
  ready: Promise<Client>,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, type: string, body: string | Buffer, cache = 'no-store') => {
    response.writeHead(status, { ...pageHeaders, 'content-type': type, 'cache-control': cache });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (pathname === '/bridge.js') return send(200, 'text/javascript; charset=utf-8', pageScript());
  const path = decodePath(pathname);
  const file = path === undefined ? undefined : await readRendererFile(rendererFolder, path);
  if (file) {
    const isPage = file.type.startsWith('text/html');
    // Built assets carry a hash of their content in their names.
    const cache = path?.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache';
    return send(200, file.type, isPage ? addBridge(file.bytes.toString('utf8')) : file.bytes, cache);
  }
  if (path === '/') return send(500, 'text/plain; charset=utf-8', 'The renderer is not built: run npm run build.');
  const client = await ready;
  const bytes = await client.serveBytes(pathname, request.headers);
  if (!bytes) return send(404, 'text/plain; charset=utf-8', 'Nothing is here.');
  response.writeHead(bytes.status, { ...pageHeaders, ...bytes.headers });
  if (!bytes.body || request.method === 'HEAD' || Buffer.isBuffer(bytes.body)) {
    if (bytes.body && !Buffer.isBuffer(bytes.body)) bytes.body.destroy();
    response.end(request.method === 'HEAD' ? undefined : bytes.body);
    return;
  }
  await pipeline(bytes.body, response);
}

/** The bridge must be there before the renderer's first script. */
function addBridge(html: string): string {
  const script = '<script src="/bridge.js"></script>';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + script) : script + html;
}

function onSignals(stop: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  // Whoever started this holds the other end: when that process dies, however it dies, nothing stays behind.
  const follows = process.env.OCTAVO_STOP_WITH_STDIN === '1';
  if (follows) process.stdin.on('end', stop).resume();
  return () => {
    for (const signal of signals) process.off(signal, stop);
    if (follows) process.stdin.off('end', stop).pause();
  };
}
