// Signed writes on the wire. The signature is computed a second time here, by Node's crypto and from the
// contract's words, not by the code under test.

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { setUp } from './sdk-setting.ts';
import { type Arrived, sendError, sendJson } from './wire-service.ts';

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`).join(',')}}`;
}

function expectedSignature({ method, target, json = {} }: Arrived, key: string): string {
  const lines = Object.keys(json)
    .filter((name) => name !== 'signature')
    .sort()
    .map((name) => `${name}=${sortedJson(json[name])}`);
  return createHmac('sha256', key)
    .update([method, target, ...lines].join('\n'))
    .digest('hex');
}

const heartbeat = {
  bookId: 'b_書',
  chapterUid: 3,
  chapterOffset: 120,
  progress: 12.5,
  deviceId: 'd1',
  readingTime: 30,
  hours: [{ time: 1_699_999_200, readingTime: 30 }],
};

test('a signed write carries random, timestamp and a signature over everything else', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, { result: 'applied' }));
  await transport.call('POST /book/read', heartbeat);
  const [arrived] = service.arrived;
  expect(arrived?.json).toEqual({
    ...heartbeat,
    random: expect.stringMatching(/^.{16,}$/),
    timestamp: 1_700_000_000,
    signature: expectedSignature(arrived as Arrived, 'key-1'),
  });
});

test('every signed call has a random of its own, and other calls none', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, {}));
  await transport.call('POST /comm/record', { cmd: 'get', key: 'k' });
  await transport.call('POST /comm/record', { cmd: 'get', key: 'k' });
  await transport.call('POST /shelf/add', { bookIds: ['b'] });
  const [first, second, third] = service.arrived.map((one) => one.json);
  expect(first?.random).not.toBe(second?.random);
  expect(third).toEqual({ bookIds: ['b'] });
});

test('a clock that is wrong is corrected by the service’s time, for this call and later ones', async () => {
  const { service, transport } = await setUp((arrived, response) => {
    if (Number(arrived.json?.timestamp) < 1_700_003_600) sendError(response, 'clock_skew', { time: 1_700_003_600 });
    else sendJson(response, { result: 'applied' });
  });
  await transport.call('POST /book/read', heartbeat);
  await transport.call('POST /book/read', heartbeat);
  expect(service.arrived.map((one) => one.json?.timestamp)).toEqual([1_700_000_000, 1_700_003_600, 1_700_003_600]);
  const [refused, repeated] = service.arrived as [Arrived, Arrived];
  expect(repeated.json?.random).toBe(refused.json?.random);
  expect(repeated.json?.signature).toBe(expectedSignature(repeated, 'key-1'));
});

test('a service that refuses every time is not asked for ever', async () => {
  const { service, transport } = await setUp((_, response) => sendError(response, 'clock_skew', { time: 5 }));
  await expect(transport.call('POST /book/read', heartbeat)).rejects.toMatchObject({ code: 'clock_skew' });
  expect(service.arrived).toHaveLength(2);
});

test('a heartbeat whose answer was lost is repeated with the same random, so that it counts once', async () => {
  const { service, transport } = await setUp((_, response, number) => {
    if (number === 1) response.destroy();
    else sendJson(response, { result: 'duplicate' });
  });
  expect(await transport.call('POST /book/read', heartbeat)).toMatchObject({ result: 'duplicate' });
  expect(service.arrived).toHaveLength(2);
  expect(service.arrived[1]?.json?.random).toBe(service.arrived[0]?.json?.random);
});
