// Who gets into the Chromium host's server: hosts, origins, cookies, nonces, other users, ways out.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmission } from '../../../electron/hosts/admission.ts';
import { type ServerParts, startServer, windowHost } from '../../../electron/hosts/chromium-server.ts';
import { pageHeaders } from '../../../electron/hosts/page-headers.ts';
import { peerUid } from '../../../electron/hosts/peer-uid.ts';
import { recordingLog } from '../recording-log.ts';

async function start(more: Partial<ServerParts> = {}) {
  const admission = createAdmission();
  admission.admitHost(windowHost);
  const log = recordingLog();
  const upgraded: string[] = [];
  const server = await startServer(
    {
      admission,
      log,
      headers: pageHeaders,
      respond: async (path, _request, response) => void response.writeHead(200, pageHeaders).end(`page ${path}`),
      upgrade(_request, socket) {
        upgraded.push('yes');
        socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      },
      ...more,
    },
    0,
  );
  onTestFinished(server.close);
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(server.port, path, { host: windowHost, ...headers }, method);
  const enter = async () => {
    const reply = await ask(`/enter?nonce=${admission.issueNonce()}`);
    return String(reply.headers['set-cookie']?.[0]?.split(';')[0]);
  };
  return { ...server, admission, log, upgraded, ask, enter };
}

async function send(port: number, path: string, headers: Record<string, string>, method = 'GET') {
  const asked: ClientRequest = request({ port, host: '127.0.0.1', path, headers, method, agent: false });
  asked.end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of reply) text += part;
  return { status: reply.statusCode, headers: reply.headers, text };
}

/** Says raw lines and returns all that comes back. */
async function talk(port: number, text: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  socket.on('error', () => socket.destroy());
  socket.write(text);
  await once(socket, 'close');
  return heard;
}

test('a nonce is swapped once for a strict, script-proof cookie that opens the pages', async () => {
  const { ask, admission } = await start();
  const nonce = admission.issueNonce();
  const first = await ask(`/enter?nonce=${nonce}`);
  expect(first).toMatchObject({ status: 303, headers: { location: '/' } });
  expect(first.headers['set-cookie']?.[0]).toMatch(
    /^octavo-[0-9a-f]+=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/$/,
  );
  expect((await ask(`/enter?nonce=${nonce}`)).status).toBe(403);
  const cookie = String(first.headers['set-cookie']?.[0]?.split(';')[0]);
  expect(await ask('/x', { cookie })).toMatchObject({ status: 200, text: 'page /x' });
  expect((await ask('/x', { cookie: `other=1; ${cookie}; more=2` })).status).toBe(200);
});

test('without the cookie, or with a wrong one, nothing is served', async () => {
  const { ask, enter } = await start();
  const cookie = await enter();
  expect((await ask('/')).status).toBe(403);
  expect((await ask('/', { cookie: `${cookie.slice(0, -1)}${cookie.endsWith('0') ? '1' : '0'}` })).status).toBe(403);
  expect((await ask('/', { cookie: cookie.replace('=', 'x=') })).status).toBe(403);
  expect((await ask('/enter?nonce=')).status).toBe(403);
  expect((await ask(`/enter?nonce=${'0'.repeat(64)}`)).status).toBe(403);
});

test('other hosts are refused, so that a rebound name gets nothing', async () => {
  const { port, enter, admission } = await start();
  const cookie = await enter();
  for (const host of ['evil.example', `127.0.0.1:${port}`, `${windowHost}.evil.example`, `${windowHost}:81`]) {
    const reply = await send(port, '/', { host, cookie });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.text).not.toContain('page');
  }
  admission.admitHost(`127.0.0.1:${port}`);
  expect((await send(port, '/', { host: `127.0.0.1:${port}`, cookie })).status).toBe(200);
});

test('only reading methods are answered', async () => {
  const { ask, enter } = await start();
  const cookie = await enter();
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await ask('/', { cookie }, method)).status).toBe(405);
});

test('as a proxy it leads nowhere but to itself', async () => {
  const { port, enter } = await start();
  const cookie = await enter();
  const proxied = (url: string, host: string) => send(port, url, { host, cookie });
  expect((await proxied('http://example.org/', 'example.org')).status).toBe(403);
  expect((await proxied('http://example.org/', windowHost)).status).toBe(403);
  expect((await proxied('https://example.org/', windowHost)).status).toBe(403);
  expect((await proxied(`http://${windowHost}/y`, windowHost)).text).toBe('page /y');
  for (const place of [
    'example.org:443',
    '127.0.0.1:22',
    `127.0.0.1:${port}`,
    `${windowHost}:443`,
    'reader.localhost:22',
  ]) {
    expect(await talk(port, `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\n`)).toContain('403 Forbidden');
  }
  const inside = `GET /z HTTP/1.1\r\nHost: ${windowHost}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  const tunnelled = await talk(port, `CONNECT ${windowHost}:80 HTTP/1.1\r\nHost: ${windowHost}:80\r\n\r\n${inside}`);
  expect(tunnelled).toMatch(/^HTTP\/1.1 200 OK[\s\S]*page \/z/);
});

test('a WebSocket needs our origin, our host and the cookie', async () => {
  const { port, enter, upgraded } = await start();
  const cookie = await enter();
  const upgrade = (headers: Record<string, string>, path = '/ipc') => {
    const all = { Host: windowHost, Connection: 'Upgrade', Upgrade: 'websocket', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return talk(port, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  };
  const own = { Origin: `http://${windowHost}`, Cookie: cookie };
  expect(await upgrade({ Cookie: cookie })).toContain('403');
  expect(await upgrade({ ...own, Origin: 'http://evil.example' })).toContain('403');
  expect(await upgrade({ ...own, Origin: 'null' })).toContain('403');
  expect(await upgrade({ Origin: own.Origin })).toContain('403');
  expect(await upgrade({ ...own, Host: 'evil.example', Origin: 'http://evil.example' })).toContain('403');
  expect(await upgrade(own, '/other')).toContain('403');
  expect(upgraded).toEqual([]);
  expect(await upgrade(own)).toContain('101');
  expect(upgraded).toEqual(['yes']);
});

test('another user gets nothing and does not use a nonce up', async () => {
  let peer: 'own' | 'foreign' | 'gone' = 'foreign';
  const { ask, admission, log } = await start({ recognise: async () => peer });
  const nonce = admission.issueNonce();
  expect((await ask(`/enter?nonce=${nonce}`)).status).toBe(403);
  expect(log.messages().join()).toContain('another user');
  peer = 'gone';
  expect((await ask(`/enter?nonce=${nonce}`)).status).toBe(403);
  peer = 'own';
  expect((await ask(`/enter?nonce=${nonce}`)).status).toBe(303);
});

test('a real other user is refused by the kernel’s word', async (context) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return context.skip('only root can become another user');
  const { port, admission } = await start();
  const nonce = admission.issueNonce();
  const script = `fetch('http://127.0.0.1:${port}/enter?nonce=${nonce}', { redirect: 'manual' })
    .then((reply) => console.log(reply.status), (error) => console.log(error.message))`;
  admission.admitHost(`127.0.0.1:${port}`);
  const ask = async (uid: number) => {
    // The other user may not be allowed to read this project's files, so nothing of it is needed.
    const child = spawn('/proc/self/exe', ['-e', script], {
      uid,
      gid: uid,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const part of child.stdout) said += part;
    return said.trim();
  };
  expect(await ask(65534)).toBe('403');
  expect(await ask(0)).toBe('303');
});

test('when the owner cannot be found out, the connection is refused', async () => {
  const recognise = () => Promise.reject(new Error('no /proc'));
  const { ask, admission } = await start({ recognise });
  expect((await ask(`/enter?nonce=${admission.issueNonce()}`)).status).toBe(403);
});

test('the kernel names the owner of a loopback connection', async (context) => {
  if (process.platform !== 'linux') return context.skip('only Linux lists connections in /proc');
  const { port } = await start();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  // Seen from the other end, the server is the peer.
  expect(await peerUid(socket)).toBe(process.getuid?.());
  expect(
    await peerUid({ remoteAddress: '127.0.0.1', remotePort: 1, localAddress: '127.0.0.1', localPort: 1 }),
  ).toBeUndefined();
  socket.destroy();
});

test('nonsense does not end the server', async () => {
  const { port, ask, enter } = await start();
  const cookie = await enter();
  for (const text of [
    '\0\0\0\0\r\n\r\n',
    'GET\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
  ]) {
    await talk(port, text);
  }
  connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resetAndDestroy();
  expect((await ask('/', { cookie })).status).toBe(200);
});

test('a failing page is a 500 without internals', async () => {
  const respond = () => Promise.reject(new Error('secret detail'));
  const { ask, enter, log } = await start({ respond });
  const reply = await ask('/', { cookie: await enter() });
  expect(reply.status).toBe(500);
  expect(reply.text).not.toContain('secret detail');
  expect(log.entries.some(({ level }) => level === 'error')).toBe(true);
});

test('a busy port is replaced by another and said so', async () => {
  const first = await start();
  const log = recordingLog();
  const admission = createAdmission();
  const parts = { admission, log, headers: {}, respond: async () => undefined, upgrade: () => undefined };
  const second = await startServer(parts, first.port);
  onTestFinished(second.close);
  expect(second.port).not.toBe(first.port);
  expect(log.messages().join()).toContain('taken');
});

test('unused nonces are bounded, the oldest go', () => {
  const admission = createAdmission();
  const nonces = Array.from({ length: 20 }, () => admission.issueNonce());
  expect(admission.redeem(String(nonces[0]))).toBeUndefined();
  expect(admission.redeem(String(nonces[19]))).toBeDefined();
});
