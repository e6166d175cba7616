// Opens evil books in the reader's engine, in a browser that could reach everything, on a page with the headers that
// both hosts serve; a server beside it writes down whoever asks it for anything.

import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../build/find-chromium.ts';
import { pageHeaders } from '../../electron/hosts/page-headers.ts';
import { type EvilChapter, evilBook, last, mark, shout } from './evil/case.ts';
import { files } from './evil/files.ts';
import { layouts } from './evil/layouts.ts';
import { markup } from './evil/markup.ts';
import { requests } from './evil/requests.ts';
import { scripts } from './evil/scripts.ts';
import { styles } from './evil/styles.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const books = new Map<string, Blob>();
/** Paths that somebody asked the other server for. */
const heard: string[] = [];
const servers: Server[] = [];
let folder: string;
let browser: Browser;
let page: Page;
/** Where it comes from. */
let home: string;
/** The server that must hear nothing. */
let here: string;
const surprises: string[] = [];

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The page and the books, with the hosts' headers. */
function pageServer(): Server {
  return createServer(async (request, reply) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    const book = books.get(path.replace('/books/', ''));
    if (book) {
      reply.writeHead(200, { ...pageHeaders, 'content-type': 'application/epub+zip' });
      reply.end(Buffer.from(await book.arrayBuffer()));
      return;
    }
    const file = join(folder, path === '/' ? 'index.html' : path);
    // Whatever cannot be read is answered as missing.
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      if (path !== '/favicon.ico') surprises.push(`asked for ${path}`);
      reply.writeHead(404, pageHeaders).end();
      return;
    }
    reply.writeHead(200, { ...pageHeaders, 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(reply);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-evil-'));
  const [origin] = await Promise.all([
    listen(pageServer()),
    listen(
      createServer((request, reply) => {
        heard.push(request.url ?? '');
        reply.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('x');
      }),
    ).then((address) => {
      here = address;
    }),
    build({
      root: new URL('./evil/page/', import.meta.url).pathname,
      configFile: false,
      logLevel: 'error',
      resolve: {
        alias: { '@xmldom/xmldom': new URL('../../src/book/package/native-xml-parser.ts', import.meta.url).pathname },
      },
      build: { outDir: folder, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 5000 },
    }),
  ]);
  const found = await findChromium();
  browser = await chromium.launch({ executablePath: found.path, args: found.args });
  home = origin;
  await openPage();
});

/** From here on, everything that opens, asks or leaves is a surprise. */
async function openPage(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 700, height: 900 } });
  page = await context.newPage();
  await page.goto(home);
  await page.waitForFunction('window.evil');
  context.on('page', (opened) => surprises.push(`opened ${opened.url()}`));
  page.on('dialog', (dialog) => {
    surprises.push(`asked “${dialog.message()}”`);
    void dialog.dismiss();
  });
  page.on('crash', () => surprises.push('crashed'));
  page.on('download', (download) => surprises.push(`downloaded ${download.url()}`));
  page.on('filechooser', () => surprises.push('asked for a file'));
  page.on('framenavigated', (frame) => {
    if (!/^(blob:|about:blank)/.test(frame.url())) surprises.push(`went to ${frame.url()}`);
  });
  page.on('request', (request) => {
    if (!/^(blob|data|about):/.test(request.url()) && !request.url().startsWith(home)) {
      surprises.push(`asked ${request.url()}`);
    }
  });
}

afterEach(async () => {
  const crashed = surprises.includes('crashed');
  surprises.length = 0;
  heard.length = 0;
  if (crashed) await openPage();
  else await call('evil.close()');
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true, force: true });
});

const call = <T>(expression: string): Promise<T> => page.evaluate<T>(expression);

async function open(name: string, book: Blob): Promise<string> {
  books.set(encodeURIComponent(name), book);
  return call<string>(`evil.open(${JSON.stringify(encodeURIComponent(encodeURIComponent(name)))})`);
}

/** Real taps and keys reach the reader, and nothing beside the book has changed. */
async function pressAround(): Promise<void> {
  await page.mouse.click(350, 400);
  await page.keyboard.press('PageDown');
  await page.mouse.click(350, 880);
  await call('evil.pressAll()');
}

describe('evil chapters', () => {
  test('the traps spring where nothing is closed', async () => {
    const open = await browser.newPage();
    await open.setContent(`<body><script>${shout(here, 'control')}</script><img src="${here}/control.png"></body>`);
    await expect
      .poll(() => heard.filter((path) => path.includes('control')).sort())
      .toEqual(['/control.png', '/ran/control']);
    expect(await open.evaluate('window.pwned')).toEqual(['control']);
    await open.close();
  });

  test.each<[string, EvilChapter]>(
    [...scripts, ...requests, ...styles, ...layouts, ...markup].map((one) => [one.name, one]),
  )('%s', async (name, evil) => {
    const before = await call('evil.surroundings()');
    expect(await open(name, await evilBook(evil, here))).toBe('opened');
    if (!evil.mayFail) expect(await call('evil.shownText()')).toContain(mark);
    await pressAround();
    expect(await call<{ presses: number }>('evil.seen')).toMatchObject({ presses: 1 });
    expect(await call<number>('evil.seen.taps + evil.seen.keys')).toBeGreaterThan(0);
    expect(await call('evil.turnToEnd()')).toContain(last);
    // A frame that has just been made for a chapter ahead has no address yet.
    const others = async () =>
      (await call<[string, string][]>('evil.frames()')).filter(
        ([sandbox, address]) => sandbox !== 'allow-same-origin' || !address.startsWith('blob:'),
      );
    await expect.poll(others).toEqual([]);
    expect(await call('evil.surroundings()')).toBe(before);
    expect(await call('window.pwned')).toBeUndefined();
    expect(await call('evil.moving()')).toEqual([]);
    expect([...heard, ...surprises]).toEqual([]);
  });
});

describe('evil files', () => {
  test.each(files.map((one) => [one.name, one] as const))('%s', async (name, file) => {
    expect(await open(name, await file.make())).toBe(file.ends);
    if (file.ends === 'opened') {
      expect(await call('evil.shownText()')).toContain(mark);
      expect(await call('evil.turnToEnd()')).toContain(last);
    }
  });
});

test('nothing came late', async () => {
  // Refreshes and prefetches may wait a moment.
  await wait(1200);
  expect([...heard, ...surprises]).toEqual([]);
  expect(await call('window.pwned')).toBeUndefined();
});
