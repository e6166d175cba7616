// What the fetch transport puts on the wire: addresses, queries, bodies, headers, and what it reads back.

import { expect, test } from 'vitest';
import { serve, setUp } from './sdk-setting.ts';
import { sendJson } from './wire-service.ts';

test('a GET carries its parameters in the query, an array as one comma-separated value', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, { albums: [], unknown: [] }));
  await transport.call('GET /album/updatetime', { albumIds: ['a 1', 'b&2', '書'] });
  expect(service.arrived).toHaveLength(1);
  expect(service.arrived[0]?.method).toBe('GET');
  expect(service.arrived[0]?.target).toBe('/album/updatetime?albumIds=a%201,b%262,%E6%9B%B8');
  expect(service.arrived[0]?.text).toBe('');
});

test('absent parameters are absent, numbers and flags are their text, objects are JSON', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, {}));
  const signal = undefined as number | undefined;
  await transport.call('GET /shelf/sync', { synckey: 0, onlyBookid: 1, ...(signal ? { count: signal } : {}) });
  await transport.call('GET /mp/notifications', {});
  await transport.call('GET /book/search', { bookId: 'b=1', isLocate: 1, bookContentInfo: { textQuote: 'a,b' } });
  expect(service.arrived.map((one) => one.target)).toEqual([
    '/shelf/sync?synckey=0&onlyBookid=1',
    '/mp/notifications',
    '/book/search?bookId=b%3D1&isLocate=1&bookContentInfo=%7B%22textQuote%22%3A%22a%2Cb%22%7D',
  ]);
});

test('an entry with a comma cannot be sent in a query, and nothing is sent', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, {}));
  const call = transport.call('GET /album/updatetime', { albumIds: ['a,b'] });
  await expect(call).rejects.toMatchObject({ code: 'bad_argument', details: { albumIds: expect.any(String) } });
  expect(service.arrived).toHaveLength(0);
});

test('a POST carries a JSON body and the session', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, { synckey: 1 }));
  await transport.call('POST /shelf/add', { bookIds: ['b1', 'b2'], follow: 1 });
  expect(service.arrived[0]).toMatchObject({
    method: 'POST',
    target: '/shelf/add',
    json: { bookIds: ['b1', 'b2'], follow: 1 },
  });
  expect(service.arrived[0]?.headers).toMatchObject({
    authorization: 'Bearer token-1',
    'content-type': 'application/json',
    accept: 'application/json',
  });
});

test('an anonymous route goes without a session, also when signed out', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, {}), {
    session: { current: async () => undefined },
  });
  await transport.call('GET /extticket', { nonceStr: 'nonce-1234' });
  expect(service.arrived[0]?.headers.authorization).toBeUndefined();
  await expect(transport.call('GET /shelf/sync', {})).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(service.arrived).toHaveLength(1);
});

test('a path parameter is put into the path of its own host and not into the query', async () => {
  const resources = await serve((_, response) => sendJson(response, { state: 'done' }));
  const { service, transport } = await setUp((_, response) => sendJson(response, {}), {
    resourceUrl: `${resources.url}/files/`,
  });
  await transport.call('GET /wrco/:pdfBookId', { pdfBookId: 'b/1 x' });
  expect(resources.arrived[0]?.target).toBe('/files/wrco/b%2F1%20x');
  expect(service.arrived).toHaveLength(0);
});

test('a host without an address of its own is the gateway', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, { jobid: 'j', code: 1 }));
  const params = { bucket: 'crash', content_length: 5, jobid: 'j', uri: 'a/b.log' } as const;
  await transport.call('POST /i/applog/put/object/auth', params);
  expect(service.arrived[0]).toMatchObject({ target: '/i/applog/put/object/auth', json: params });
});

test('a reply that is not JSON comes as its bytes', async () => {
  const bytes = Buffer.from([0, 255, 1, 128]);
  const { service, transport } = await setUp((_, response) => {
    response.writeHead(200, { 'content-type': 'application/epub+zip' }).end(bytes);
  });
  const reply = await transport.call('GET /book/download', { bookId: 'b1' });
  expect(Buffer.from(reply as Uint8Array)).toEqual(bytes);
  expect(service.arrived[0]?.headers.accept).toContain('application/epub+zip');
});

test('a stream of events comes event by event, whatever pieces arrive', async () => {
  const { service, transport } = await setUp(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text =
      'event: text\r\ndata: {"kind":"text","text":"書"}\r\n\r\n: nothing\n\ndata: {"kind":"end",\ndata: "reason":"complete"}\n\ndata: {"kind":"text"';
    for (const byte of Buffer.from(text)) {
      response.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    response.end();
  });
  const events: unknown[] = [];
  for await (const event of transport.stream('POST /ai/chatv2', { bookId: 'b', question: 'Who?' })) events.push(event);
  expect(events).toEqual([
    { kind: 'text', text: '書' },
    { kind: 'end', reason: 'complete' },
  ]);
  expect(service.arrived[0]?.json).toEqual({ bookId: 'b', question: 'Who?' });
});

test('leaving a stream ends its request', async () => {
  let closed: (value: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => {
    closed = resolve;
  });
  const { transport } = await setUp((_, response) => {
    response.on('close', () => closed(response.writableFinished));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"kind":"text","text":"a"}\n\n');
  });
  for await (const event of transport.stream('POST /ai/chatv2', { bookId: 'b', question: 'Who?' })) {
    expect(event).toMatchObject({ text: 'a' });
    break;
  }
  expect(await ended).toBe(false);
});
