// What watches the service sees, and the page of the contract.

import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { serveHealth } from '../../../../server/base/http/health.ts';
import { createHttp } from '../../../../server/base/http/http.ts';
import { serveOpenApi } from '../../../../server/base/http/openapi-page.ts';
import { createLog } from '../../../../server/base/log.ts';
import { stopInOrder } from '../../../../server/base/stop.ts';

const log = createLog({ name: 'test', level: 'silent' });
let app: FastifyInstance;
beforeEach(() => {
  app = createHttp({ log });
});
afterEach(() => app.close());

test('ready follows the database, alive does not', async () => {
  const database = await openDatabase('memory');
  serveHealth(app, { log, checks: { database: () => database.ping(), slow: () => Promise.resolve() } });
  expect((await app.inject('/health/ready')).json()).toEqual({ status: 'ok', checks: { database: 'ok', slow: 'ok' } });
  await database.close();
  const away = await app.inject('/health/ready');
  expect([away.statusCode, away.json().checks]).toEqual([503, { database: 'unavailable', slow: 'ok' }]);
  expect((await app.inject('/health/alive')).json()).toEqual({ status: 'ok' });
});

test('a check that does not answer is not waited for', async () => {
  serveHealth(app, { log, timeout: 20, checks: { stuck: () => new Promise(() => undefined) } });
  expect((await app.inject('/health/ready')).statusCode).toBe(503);
});

test('metrics count requests by route, not by address', async () => {
  serveHealth(app, { log, checks: {}, gauges: { jobs_waiting: { help: 'Jobs', read: () => 7 } } });
  app.get('/things/:id', async () => ({ a: 1 }));
  for (const id of ['a', 'b']) await app.inject(`/things/${id}`);
  for (const path of ['/x1', '/x2']) await app.inject(path);
  const { body } = await app.inject('/metrics');
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 2');
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 2');
  expect(body).toContain('jobs_waiting 7');
  expect(body).toContain('process_cpu_seconds_total');
});

test('the page of the contract is searchable, escaped, and loads nothing', async () => {
  const operation = (summary: string, tag: string) => ({
    get: { summary, tags: [tag], parameters: [{ name: 'bookId', in: 'query', required: true }], responses: {} },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Octavo', version: '1' },
    paths: { '/shelf': operation('<script>alert(1)</script>', 'Shelf'), '/notes': operation('Notes', 'Notes') },
  };
  serveOpenApi(app, () => document);
  expect((await app.inject('/openapi.json')).json()).toEqual(document);
  const all = await app.inject('/docs');
  expect(all.body).toContain('2 operations');
  expect(all.body).not.toContain('<script');
  expect(all.body).not.toMatch(/(?:src|href)="https?:/);
  expect(all.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const found = await app.inject('/docs?q=NOTES+bookid');
  expect(found.body).toContain('1 operation<');
  expect(found.body).not.toContain('/shelf');
  expect((await app.inject('/docs?q=%22%3E%3Cimg%3E')).body).not.toContain('<img');
});

test('the stop runs every step in order, whatever one of them does', async () => {
  const order: string[] = [];
  const step = (name: string, stop: () => Promise<unknown>) => ({
    name,
    stop() {
      order.push(name);
      return stop();
    },
  });
  const ok = step('ok', async () => undefined);
  const fails = step('fails', async () => {
    throw new Error('no');
  });
  const hangs = step('hangs', () => new Promise(() => undefined));
  expect(await stopInOrder([ok, step('last', async () => undefined)], log, 1000)).toBe(true);
  expect(await stopInOrder([fails, ok], log, 1000)).toBe(false);
  expect(await stopInOrder([hangs, ok], log, 50)).toBe(false);
  expect(order).toEqual(['ok', 'last', 'fails', 'ok', 'hangs', 'ok']);
});
