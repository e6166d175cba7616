// Covers: asked for with the session where it belongs, and never an older one for the one of now.

import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { fileStateHeader } from '../../../api/host-paths.ts';
import { fakeService, type Received } from '../fake-service.ts';
import { bytesOf, openFiles } from './open-files.ts';

test('a cover comes with the session from the service, without it from elsewhere, and only pictures', async () => {
  const service = await fakeService();
  const elsewhere = await fakeService();
  const picture = (_received: Received, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'image/png', etag: '"p"' }).end('png');
    return true;
  };
  service.on('GET /covers/own', picture);
  elsewhere.on('GET /c.png', picture);
  elsewhere.on('GET /page', (_received, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>');
    return true;
  });
  const covers: Record<string, string> = {
    own: `${service.url}/covers/own`,
    other: `${elsewhere.url}/c.png`,
    page: `${elsewhere.url}/page`,
    file: 'file:///etc/passwd',
    none: '',
  };
  service.on('GET /book/info', ({ query }) => ({ cover: covers[String(query.get('bookId'))] }));
  const { files } = await openFiles(service);
  expect((await bytesOf(await files.serve('/covers/own', {}))).toString()).toBe('png');
  expect(service.received.at(-1)?.headers.authorization).toBe('Bearer access-0');
  expect((await files.serve('/covers/other', {}))?.status).toBe(200);
  expect(elsewhere.received[0]?.headers.authorization).toBeUndefined();
  expect((await files.serve('/covers/page', {}))?.status).toBe(422);
  expect((await files.serve('/covers/file', {}))?.status).toBe(422);
  expect((await files.serve('/covers/none', {}))?.status).toBe(404);
});

test('a cover is asked for anew each time, as the book may have another one', async () => {
  const service = await fakeService();
  const bodies: Record<string, string> = { '/covers/1': 'one', '/covers/2': 'two' };
  for (const [path, body] of Object.entries(bodies)) {
    service.on(`GET ${path}`, ({ headers }, response) => {
      const isSame = headers['if-none-match'] === `"${body}"`;
      response.writeHead(isSame ? 304 : 200, { 'content-type': 'image/png', etag: `"${body}"` });
      response.end(isSame ? undefined : body);
      return true;
    });
  }
  let cover = '/covers/1';
  service.on('GET /book/info', () => ({ cover: `${service.url}${cover}` }));
  const { files } = await openFiles(service);
  const asked = async () => (await bytesOf(await files.serve('/covers/own', {}))).toString();
  expect([await asked(), await asked()]).toEqual(['one', 'one']);
  expect(service.received.at(-1)?.headers['if-none-match']).toBe('"one"');
  cover = '/covers/2';
  expect(await asked()).toBe('two');
});

test('a cover that does not come is not waited for where an older one is here', async () => {
  const service = await fakeService();
  service.on('GET /book/info', () => ({ cover: `${service.url}/covers/own` }));
  service.on('GET /covers/own', (_received, response) => {
    response.writeHead(200, { 'content-type': 'image/png', etag: '"p"' }).end('png');
    return true;
  });
  const { files } = await openFiles(service, { patience: 300 });
  await files.serve('/covers/own', {});
  service.on('GET /covers/own', () => new Promise(() => undefined));
  expect((await files.serve('/covers/own', {}))?.headers).toMatchObject({ [fileStateHeader]: 'last-seen' });
});
