// The OpenAPI 3.1 document of the reading service, made from the catalog alone. Reads no file and no environment,
// so that the service and the command line make the same document.

import { catalog, splitRouteKey } from './catalog.ts';
import { createErrorResponses, type ErrorResponses, errorSchema } from './openapi/error-responses.ts';
import { createReferences, type Json, type JsonObject, type References } from './openapi/references.ts';
import type { Domain, Method, Route, RouteKey } from './route.ts';

export interface OpenApiDocument extends JsonObject {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: JsonObject };
  paths: { [path: string]: JsonObject };
  components: JsonObject;
}

export interface OpenApiOptions {
  /** Of the service. */
  version: string;
  /** Base address; a placeholder when the document is made for nobody in particular. */
  serverUrl?: string;
}

interface Parameters {
  required?: string[];
  properties: Record<string, Json>;
}

const description = [
  'Times are Unix seconds, durations seconds, flags 0 or 1, progress 0–100, ids texts. What is absent is left out.',
  'Incremental lists: send the last reply’s `synckey`; 0 or none asks for everything. `hasMore` says to ask again.',
  'In a query, an array is one comma-separated value and an object is JSON.',
  'Operations marked `x-octavo-signed` carry `random`, `timestamp` and `signature`: hex HMAC-SHA-256 by the session’s',
  '`signKey` over method, path and all other parameters as `name=canonical JSON`, sorted by name, joined by line feeds.',
].join('\n');

/** The document of every route in the catalog. `version`: of the service. */
export function createOpenApi({ version, serverUrl = 'http://127.0.0.1:8080' }: OpenApiOptions): OpenApiDocument {
  const references = createReferences();
  const errors = createErrorResponses();
  const domains: readonly Domain[] = catalog;
  const paths: OpenApiDocument['paths'] = {};
  for (const domain of domains)
    for (const [key, route] of Object.entries<Route>(domain.routes)) {
      const { method, path } = splitRouteKey(key as RouteKey);
      const template = path.replace(/:(\w+)/g, '{$1}');
      const methods = route.alsoPost ? (['GET', 'POST'] as const) : [method];
      const made = methods.map((each) => [
        each.toLowerCase(),
        operation({ method: each, path, route, tag: domain.title, references, errors }),
      ]);
      paths[template] = { ...paths[template], ...Object.fromEntries(made) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo reading service',
      version,
      description,
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: serverUrl, description: 'The service' }],
    security: [{ session: [] }],
    tags: domains.map(({ title }) => ({ name: title })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token that `POST /login` answers.' },
      },
      schemas: { Error: errorSchema, ...references.components },
      responses: errors.components,
    },
  };
}

interface Declared {
  method: Method;
  path: string;
  route: Route;
  tag: string;
  references: References;
  errors: ErrorResponses;
}

function operation({ method, path, route, tag, references, errors }: Declared): JsonObject {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const { required = [], properties } = JSON.parse(JSON.stringify(route.params)) as Parameters;
  const outside = Object.entries(properties).filter(([name]) => method === 'GET' || inPath.includes(name));
  const inBody = Object.entries(properties).filter(([name]) => method === 'POST' && !inPath.includes(name));
  const made: JsonObject = {
    operationId: operationId(method, path),
    summary: route.summary,
    tags: [tag],
    parameters: outside.map(([name, schema]) =>
      parameter(name, inPath.includes(name) ? 'path' : 'query', required.includes(name), references.refer(schema)),
    ),
    responses: { ...goodResponses(route, references), ...errors.of(route, method) },
    ...marks(route),
  };
  if (method === 'POST') made.requestBody = body(inBody, required, references);
  if (route.anonymous) made.security = [];
  return made;
}

/** `GET /shelf/sync` → `getShelfSync`. */
function operationId(method: Method, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function parameter(name: string, where: 'path' | 'query', required: boolean, schema: Json): JsonObject {
  const common = { name, in: where, required, ...descriptionOf(schema) };
  const type = schema !== null && typeof schema === 'object' && !Array.isArray(schema) ? schema.type : undefined;
  if (type === 'object') return { ...common, content: { 'application/json': { schema } } };
  return type === 'array' ? { ...common, style: 'form', explode: false, schema } : { ...common, schema };
}

/** What a parameter means is said beside its name too, where tools look for it. */
function descriptionOf(schema: Json): JsonObject {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return {};
  return typeof schema.description === 'string' ? { description: schema.description } : {};
}

function body(entries: [string, Json][], required: string[], references: References): JsonObject {
  const names = entries.map(([name]) => name).filter((name) => required.includes(name));
  return {
    required: names.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          additionalProperties: false,
          ...(names.length > 0 ? { required: names } : {}),
          properties: Object.fromEntries(entries.map(([name, schema]) => [name, references.refer(schema)])),
        },
      },
    },
  };
}

function goodResponses(route: Route, references: References): JsonObject {
  const schema = references.refer(route.reply);
  if (!route.content) return { '200': { description: 'Done.', content: { 'application/json': { schema } } } };
  const streams = route.content.includes('text/event-stream');
  const content = Object.fromEntries(route.content.map((media) => [media, streams ? { schema } : {}]));
  const whole: JsonObject = {
    description: streams ? 'A stream of events; the schema is that of each event’s data.' : 'The bytes.',
    content,
  };
  if (!route.errors?.includes('range_not_satisfiable')) return { '200': whole };
  return { '200': whole, '206': { description: 'The asked range of the bytes.', content } };
}

function marks(route: Route): JsonObject {
  const made: JsonObject = {};
  for (const mark of ['signed', 'incremental', 'paged', 'safe'] as const)
    if (route[mark]) made[`x-octavo-${mark}`] = true;
  if (route.host) {
    made['x-octavo-host'] = route.host;
    const url = `{${route.host}_url}`;
    made.servers = [{ url, variables: { [`${route.host}_url`]: { default: 'http://127.0.0.1:8080' } } }];
  }
  return made;
}
