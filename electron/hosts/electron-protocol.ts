// Serves the reader's page, its files and book bytes to Electron's window under `app://reader`.

import { Readable } from 'node:stream';
import { protocol } from 'electron';
import type { Client } from '../client-parts.ts';
import type { Log } from '../disk/log.ts';
import { pageHeaders } from './page-headers.ts';
import { decodePath, readRendererFile } from './renderer-files.ts';

export const readerOrigin = 'app://reader';

/** Must be called before the app is ready. */
export function registerReaderScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

export function serveReaderScheme(rendererFolder: string, serveBytes: Client['serveBytes'], log: Log): void {
  protocol.handle('app', async (request) => {
    try {
      return await respond(rendererFolder, serveBytes, request);
    } catch (error) {
      log.error('A request of the page failed', { path: URL.parse(request.url)?.pathname, cause: error });
      return reply(500, 'text/plain; charset=utf-8', 'This failed; the log says why.');
    }
  });
}

async function respond(folder: string, serveBytes: Client['serveBytes'], request: Request): Promise<Response> {
  const url = URL.parse(request.url);
  if (url?.host !== 'reader' || request.method !== 'GET') return reply(403, 'text/plain', 'Only the reader is here.');
  const path = decodePath(url.pathname);
  const file = path === undefined ? undefined : await readRendererFile(folder, path);
  if (file) return reply(200, file.type, file.bytes);
  if (path === '/') return reply(500, 'text/plain; charset=utf-8', 'The renderer is not built: run npm run build.');
  const bytes = await serveBytes(url.pathname, Object.fromEntries(request.headers));
  if (!bytes) return reply(404, 'text/plain', 'Nothing is here.');
  const { body } = bytes;
  // Node's and the browser's stream types describe the same object.
  const stream = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body && new Uint8Array(body);
  return new Response(stream ?? null, { status: bytes.status, headers: { ...pageHeaders, ...bytes.headers } });
}

function reply(status: number, type: string, body: string | Buffer): Response {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(bytes, { status, headers: { ...pageHeaders, 'content-type': type } });
}
