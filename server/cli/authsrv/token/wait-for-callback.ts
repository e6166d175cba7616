// A web server on this machine that waits for the browser to come back from signing in. It answers one path, and takes
// only the answer that carries the state of this sign-in.

import { createServer, type ServerResponse } from 'node:http';
import { listenOn } from './listen-on.ts';

export interface Callback {
  /** `http://127.0.0.1:4446/callback`. */
  address: string;
  /** The address that the browser came back to; undefined when it did not in time. */
  answer(milliseconds: number): Promise<URL | undefined>;
  close(): Promise<void>;
}

const path = '/callback';

export async function waitForCallback(port: number, state: string): Promise<Callback> {
  const { promise, resolve } = Promise.withResolvers<URL | undefined>();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1/');
    if (request.method !== 'GET' || url?.pathname !== path) return page(response, 404, 'There is nothing here.');
    // Another page of this machine's browser must not end the sign-in with an answer of its own.
    if (url.searchParams.get('state') !== state) {
      return page(response, 400, 'This is not the answer that the command is waiting for.');
    }
    const failed = url.searchParams.has('error');
    page(response, 200, failed ? 'The sign-in was refused.' : 'You are signed in; the command goes on.', () =>
      resolve(url),
    );
  });
  const bound = await listenOn(server, port);
  return {
    address: `http://127.0.0.1:${bound}${path}`,
    answer: async (milliseconds) => {
      const timer = setTimeout(() => resolve(undefined), milliseconds);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function page(response: ServerResponse, status: number, sentence: string, sent?: () => void): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>authsrv</title><h1>${sentence}</h1>` +
        '<p>You can close this page.</p></html>',
      sent,
    );
}
