// A server that closes waits for the requests that are under way, and for no connection that sends none.

import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { createHttp } from '../../../../server/base/http/http.ts';
import { createLog } from '../../../../server/base/log.ts';
import { selfSigned } from '../../self-signed.ts';

const log = createLog({ name: 'test', level: 'silent' });

async function opened(tls?: typeof selfSigned) {
  const app = createHttp({ log, ...(tls ? { tls } : {}) });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    asked.resolve();
    await answer.promise;
    return { ok: 1 };
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const accepted = (count: number) =>
    expect.poll(() => new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)))).toBe(count);
  return { app, port, accepted, asked: asked.promise, answer: answer.resolve };
}

test('connections that never sent a request, or half of one, do not keep the server', async () => {
  const { app, port, accepted } = await opened();
  const silent = connect(port, '127.0.0.1');
  const half = connect(port, '127.0.0.1');
  half.write('GET /slow HTTP/1.1\r\nHos');
  await accepted(2);
  const ends = [silent, half].map((socket) =>
    once(
      socket.on('error', () => undefined),
      'close',
    ),
  );
  await app.close();
  await Promise.all(ends);
});

test('nor do those that have not agreed on TLS, or have and are silent', async () => {
  const { app, port, accepted } = await opened(selfSigned);
  const plain = connect(port, '127.0.0.1').on('error', () => undefined);
  const agreed = connectTls({ port, host: '127.0.0.1', ca: selfSigned.cert, servername: 'localhost' });
  await once(agreed, 'secureConnect');
  await accepted(2);
  await app.close();
  plain.destroy();
  agreed.destroy();
});

test('a request that is under way is answered, and its connection ends with the answer', async () => {
  const { app, port, asked, answer } = await opened();
  const agent = new Agent({ keepAlive: true });
  const reply = new Promise<string>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/slow', agent }, async (response) => {
      const body = await response.setEncoding('utf8').toArray();
      resolve(`${response.headers.connection} ${body.join('')}`);
    }).on('error', reject);
  });
  await asked;
  // Longer than a silent connection has: this one is ended first, the request is not.
  const silent = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(silent, 'connect');
  const closed = app.close();
  await once(silent, 'close');
  answer();
  expect(await reply).toBe('close {"ok":1}');
  await closed;
  agent.destroy();
});
