// Every schema of the contract goes through the compilers that the service uses: parameters validate, replies
// serialise without loss. And the rules that hold for all of them: bounded, strict, named alike.

import fastify from 'fastify';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { catalog, splitRouteKey } from '../../api/catalog.ts';
import { type Domain, type Route, type RouteKey, signatureFields } from '../../api/route.ts';
import { sample } from './sample.ts';

interface Node extends Record<string, unknown> {
  type?: string;
  properties?: Record<string, Node>;
}

const domains: readonly Domain[] = catalog;
const all = domains.flatMap((domain) =>
  Object.entries<Route>(domain.routes).map(([key, route]) => ({
    key: key as RouteKey,
    route,
    ...splitRouteKey(key as RouteKey),
  })),
);
const json = all.filter(({ route }) => !route.content);

/** Every schema inside, with the way to it. */
function* walk(schema: unknown, way: string): Generator<{ node: Node; way: string }> {
  if (schema === null || typeof schema !== 'object') return;
  const node = schema as Node;
  if (typeof node.type === 'string' || node.anyOf || node.enum) yield { node, way };
  for (const [name, member] of Object.entries(node.properties ?? {})) yield* walk(member, `${way}.${name}`);
  for (const [name, member] of Object.entries((node.patternProperties ?? {}) as object))
    yield* walk(member, `${way}[${name}]`);
  if (node.items) yield* walk(node.items, `${way}[]`);
  for (const [i, member] of ((node.anyOf ?? []) as unknown[]).entries()) yield* walk(member, `${way}|${i}`);
}

/** One for all schemas, as in the service: to make it takes as long as to compile what it is given. */
async function validatorCompiler(coercion: { coerceTypes?: false } = {}) {
  const app = fastify({ ajv: { customOptions: { strict: true, strictTypes: false, ...coercion } } });
  app.post('/', { schema: { body: {} } }, () => ({}));
  await app.ready();
  const compiler = app.validatorCompiler;
  if (!compiler) throw new Error('Fastify has made no compiler.');
  return compiler;
}

describe('the compilers of the service', async () => {
  const coercing = await validatorCompiler();
  const exact = await validatorCompiler({ coerceTypes: false });

  it.each(json)('serialise the reply of $key without loss', async ({ route }) => {
    const app = fastify().setValidatorCompiler(coercing);
    const samples = [sample(route.reply, false), sample(route.reply, true)];
    app.get('/:which', { schema: { response: { 200: route.reply } } }, (request) => {
      const { which } = request.params as { which: '0' | '1' };
      return samples[Number(which)];
    });
    app.post('/check', { schema: { body: route.reply } }, () => ({}));
    for (const which of [0, 1]) {
      const reply = await app.inject(`/${which}`);
      expect(reply.statusCode, reply.body).toBe(200);
      expect(reply.json()).toEqual(samples[which]);
      const check = await app.inject({ method: 'POST', url: '/check', payload: reply.json() as object });
      expect(check.statusCode, check.body).toBe(200);
    }
    await app.close();
  });

  it.each(all)('validate the parameters of $key', async ({ route }) => {
    const app = fastify().setValidatorCompiler(exact);
    app.post('/', { schema: { body: route.params } }, () => ({ ok: true }));
    const send = (payload: object) => app.inject({ method: 'POST', url: '/', payload });
    for (const full of [false, true]) {
      const good = await send(sample(route.params, full) as object);
      expect(good.statusCode, good.body).toBe(200);
    }
    for (const name of (route.params as { required?: string[] }).required ?? []) {
      const { [name]: _left, ...rest } = sample(route.params, true) as Record<string, unknown>;
      expect((await send(rest)).statusCode, `without ${name}`).toBe(400);
    }
    for (const [name, member] of Object.entries<{ type?: string }>(route.params.properties)) {
      const wrong = member.type === 'object' ? 'text' : { nonsense: true };
      const reply = await send({ ...(sample(route.params, true) as object), [name]: wrong });
      expect(reply.statusCode, `${name} of a wrong type`).toBe(400);
    }
    await app.close();
  });
});

describe('the checks at the door', () => {
  it.each(all)('accept the samples of $key', ({ route }) => {
    const params = Compile(route.params);
    const reply = Compile(route.reply);
    for (const full of [false, true]) {
      expect([...params.Errors(sample(route.params, full))]).toEqual([]);
      if (!route.content) expect([...reply.Errors(sample(route.reply, full))]).toEqual([]);
    }
  });
});

describe('every route', () => {
  it.each(all)('$key says in one sentence what it does', ({ route }) => {
    expect(route.summary).toMatch(/^[A-Z].{6,}\.$/);
    expect(route.summary.length).toBeLessThanOrEqual(140);
  });

  it.each(all)('$key declares its path parameters as required', ({ route, path }) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect((route.params as { required?: string[] }).required ?? []).toEqual(expect.arrayContaining(names));
  });

  it.each(all)('$key bounds every text, list and number that a caller sends', ({ route, key }) => {
    for (const { node, way } of walk(route.params, key)) {
      if (node.enum || node.const !== undefined) continue;
      if (node.type === 'string') expect(node.maxLength ?? boundOf(node.pattern), `${way} is bounded`).toBeDefined();
      if (node.type === 'array') expect(node.maxItems, `${way} is bounded`).toBeDefined();
      if (node.type === 'integer') {
        expect(node.minimum, `${way} has a least value`).toBeDefined();
        expect(node.maximum, `${way} has a largest value`).toBeDefined();
      }
    }
  });

  it.each(all)('$key refuses unknown keys in every object inside its body', ({ route, key }) => {
    for (const { node, way } of walk(route.params, key)) {
      if (way === key || node.type !== 'object' || node.patternProperties) continue;
      expect(node.additionalProperties, way).toBe(false);
    }
  });

  it.each(json)('$key bounds every list that it answers with', ({ route, key }) => {
    for (const { node, way } of walk(route.reply, key))
      if (node.type === 'array') expect(node.maxItems, `${way} is bounded`).toBeDefined();
  });

  it.each(json)('$key answers with books whose cover and author are always texts', ({ route, key }) => {
    for (const { node, way } of walk(route.reply, key)) {
      if (!node.properties?.bookId || !node.properties.cover || !node.properties.author) continue;
      expect(node.required, way).toEqual(expect.arrayContaining(['title']));
      if (node.properties.author.type === 'string')
        expect(node.required, way).toEqual(expect.arrayContaining(['cover', 'author']));
    }
  });
});

/** A pattern without `*` and `+` limits the length by itself. */
function boundOf(pattern: unknown): true | undefined {
  return typeof pattern === 'string' && !/[*+]/.test(pattern.replace(/\[[^\]]*\]/g, '')) ? true : undefined;
}

describe('marked routes', () => {
  const only = (mark: keyof Route) => all.filter(({ route }) => route[mark]);

  it.each(only('signed'))('$key carries the signature’s fields and is a POST', ({ route, method }) => {
    expect(method).toBe('POST');
    for (const [name, schema] of Object.entries(signatureFields)) expect(route.params.properties[name]).toEqual(schema);
  });

  it('sign exactly the writes that the catalog names', () => {
    expect(only('signed').map(({ key }) => key)).toEqual([
      'POST /book/batchUploadProgress',
      'POST /book/read',
      'POST /cos/receive',
      'POST /comm/record',
    ]);
  });

  it('leave only the start of a sign-in without a session', () => {
    expect(only('anonymous').map(({ key }) => key)).toEqual(['POST /login', 'GET /extticket']);
  });

  it.each(only('paged').filter(({ route }) => !route.content))('$key says whether there is more', ({ route, key }) => {
    const names = [...walk(route.reply, key)].flatMap(({ node }) => Object.keys(node.properties ?? {}));
    expect(names.join(' ')).toMatch(/hasMore/i);
  });

  it.each(only('incremental'))('$key asks and answers with a synckey', ({ route, key }) => {
    expect(Object.keys(route.params.properties).join(' ')).toMatch(/synckey|syncver|shelf/i);
    const names = [...walk(route.reply, key)].flatMap(({ node }) => Object.keys(node.properties ?? {}));
    expect(names.join(' ')).toMatch(/synckey|syncver/i);
  });

  it.each(all.filter(({ route }) => route.safe))(
    '$key is marked safe only as a POST or for both',
    ({ route, method }) => {
      expect(method === 'POST' || route.alsoPost).toBe(true);
    },
  );
});
