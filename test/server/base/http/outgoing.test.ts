// Requests to addresses that clients chose: nothing inside the operator's network is ever connected to, however its
// address is written, resolved or reached.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AddressRefused, createOutgoing } from '../../../../server/base/http/outgoing.ts';
import { reachableAddresses } from '../../../../server/base/http/private-addresses.ts';

let target: Server;
let port = 0;
let reached = 0;

beforeAll(async () => {
  target = createServer((request, response) => {
    reached++;
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` });
    response.end('here');
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  port = (target.address() as AddressInfo).port;
});
afterAll(() => target.close());

const leadsTo =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) as never);

async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  return error instanceof AddressRefused ? error : error?.cause;
}

test('addresses inside a network are told from public ones in every notation', () => {
  const mayReach = reachableAddresses([]);
  const inside = '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 198.19.0.1 224.0.0.1'
    .split(' ')
    .concat(
      '255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe [::1] fe80::1%eth0 fd00::1'.split(' '),
    )
    .concat('64:ff9b::7f00:1 2002:7f00:1:: 2001:0:1::1 2001:db8::1 fec0::1 ff02::1 100::1 localhost 0x7f.1'.split(' '));
  expect(inside.filter(mayReach)).toEqual([]);
  const outside = ['1.1.1.1', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1111', '[2a00:1450::1]'];
  expect(outside.filter((address) => !mayReach(address))).toEqual([]);
  const some = reachableAddresses(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32']);
  expect(
    ['10.1.9.9', '127.0.0.1', '::ffff:10.1.0.1', 'fd00:1::7', '10.2.0.1', '127.0.0.2', 'fd00:2::7'].map(some),
  ).toEqual([true, true, true, true, false, false, false]);
  for (const wrong of ['10.0.0.0/33', 'intranet', '10.0.0.0/x', '10.0.0.0/', '::/129']) {
    expect(() => reachableAddresses([wrong])).toThrow('OUTGOING_ALLOWED_ADDRESSES');
  }
});

test('literal addresses are refused as decimal, octal, hexadecimal, short and IPv6-mapped numbers alike', async () => {
  const outgoing = createOutgoing([]);
  const hosts = ['127.0.0.1', '2130706433', '0177.0.0.1', '0x7f000001', '127.1', '0', '[::1]', '[::ffff:127.0.0.1]'];
  for (const host of [...hosts, '[::ffff:7f00:1]', '[::127.0.0.1]', '169.254.169.254', '127.0.0.1.']) {
    expect(await refusal(outgoing.fetch(`http://${host}:${port}/`)), host).toBeInstanceOf(AddressRefused);
  }
  for (const url of ['file:///etc/passwd', 'ftp://1.1.1.1/', 'gopher://1.1.1.1/', 'http://user:pass@1.1.1.1/']) {
    expect(await refusal(outgoing.fetch(url)), url).toBeInstanceOf(AddressRefused);
  }
  expect(reached).toBe(0);
  await outgoing.close();
});

test('names that resolve into the network are refused, also when only one of their addresses does', async () => {
  for (const lookup of [leadsTo('127.0.0.1'), leadsTo('1.1.1.1', '10.0.0.1'), leadsTo('::ffff:127.0.0.1'), leadsTo()]) {
    const outgoing = createOutgoing([], lookup);
    expect(await refusal(outgoing.fetch(`http://rebinding.example:${port}/`))).toBeInstanceOf(AddressRefused);
    await outgoing.close();
  }
  const system = createOutgoing([]);
  expect(await refusal(system.fetch(`http://localhost:${port}/`))).toBeInstanceOf(AddressRefused);
  await system.close();
  expect(reached).toBe(0);
});

test('what the operator allows is reached, and a redirect is answered instead of followed', async () => {
  const outgoing = createOutgoing(['127.0.0.1'], leadsTo('127.0.0.1'));
  const response = await outgoing.fetch(`http://client.example:${port}/away`);
  expect([response.status, await response.text(), reached]).toEqual([302, 'here', 1]);
  await outgoing.close();
});

test('an endless reply ends', async () => {
  const endless = createServer((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  }).listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const outgoing = createOutgoing(['127.0.0.1']);
  const response = await outgoing.fetch(`http://127.0.0.1:${(endless.address() as AddressInfo).port}/`);
  await expect(response.text()).rejects.toThrow();
  await outgoing.close();
  endless.closeAllConnections();
  endless.close();
});
