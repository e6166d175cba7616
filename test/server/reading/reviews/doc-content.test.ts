// The text of linked documents: what is readable of a page, and nothing from where the service must not ask.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutgoing } from '../../../../server/base/http/outgoing.ts';
import { docContentRoutes, documentLimits } from '../../../../server/reading/reviews/doc-content.ts';
import { readPage } from '../../../../server/reading/reviews/readable-page.ts';
import { forEachDatabase } from '../../databases.ts';
import { type Client, type House, migrationSets, openHouse } from '../house.ts';

const page = `<!doctype html><html><head><title>On &amp; off whales</title><meta name="author" content="Ishmael">
<meta charset="utf-8"></head><body><nav><p>Menu menu menu menu menu menu menu menu menu</p></nav>
<div class="page"><article><h1>Whales</h1><p>There is a good deal to say of whales, and <a href="/more">more</a>.</p>
<p onclick="run()">They are large.<script>run()</script></p></article><aside><p>Buy this</p></aside></div>
<footer><p>Imprint</p></footer></body></html>`;

let site: Server;
let base: string;

beforeAll(async () => {
  site = createServer((request, response) => {
    const to = (status: number, type: string, body: string | Buffer) => {
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    };
    if (request.url === '/page') to(200, 'text/html', page);
    else if (request.url === '/moved') response.writeHead(302, { location: '/page' }).end();
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else if (request.url === '/text') to(200, 'text/plain; charset=gbk', Buffer.from('d5fdcec4', 'hex'));
    else if (request.url === '/picture') to(200, 'image/png', 'png');
    else if (request.url === '/long') to(200, 'text/html', 'x'.repeat(documentLimits.maxBytes + 1));
    else to(404, 'text/html', 'none');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => site.close(resolve)));

forEachDatabase((_name, open) => {
  let house: House;
  let ann: Client;
  let bob: Client;

  beforeAll(async () => {
    house = await openHouse(await open(...migrationSets));
    ann = await house.signIn('ann');
    bob = await house.signIn('bob');
    return () => house.close();
  });

  test('a page that a review links to is read, whatever leads to it', async () => {
    const outgoing = createOutgoing(['127.0.0.1'], undefined, documentLimits);
    const read = docContentRoutes(house.reading, outgoing)['GET /review/getDocContent'];
    const paths = ['/page', '/moved', '/text', '/round', '/inside', '/picture', '/long', '/none'];
    const content = `See ${paths.map((path) => base + path).join(' and ')}.x`.replace('.x', ' !');
    const refMpInfo = { reviewId: 'mp-1' };
    const { reviewId } = await ann.call('POST /review/add', { type: 16, content, refMpInfo });
    const caller = { vid: bob.vid, sessionId: '', deviceId: '' };
    const ask = (path: string) => read(caller, { reviewId, docUrl: base + path });
    for (const path of ['/page', '/moved']) {
      expect(await ask(path)).toEqual({
        title: 'On & off whales',
        author: 'Ishmael',
        siteName: '127.0.0.1',
        url: `${base}/page`,
        content: 'Whales\nThere is a good deal to say of whales, and more.\nThey are large.',
        htmlContent: expect.stringContaining('<p>They are large.</p>'),
      });
    }
    expect(await ask('/text')).toMatchObject({ content: '正文', htmlContent: '' });
    const codes = [
      ['/round', 'fetch_failed'],
      ['/inside', 'fetch_refused'],
      ['/picture', 'unsupported_format'],
      ['/long', 'too_large'],
      ['/none', 'fetch_failed'],
      ['/unlinked', 'not_found'],
    ] as const;
    for (const [path, code] of codes) await expect(ask(path)).rejects.toMatchObject({ code });
    await outgoing.close();
  });

  test('through the door, nothing inside the operator’s network is asked', async () => {
    const { reviewId } = await ann.call('POST /review/add', {
      type: 16,
      content: `${base}/page`,
      refMpInfo: { reviewId: 'mp-2' },
    });
    const { status, body } = await bob.ask('GET /review/getDocContent', { reviewId, docUrl: `${base}/page` });
    expect([status, body]).toMatchObject([422, { error: 'fetch_refused' }]);
  });
});

test('a page of trees as deep as they come is read too', () => {
  const deep = `${'<div>'.repeat(30_000)}<p>At the bottom</p>`;
  expect(readPage(deep, new URL('http://books.test/')).content).toBe('At the bottom');
  const within = `<article><p>${'words '.repeat(99)}</p>${deep}</article>`;
  expect(readPage(within, new URL('http://books.test/')).content).toContain('At the bottom');
});
