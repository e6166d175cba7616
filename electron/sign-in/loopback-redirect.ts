// Waits on a loopback port for the browser to come back from the authorization server (RFC 8252, section 7.3).
// Knows neither codes nor tokens.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackRedirect {
  /** The redirect address to announce. */
  uri: string;
  /** The address that the browser came back to. */
  returned: Promise<URL>;
  close(): void;
}

const page = (text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Octavo</title><p>${text}</p></html>`;

export async function openLoopbackRedirect(): Promise<LoopbackRedirect> {
  const { promise: returned, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', uri());
    const isCallback = request.method === 'GET' && url?.pathname === '/callback' && request.headers.host === url.host;
    const status = isCallback ? 200 : 404;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      // The address holds a code.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      connection: 'close',
    };
    const text = isCallback ? 'You can close this page and go back to Octavo.' : 'Nothing is here.';
    response.writeHead(status, headers).end(page(text));
    if (isCallback && url) resolve(url);
  });
  const uri = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((listening, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    uri: uri(),
    returned,
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}
