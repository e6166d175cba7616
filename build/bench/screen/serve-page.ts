// Builds the bench's page with vite into a temporary folder and serves it together with the books.

import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { build } from 'vite';

export interface ServedPage {
  url: string;
  close(): Promise<void>;
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.epub': 'application/epub+zip',
};

/** The engines' page, the one that tells how fast the machine is, and the client's. */
export type PageName = 'index' | 'known-work' | 'client';

/** `books` are files by the name they are asked for under `/books/`. */
export async function servePage(
  books: ReadonlyMap<string, string>,
  names: readonly PageName[] = ['index', 'known-work'],
): Promise<ServedPage> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'));
  const pages = fileURLToPath(new URL('../screen-page/', import.meta.url));
  await build({
    root: pages,
    configFile: false,
    logLevel: 'error',
    base: './',
    resolve: {
      alias: {
        '@xmldom/xmldom': fileURLToPath(new URL('../../../src/book/package/native-xml-parser.ts', import.meta.url)),
      },
    },
    plugins: [preact()],
    build: {
      rolldownOptions: { input: names.map((name) => join(pages, `${name}.html`)) },
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome120',
      chunkSizeWarningLimit: 2000,
    },
  });
  const server = createServer(async (request, reply) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/'));
    const file = books.get(path.replace('/books/', '')) ?? join(folder, path === '/' ? 'index.html' : path);
    // Whatever cannot be read is answered as missing.
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
      reply.writeHead(404).end();
      return;
    }
    reply.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
