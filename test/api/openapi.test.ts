// The OpenAPI document: whole, without dangling references, and the same thing that the catalog says.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { catalog, splitRouteKey } from '../../api/catalog.ts';
import { errorTable } from '../../api/errors.ts';
import { createOpenApi } from '../../api/openapi.ts';
import type { Domain, Route, RouteKey } from '../../api/route.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema?: object;
  content?: object;
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { properties: object; required?: string[] } } } };
  responses: Record<string, { $ref?: string; content?: Record<string, object> }>;
  security?: object[];
  'x-octavo-signed'?: true;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: { schemas: Record<string, object>; responses: Record<string, object>; securitySchemes: object };
}

const domains: readonly Domain[] = catalog;
const made = createOpenApi({ version: '1.2.3', serverUrl: 'https://books.example' });
const document = made as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

function* references(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$ref' && typeof member === 'string') yield member;
    else yield* references(member);
  }
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}

describe('the OpenAPI document', () => {
  it('says what it is', () => {
    expect(made.openapi).toBe('3.1.0');
    expect(made.info).toMatchObject({ version: '1.2.3' });
    expect(made.servers).toEqual([{ url: 'https://books.example', description: 'The service' }]);
    expect(document.tags.map((tag) => tag.name)).toEqual(domains.map((domain) => domain.title));
  });

  it('has every route once, and the one that answers both methods twice', () => {
    const expected = domains.flatMap((domain) =>
      Object.entries<Route>(domain.routes).flatMap(([key, route]) => {
        const { method, path } = splitRouteKey(key as RouteKey);
        const template = path.replace(/:(\w+)/g, '{$1}');
        return (route.alsoPost ? ['GET', 'POST'] : [method]).map((each) => `${each} ${template}`);
      }),
    );
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(expected.sort());
  });

  it('names every operation differently', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^(get|post)[A-Za-z0-9]+$/);
  });

  it('resolves every reference and refers to every shared schema', () => {
    const used = new Set(references(document));
    for (const reference of used) expect(resolve(reference), reference).toBeDefined();
    expect(used).toContain('#/components/schemas/Book');
    expect(used).toContain('#/components/schemas/Review');
    for (const name of Object.keys(document.components.schemas)) {
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
      expect([...used], name).toContain(`#/components/schemas/${name}`);
    }
  });

  it.each(operations)('$method $path declares its path parameters and tag', ({ path, operation }) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((one) => one.in === 'path');
    expect(declared.map((one) => one.name)).toEqual(names);
    expect(declared.every((one) => one.required)).toBe(true);
    expect(document.tags.map((tag) => tag.name)).toEqual(expect.arrayContaining(operation.tags));
    for (const one of operation.parameters) expect(one.schema ?? one.content, one.name).toBeDefined();
  });

  it.each(operations)('$method $path puts parameters where they belong', ({ method, operation }) => {
    if (method === 'get') expect(operation.requestBody).toBeUndefined();
    else expect(operation.parameters.filter((one) => one.in === 'query')).toEqual([]);
    const names = operation.parameters.map((one) => one.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('asks for a session wherever the route does', () => {
    const open = operations.filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ path }) => path).sort()).toEqual(['/extticket', '/login']);
    expect(made.security).toEqual([{ session: [] }]);
    expect(document.components.securitySchemes).toHaveProperty('session');
  });

  it('says which operations are signed, and that they refuse a replay', () => {
    const signed = operations.filter(({ operation }) => operation['x-octavo-signed']);
    expect(signed.map(({ path }) => path).sort()).toEqual([
      '/book/batchUploadProgress',
      '/book/read',
      '/comm/record',
      '/cos/receive',
    ]);
    for (const { operation } of signed)
      expect(JSON.stringify(resolve(operation.responses['409']?.$ref ?? ''))).toContain('replayed');
  });

  it('describes every error by its word and number', () => {
    const text = JSON.stringify(document.components.schemas.Error);
    for (const [word, row] of Object.entries(errorTable)) {
      expect(text).toContain(`"${word}"`);
      expect(text).toContain(String(row.errcode));
    }
    for (const { operation, path } of operations)
      for (const status of ['400', '429', '500', '503']) expect(operation.responses[status], path).toBeDefined();
  });

  it('shows bytes and streams by their media types', () => {
    const download = document.paths['/book/download']?.get?.responses;
    expect(Object.keys(download?.['200']?.content ?? {})).toContain('application/epub+zip');
    expect(Object.keys(download ?? {})).toEqual(expect.arrayContaining(['200', '206', '416']));
    const chat = document.paths['/ai/chatv2']?.post?.responses['200']?.content;
    expect(chat).toEqual({ 'text/event-stream': { schema: { $ref: '#/components/schemas/AnswerEvent' } } });
  });

  it('does not change when it is made again', () => {
    expect(JSON.stringify(createOpenApi({ version: '1.2.3', serverUrl: 'https://books.example' }))).toBe(
      JSON.stringify(made),
    );
  });
});

describe('the openapi command', () => {
  it('prints the document on standard output and nothing beside it', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['build/openapi.ts'], {
      cwd: new URL('../..', import.meta.url),
      maxBuffer: 64 * 1024 * 1024,
    });
    const printed = JSON.parse(stdout);
    expect(printed.openapi).toBe('3.1.0');
    expect(Object.keys(printed.paths)).toEqual(Object.keys(document.paths));
  }, 60_000);
});
