// Every operation of the catalog's SDK table exists under its name, reaches its endpoint, and sends only
// parameters that the endpoint declares.

import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { routes, splitRouteKey } from '../../api/catalog.ts';
import type { Route } from '../../api/route.ts';
import { createClient } from '../../api/sdk/client.ts';
import { readSdkOperations } from './read-catalog.ts';
import { sample } from './sample.ts';
import { setUp } from './sdk-setting.ts';
import { type Arrived, sendJson } from './wire-service.ts';

const operations = readSdkOperations();
const single = operations.filter((one) => one.name !== 'import.book' && one.name !== 'ai.askBook');

type AnyOperation = ((params: object) => Promise<unknown>) & { pages?: (params: object) => AsyncIterable<unknown> };

function operationOf(client: object, name: string): AnyOperation {
  const [group = '', member = ''] = name.split('.');
  return (client as Record<string, Record<string, AnyOperation>>)[group]?.[member] as AnyOperation;
}

function routeOf(method: string, path: string): Route {
  return routes[`${method} ${path}` as keyof typeof routes];
}

/** The smallest parameters, without those that main adds. */
function smallest(route: Route): Record<string, unknown> {
  return sample(route.params, false) as Record<string, unknown>;
}

/** What arrived, as the service reads it: numbers from their text, lists split. */
function received(arrived: Arrived, route: Route): Record<string, unknown> {
  if (arrived.json) return arrived.json;
  const query = new URL(arrived.target, 'http://service').searchParams;
  const schemas = route.params.properties as Record<string, { type?: string }>;
  return Object.fromEntries(
    [...query].map(([name, text]) => {
      const type = schemas[name]?.type;
      if (type === 'array') return [name, text.split(',')];
      return [name, type === 'integer' || type === 'number' ? Number(text) : text];
    }),
  );
}

test('there are exactly the 40 operations of the table', async () => {
  const { transport } = await setUp((_, response) => sendJson(response, {}));
  const client: Record<string, object> = createClient(transport);
  const names = Object.entries(client).flatMap(([group, members]) =>
    Object.keys(members).map((member) => `${group}.${member}`),
  );
  expect(operations).toHaveLength(40);
  expect(names.sort()).toEqual(operations.map((one) => one.name).sort());
});

test.each(single)('$name sends $method $path', async ({ name, method, path }) => {
  const route = routeOf(method, path);
  const { service, transport } = await setUp((_, response) => sendJson(response, { hasMore: 0 }));
  await operationOf(createClient(transport), name)(smallest(route));
  const [arrived] = service.arrived as [Arrived];
  expect(`${arrived.method} ${arrived.target.split('?')[0]}`).toBe(`${method} ${path}`);
  const params = received(arrived, route);
  expect(Object.keys(route.params.properties)).toEqual(expect.arrayContaining(Object.keys(params)));
  const validator = Compile(route.params);
  expect([...validator.Errors(params)]).toEqual([]);
});

test.each(single)('$name has pages exactly if its endpoint goes on', async ({ name, method, path }) => {
  const route = routeOf(method, path);
  const goesOn = route.paged === true || 'hasMore' in ((route.reply as { properties?: object }).properties ?? {});
  const { transport } = await setUp((_, response) => sendJson(response, {}));
  expect(typeof operationOf(createClient(transport), name).pages).toBe(goesOn ? 'function' : 'undefined');
});

test('names that stand for a parameter send it, whatever the caller gives', async () => {
  const { service, transport } = await setUp((_, response) => sendJson(response, {}));
  const client = createClient(transport);
  await client.shelf.markFinished({ bookId: 'b', ...({ status: 2 } as object) });
  await client.shelf.markReading({ bookId: 'b' });
  await client.publicAccounts.subscribe({ bookIds: ['m'] });
  expect(service.arrived.map((one) => one.json)).toEqual([
    { bookId: 'b', status: 4 },
    { bookId: 'b', status: 2 },
    { bookIds: ['m'], follow: 1 },
  ]);
  await client.notes.mine();
  await client.discover.similar({ bookId: 'b' });
  expect(service.arrived.slice(3).map((one) => one.target)).toEqual([
    '/review/list?mine=1',
    '/book/detailinfo?bookId=b&listTypes=similar',
  ]);
});

test('ai.askBook streams POST /ai/chatv2', async () => {
  const { service, transport } = await setUp((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end('data: {"kind":"end","reason":"complete"}\n\n');
  });
  const kinds: string[] = [];
  for await (const event of createClient(transport).ai.askBook({ bookId: 'b', question: 'Who?' }))
    kinds.push(event.kind);
  expect(kinds).toEqual(['end']);
  expect(service.arrived[0]).toMatchObject({ method: 'POST', target: splitRouteKey('POST /ai/chatv2').path });
});
