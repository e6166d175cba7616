import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostPaths } from '../../../api/host-paths.ts';
import { createRemoteParts, isPublicAddress } from '../../../electron/books/remote-parts.ts';
import { recordingLog } from '../recording-log.ts';

const asked: string[] = [];
let server: Server;
let port: number;

/** Every name is this device, whatever it is called. */
const lookup: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(`${request.url} ${request.headers.cookie ?? ''}${request.headers.referer ?? ''}`.trim());
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const types: Record<string, string> = { '/a.png': 'image/png', '/f.woff2': 'font/woff2', '/page': 'text/html' };
    if (pathname === '/away') reply.writeHead(302, { location: 'http://10.0.0.1/x.png' }).end();
    else if (pathname === '/moved') reply.writeHead(301, { location: '/a.png' }).end();
    else if (pathname === '/round') reply.writeHead(302, { location: '/round' }).end();
    else if (pathname === '/file') reply.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (pathname === '/huge') reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(33 << 20));
    else if (types[pathname])
      reply.writeHead(200, { 'content-type': types[pathname], 'set-cookie': 'a=b' }).end('bytes');
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = createRemoteParts({ log: recordingLog(), lookup, isPublic: (address) => address === '127.0.0.1' });
const get = async (address: string, parts = open) => {
  const reply = await parts.serve(hostPaths.remotePart(address));
  return [reply?.status, reply?.headers['content-type'], String(reply?.body)];
};

test('fetches pictures, sounds and fonts of web addresses, and follows where they moved', async () => {
  const web = `http://books.example:${port}`;
  expect(await get(`${web}/a.png?x=1`)).toEqual([200, 'image/png', 'bytes']);
  expect(await get(`${web}/f.woff2`)).toEqual([200, 'font/woff2', 'bytes']);
  expect(await get(`${web}/moved`)).toEqual([200, 'image/png', 'bytes']);
  expect(asked).toEqual(['/a.png?x=1', '/f.woff2', '/moved', '/a.png']);
  expect(await open.serve('/book-files/x')).toBeUndefined();
});

test('refuses every other kind of thing and of address', async () => {
  const web = `http://books.example:${port}`;
  for (const path of ['/page', '/away', '/round', '/file', '/huge'])
    expect([path, (await get(web + path))[0]]).toEqual([path, 403]);
  expect((await get(`${web}/missing`))[0]).toBe(502);
  for (const address of [
    'file:///etc/passwd',
    'javascript:1',
    'ftp://a/b',
    'http://u:p@books.example/a.png',
    '',
    'x',
    `${web}/${'a'.repeat(5000)}`,
  ]) {
    expect([address, (await get(address))[0]]).toEqual([address, 403]);
  }
  expect((await open.serve('/remote-parts/%'))?.status).toBe(403);
});

test('asks nothing of this device and its network, by number or by name', async () => {
  const closed = createRemoteParts({ log: recordingLog(), lookup });
  asked.length = 0;
  for (const host of [
    '127.0.0.1',
    'localhost',
    'books.example',
    '[::1]',
    '0x7f000001',
    '2130706433',
    '[::ffff:127.0.0.1]',
  ]) {
    expect([host, (await get(`http://${host}:${port}/a.png`, closed))[0]]).not.toEqual([host, 200]);
  }
  expect(asked).toEqual([]);
  const inside = [
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '224.0.0.1',
    'x',
  ];
  expect(inside.filter(isPublicAddress)).toEqual([]);
  expect(['93.184.216.34', '2606:2800:220:1::1'].filter(isPublicAddress).length).toBe(2);
});
