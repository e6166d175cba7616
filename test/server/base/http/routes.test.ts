// The server base through its door: parameters, callers, errors, limits and headers, as every route has them.

import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../../api/errors.ts';
import { Count, domain, Flag, Id, Ids, Text } from '../../../../api/route.ts';
import { createHttp } from '../../../../server/base/http/http.ts';
import { type RouteHandlers, serveRoutes } from '../../../../server/base/http/routes.ts';
import { createLog } from '../../../../server/base/log.ts';

const sample = domain('Sample', {
  'GET /sample/list': {
    summary: 'Lists.',
    params: Type.Object({ ids: Type.Optional(Ids(3)), count: Count(), listMode: Type.Optional(Flag()) }),
    reply: Type.Object({ ids: Ids(), count: Type.Integer(), listMode: Type.Optional(Flag()), who: Type.String() }),
  },
  'POST /sample/write': {
    summary: 'Writes.',
    params: Type.Object({ name: Text(5), deep: Type.Optional(Type.Object({ x: Type.Integer() })) }),
    reply: Type.Object({ name: Type.String() }),
  },
  'GET /sample/open/:id': {
    summary: 'Anyone.',
    params: Type.Object({ id: Id() }),
    reply: Type.Object({ id: Id(), who: Type.Optional(Type.String()) }),
    anonymous: true,
  },
  'GET /sample/bytes': {
    summary: 'Bytes.',
    params: Type.Object({}),
    reply: Type.Unsafe<Uint8Array>({}),
    content: ['application/octet-stream'],
  },
  'GET /sample/fail': { summary: 'Fails.', params: Type.Object({}), reply: Type.Object({ a: Type.String() }) },
  'GET /sample/limited': { summary: 'Limited.', params: Type.Object({}), reply: Type.Object({}) },
});

const handlers: RouteHandlers<(typeof sample)['routes'], string> = {
  'GET /sample/list': async (who, { ids, count, listMode }) => ({
    ids: ids ?? [],
    count,
    ...(listMode === undefined ? {} : { listMode }),
    who,
  }),
  'POST /sample/write': async (_who, { name }) => ({ name, secret: 'dropped' }) as { name: string },
  'GET /sample/open/:id': async (who, { id }) => ({ id, ...(who === undefined ? {} : { who }) }),
  'GET /sample/bytes': async (_who, _params, { reply }) => {
    reply.type('application/octet-stream').send(Readable.from([Buffer.from('ab'), Buffer.from('cd')]));
  },
  'GET /sample/fail': async () => {
    throw new Error('password=hunter2 at /srv/secret');
  },
  'GET /sample/limited': async () => ({}),
};

let app: FastifyInstance;
let lines: string[];
let seen: Record<string, unknown>[];

beforeEach(async () => {
  lines = [];
  seen = [];
  app = createHttp({ log: createLog({ name: 'test', destination: { write: (line) => lines.push(line) } }) });
  serveRoutes(app, sample, handlers, {
    async authorize(request, _key, _route, params) {
      seen.push(params);
      return request.headers.authorization?.replace('Bearer ', '');
    },
    callerKey: (who) => who,
    limits: { 'GET /sample/limited': { max: 2, seconds: 60 } },
  });
  await app.ready();
});
afterEach(() => app.close());

const headers = { authorization: 'Bearer ann' };
const get = (url: string, more: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { ...headers, ...more } });
const post = (payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/sample/write', headers: { ...headers, 'content-type': type }, payload });

test('a query is read by its schema: lists, numbers, flags, defaults, other spellings, unknown names ignored', async () => {
  const reply = await get('/sample/list?ids=a,b&listmode=1&later=x');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ ids: ['a', 'b'], count: 20, listMode: 1, who: 'ann' });
  expect(seen).toEqual([{ ids: ['a', 'b'], listmode: 1, later: 'x' }]);
  expect((await get('/sample/list?ids=a&ids=b&count=5')).json()).toMatchObject({ ids: ['a', 'b'], count: 5 });
});

test('wrong parameters are refused field by field', async () => {
  const reply = await get('/sample/list?count=many&ids=a,b,c,d&listMode=2');
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    error: 'bad_argument',
    errcode: -2003,
    requestId: reply.headers['x-request-id'],
  });
  expect(Object.keys(reply.json().details).sort()).toEqual(['count', 'ids', 'listMode']);
  for (const bad of ['0', '101', '1e1', '', ' 5', '0x10', 'NaN', '5.5', '99999999999999999999']) {
    expect((await get(`/sample/list?count=${encodeURIComponent(bad)}`)).statusCode, bad).toBe(400);
  }
  expect((await get('/sample/list?ids=a%00b')).json()).toMatchObject({ error: 'bad_argument' });
});

test('unknown members of a body are refused by name, at every level', async () => {
  const top = await post('{"name":"a","nmae":"b"}');
  expect(top.statusCode).toBe(400);
  expect(top.json().details).toEqual({ nmae: 'is not known here' });
  expect((await post('{"name":"a","deep":{"x":1,"y":2}}')).json().details).toEqual({ 'deep.y': 'is not known here' });
  expect((await post('{}')).json().details).toEqual({ name: 'is missing' });
  expect((await post('')).json().details).toEqual({ name: 'is missing' });
});

test('lengths count UTF-16 units', async () => {
  expect((await post(JSON.stringify({ name: 'e\u0301e\u0301e' }))).statusCode).toBe(200);
  expect((await post(JSON.stringify({ name: 'e\u0301e\u0301e\u0301' }))).json().details).toHaveProperty('name');
});

test.each([
  ['not JSON', '{"name":', 'application/json', 400, 'bad_argument'],
  ['an array', '[1]', 'application/json', 400, 'bad_argument'],
  ['null', 'null', 'application/json', 400, 'bad_argument'],
  ['too deep', `{"name":${'['.repeat(40)}${']'.repeat(40)}}`, 'application/json', 400, 'bad_argument'],
  ['far too deep', '['.repeat(500_000), 'application/json', 400, 'bad_argument'],
  ['a prototype key', '{"name":"a","__proto__":{"admin":1}}', 'application/json', 400, 'bad_argument'],
  ['a constructor key', '{"name":"a","constructor":{"prototype":{}}}', 'application/json', 400, 'bad_argument'],
  ['an escaped prototype key', '{"name":"a","__pro\\u0074o__":{"admin":1}}', 'application/json', 400, 'bad_argument'],
  ['a NUL', '{"name":"a\\u0000"}', 'application/json', 400, 'bad_argument'],
  ['text', 'name=a', 'text/plain', 415, 'unsupported_media'],
  ['a form', 'name=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media'],
  ['too much', `{"name":"${'a'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'too_large'],
])('a body that is %s is refused', async (_what, body, type, status, error) => {
  const reply = await post(body, type);
  expect(reply.statusCode).toBe(status);
  expect(reply.json()).toMatchObject({ error, errmsg: expect.any(String), requestId: expect.any(String) });
  expect(({} as { admin?: number }).admin).toBeUndefined();
});

test('a route needs a caller unless it is anonymous, which still learns who called', async () => {
  const nobody = await app.inject('/sample/list?count=wrong');
  expect(nobody.statusCode).toBe(401);
  expect(nobody.json()).toMatchObject({ error: 'not_signed_in', errcode: -2010 });
  expect((await app.inject('/sample/open/x')).json()).toEqual({ id: 'x' });
  expect((await get('/sample/open/x')).json()).toEqual({ id: 'x', who: 'ann' });
});

test('a reply has only what its schema declares, and bytes stream', async () => {
  expect((await post('{"name":"a"}')).body).toBe('{"name":"a"}');
  const bytes = await get('/sample/bytes');
  expect([bytes.body, bytes.headers['content-type']]).toEqual(['abcd', 'application/octet-stream']);
});

test('an unexpected failure shows nothing of itself and is logged', async () => {
  const reply = await get('/sample/fail');
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toMatchObject({ error: 'internal', errcode: -2099 });
  expect(reply.body).not.toContain('hunter2');
  expect(lines.some((line) => line.includes('hunter2') && line.includes(reply.json().requestId))).toBe(true);
});

test('unknown paths and methods', async () => {
  expect((await get('/nothing')).json()).toMatchObject({ error: 'not_found' });
  const wrong = await app.inject({ method: 'PUT', url: '/sample/open/x', headers });
  expect([wrong.statusCode, wrong.headers.allow, wrong.json().error]).toEqual([405, 'GET, HEAD', 'method_not_allowed']);
  expect((await get('/%')).json()).toMatchObject({ error: 'bad_argument', requestId: expect.any(String) });
});

test('request ids are kept when sane and replaced when not', async () => {
  expect((await get('/sample/list', { 'x-request-id': 'abc-123.DEF' })).headers['x-request-id']).toBe('abc-123.DEF');
  for (const bad of ['short', 'has space in it', 'a'.repeat(65), 'line\u0001break1']) {
    expect((await get('/sample/list', { 'x-request-id': bad })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('secrets never reach the log', async () => {
  await get('/sample/list?access_token=s3cret1&code=s3cret2&count=3', {
    cookie: 'sid=s3cret3',
    authorization: 'Bearer s3cret4',
  });
  createLog({ name: 'test', destination: { write: (line) => lines.push(line) } }).info(
    { password: 's3cret5', user: { accessToken: 's3cret6' }, req: { headers: { authorization: 's3cret7' } } },
    'checked',
  );
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('')).not.toContain('s3cret');
  expect(lines.join('')).toContain('count=3');
});

test('a limited route says when to ask again, per caller', async () => {
  expect((await get('/sample/limited')).statusCode).toBe(200);
  expect((await get('/sample/limited')).statusCode).toBe(200);
  const refused = await get('/sample/limited');
  expect([refused.statusCode, refused.json().error]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get('/sample/limited', { authorization: 'Bearer bob' })).statusCode).toBe(200);
});

test('every reply carries the security headers', async () => {
  for (const url of ['/sample/list', '/nothing', '/sample/fail']) {
    expect((await get(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
  }
});

test('a handler of the wrong reply type does not compile', () => {
  const wrong = (): void =>
    serveRoutes(
      app,
      sample,
      // @ts-expect-error name must be a string
      { 'POST /sample/write': async () => ({ name: 5 }) },
      { authorize: async () => 'ann' },
    );
  expect(wrong).toBeTypeOf('function');
  expect(new AppError('internal').status).toBe(500);
});

test('a body that only drips in loses its connection, and others are served meanwhile', async () => {
  const slow = createHttp({ log: createLog({ name: 'test', level: 'silent' }), bodyTimeout: 100 });
  slow.post('/write', async () => ({ ok: 1 }));
  slow.put('/upload', { config: { longBody: true } }, async () => ({ ok: 1 }));
  const address = new URL(await slow.listen({ host: '127.0.0.1', port: 0 }));
  const drip = (method: string, path: string) => {
    const socket = connect(Number(address.port), '127.0.0.1');
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    const closed = new Promise<string>((resolve) =>
      socket.once('close', () => resolve('closed')).on('error', () => undefined),
    );
    return { socket, closed };
  };
  const upload = drip('PUT', '/upload');
  expect(await drip('POST', '/write').closed).toBe('closed');
  expect((await fetch(new URL('/write', address), { method: 'POST' })).status).toBe(200);
  const answer = new Promise<string>((resolve) => upload.socket.once('data', (data) => resolve(String(data))));
  upload.socket.write('}');
  expect(await answer).toContain('200 OK');
  upload.socket.destroy();
  await slow.close();
});

test('a GET that also takes POST, an object in a query, limits by address, and replies that do not fit', async () => {
  const more = domain('More', {
    'GET /more/either': {
      summary: 'Either.',
      params: Type.Object({
        ids: Ids(),
        at: Type.Optional(Type.Object({ x: Type.Integer() })),
        much: Type.Optional(Type.Number()),
        yes: Type.Optional(Type.Boolean()),
      }),
      reply: Type.Object({ ids: Ids() }),
      alsoPost: true,
    },
    'GET /more/guess': { summary: 'Guess.', params: Type.Object({}), reply: Type.Object({}), anonymous: true },
    'GET /more/wrong': { summary: 'Wrong.', params: Type.Object({}), reply: Type.Object({ n: Count() }) },
  });
  const moreHandlers: RouteHandlers<(typeof more)['routes'], string> = {
    'GET /more/either': async (_who, { ids }) => ({ ids }),
    'GET /more/guess': async () => ({}),
    'GET /more/wrong': async () => ({ n: 500 }),
  };
  const other = createHttp({ log: createLog({ name: 'test', level: 'silent' }) });
  serveRoutes(other, more, moreHandlers, {
    authorize: async (request) => request.headers.authorization,
    callerKey: (who) => who,
    limits: { 'GET /more/guess': { max: 1, seconds: 60 } },
    checkReplies: true,
  });
  const ask = (url: string, who: string) => other.inject({ url, headers: { authorization: who } });
  expect((await ask('/more/either?ids=a,b', 'ann')).json()).toEqual({ ids: ['a', 'b'] });
  const withObject = (at: string) => ask(`/more/either?ids=a&at=${encodeURIComponent(at)}`, 'ann');
  expect((await withObject('{"x":1}')).statusCode).toBe(200);
  for (const bad of ['{"x":"1"}', '{"x":1,"y":2}', '{"x":', '1', '{"x":1,"__proto__":{}}']) {
    expect((await withObject(bad)).json(), bad).toMatchObject({ error: 'bad_argument' });
  }
  for (const good of ['much=1e-7', 'much=0.30000000000000004', 'much=-5', 'yes=1', 'yes=false']) {
    expect((await ask(`/more/either?ids=a&${good}`, 'ann')).statusCode, good).toBe(200);
  }
  for (const bad of ['much=Infinity', 'much=1e999', 'much=', 'yes=2', 'yes=constructor']) {
    expect((await ask(`/more/either?ids=a&${bad}`, 'ann')).statusCode, bad).toBe(400);
  }
  const posted = await other.inject({ method: 'POST', url: '/more/either', headers, payload: { ids: ['a,b'] } });
  expect(posted.json()).toEqual({ ids: ['a,b'] });
  expect((await ask('/more/guess', 'name 1')).statusCode).toBe(200);
  expect((await ask('/more/guess', 'name 2')).statusCode).toBe(429);
  expect((await ask('/more/wrong', 'ann')).statusCode).toBe(500);
  await other.close();
});
