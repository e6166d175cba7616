// `import.book` on the wire: reserve, put, notify, and every way in which that can go wrong.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClient } from '../../api/sdk/client.ts';
import { createFetchUpload } from '../../api/sdk/upload.ts';
import { setUp, timeLimit } from './sdk-setting.ts';
import { type Answer, sendError, sendJson } from './wire-service.ts';

const bytes = new TextEncoder().encode('PK and the rest of a book, 書');
const sha256 = createHash('sha256').update(bytes).digest('hex');

interface Service {
  put?: Answer;
  notify?: Answer;
  uploaded?: 0 | 1;
}

async function importing({ put, notify, uploaded = 0 }: Service = {}) {
  const counts = { put: 0, notify: 0 };
  let base = '';
  const parts = await setUp((arrived, response, number) => {
    if (arrived.target.startsWith('/cos/getcredential')) {
      const headers = [{ name: 'x-check', value: sha256 }];
      sendJson(response, { name: 'up1', url: `${base}/store/up1?n=${number}`, headers, cbid: 'c1', uploaded });
    } else if (arrived.method === 'PUT') {
      counts.put++;
      if (put) return put(arrived, response, counts.put);
      response.writeHead(200).end();
    } else {
      counts.notify++;
      if (notify) return notify(arrived, response, counts.notify);
      sendJson(response, { state: 'ready', retryAfter: 0, existed: 0, bookId: 'b1' });
    }
  });
  base = parts.service.url;
  const { clock } = parts;
  const upload = createFetchUpload({ clock, timeout: timeLimit });
  const client = createClient(parts.transport, { clock, upload, random: () => 1 });
  const steps = () => parts.service.arrived.map((one) => `${one.method} ${one.target.split('?')[0]}`);
  return { ...parts, client, steps };
}

const whole = ['GET /cos/getcredential', 'PUT /store/up1', 'POST /cos/notify'];

test('a book is reserved with size and checksum, put, and made', async () => {
  const { service, client, steps } = await importing();
  const stages: string[] = [];
  const answer = await client.import.book({ name: 'a 書.epub', bytes }, { onStage: (stage) => stages.push(stage) });
  expect(answer).toMatchObject({ state: 'ready', bookId: 'b1' });
  expect(steps()).toEqual(whole);
  const query = new URL(service.arrived[0]?.target ?? '', service.url).searchParams;
  expect(Object.fromEntries(query)).toEqual({ mode: 'book', name: 'a 書.epub', size: String(bytes.length), sha256 });
  expect(service.arrived[1]?.bytes).toEqual(Buffer.from(bytes));
  expect(service.arrived[1]?.headers['x-check']).toBe(sha256);
  // The store is not the service: it never sees the session.
  expect(service.arrived[1]?.headers.authorization).toBeUndefined();
  expect(service.arrived[2]?.json).toEqual({ name: 'up1' });
  expect(stages).toEqual(['reserving', 'uploading', 'parsing']);
});

test('a Blob is sent as it is, with the checksum that the caller knows', async () => {
  const { service, client } = await importing();
  await client.import.book({ name: 'a.epub', bytes: new Blob([bytes]), sha256 });
  expect(service.arrived[1]?.bytes).toEqual(Buffer.from(bytes));
  expect(service.arrived[0]?.target).toContain(sha256);
});

test('bytes that are there already are not sent again', async () => {
  const { client, steps } = await importing({ uploaded: 1 });
  expect(await client.import.book({ name: 'a.epub', bytes })).toMatchObject({ bookId: 'b1' });
  expect(steps()).toEqual(['GET /cos/getcredential', 'POST /cos/notify']);
});

test('an upload that breaks off is sent again', async () => {
  const { client, steps } = await importing({
    put: (_, response, number) => {
      if (number === 1) response.destroy();
      else response.writeHead(200).end();
    },
  });
  await client.import.book({ name: 'a.epub', bytes });
  expect(steps()).toEqual(['GET /cos/getcredential', 'PUT /store/up1', 'PUT /store/up1', 'POST /cos/notify']);
});

test('an address that ran out is asked for again under the same reservation', async () => {
  const { service, client, steps } = await importing({
    put: (_, response, number) => {
      response.writeHead(number === 1 ? 403 : 200, { 'content-type': 'application/xml' }).end('<Error/>');
    },
  });
  await client.import.book({ name: 'a.epub', bytes });
  expect(steps()).toEqual([...whole.slice(0, 2), ...whole]);
  expect(service.arrived[2]?.target).toContain('cbid=c1');
});

test('addresses that never work end the import', async () => {
  const { client, steps } = await importing({ put: (_, response) => void response.writeHead(403).end() });
  await expect(client.import.book({ name: 'a.epub', bytes })).rejects.toMatchObject({ code: 'expired_token' });
  expect(steps().filter((step) => step.startsWith('PUT'))).toHaveLength(3);
});

test('a book that is still being made is asked about after the time that the service says', async () => {
  const { client, clock } = await importing({
    notify: (_, response, number) =>
      sendJson(response, number < 3 ? { state: 'working', retryAfter: 2 } : { state: 'ready', bookId: 'b1' }),
  });
  expect(await client.import.book({ name: 'a.epub', bytes })).toMatchObject({ bookId: 'b1' });
  expect(clock.pauses).toEqual([2000, 2000]);
});

test.each(['bad_book', 'unsafe_book', 'checksum_mismatch', 'quota_exceeded'] as const)(
  '%s comes out as it is',
  async (code) => {
    const { client } = await importing({ notify: (_, response) => sendError(response, code, { entry: 'a/b.xhtml' }) });
    const failure = client.import.book({ name: 'a.epub', bytes });
    await expect(failure).rejects.toMatchObject({ code, details: { entry: 'a/b.xhtml' } });
  },
);

test('a full store says so', async () => {
  const { client } = await importing({ put: (_, response) => sendError(response, 'disk_full') });
  await expect(client.import.book({ name: 'a.epub', bytes })).rejects.toMatchObject({ code: 'disk_full' });
});

test('an import can be called off while it uploads', async () => {
  const controller = new AbortController();
  const { client, steps } = await importing({ put: () => controller.abort() });
  const call = client.import.book({ name: 'a.epub', bytes }, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  expect(steps()).toEqual(whole.slice(0, 2));
});
