// Reads a request's parameters by a route's schema: types from a query's text, members of a body, and what is wrong
// with them, field by field. Must not know what a route does.

import type { FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { AppError } from '../../../api/errors.ts';
import type { Route } from '../../../api/route.ts';
import { tighten } from '../database/tighten-schema.ts';
import { compileOnce } from './compile-once.ts';
import { parseJsonBody } from './json-body.ts';

type Values = Record<string, unknown>;
interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  default?: unknown;
}

/** Spellings that are accepted beside the declared ones. */
const otherSpellings: Record<string, string> = {
  listmode: 'listMode',
  listtype: 'listType',
  listMode: 'listmode',
  listType: 'listtype',
};

export interface ReadParams {
  /** As they were sent, with types: what a signature is made over. */
  sent: Values;
  /** Throws `bad_argument` naming each wrong field; otherwise the handler's parameters, defaults filled in. */
  check(): Values;
}

export type ParamsReader = (request: FastifyRequest) => ReadParams;

/** Compiled on first use: a service has hundreds of routes and should start at once. */
const paramsValidator = compileOnce((schema) => Compile(tighten(schema)));

export function paramsReader(route: Route): ParamsReader {
  const schema = route.params as unknown as Schema;
  const properties = schema.properties ?? {};
  return (request) => {
    const sent = readSent(request, properties);
    return {
      sent,
      check() {
        const inQuery = request.method === 'GET' || request.method === 'HEAD';
        const params = { ...defaultsOf(properties), ...declaredNames(sent, properties, !inQuery) };
        const validator = paramsValidator(route.params);
        if (!validator.Check(params)) throw wrongFields(validator.Errors(params));
        return params;
      },
    };
  };
}

function readSent(request: FastifyRequest, properties: Record<string, Schema>): Values {
  const inPath = fromText(request.params as Record<string, string>, properties);
  if (request.method === 'GET' || request.method === 'HEAD') {
    return { ...fromText(request.query as Values, properties), ...inPath };
  }
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new AppError('bad_argument', 'The body must be a JSON object.', { body: 'must be object' });
  }
  return { ...body, ...inPath };
}

/** Object.fromEntries defines members, so that a name such as `__proto__` is an ordinary, unknown one. */
function fromText(texts: Values, properties: Record<string, Schema>): Values {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const schema = ownSchema(properties, name);
      return [name, schema ? typedValue(text, schema) : text];
    }),
  );
}

function ownSchema(properties: Record<string, Schema>, name: string): Schema | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  const other = otherSpellings[name];
  return other !== undefined && Object.hasOwn(properties, other) ? properties[other] : undefined;
}

const booleans = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** What cannot be read as the type stays text, so that the check names the field. */
function typedValue(text: unknown, schema: Schema): unknown {
  if (schema.anyOf) {
    const readable = schema.anyOf.map((option) => typedValue(text, option)).find((value) => value !== text);
    return readable ?? text;
  }
  if (schema.type === 'array') {
    const parts = Array.isArray(text) ? text : text === '' ? [] : String(text).split(',');
    return parts.map((part) => typedValue(part, schema.items ?? {}));
  }
  if (typeof text !== 'string') return text;
  if (text.includes('\0')) throw new AppError('bad_argument', 'A parameter holds a NUL character.');
  if (schema.type === 'object') return text.startsWith('{') ? parseJsonBody(text) : text;
  if (schema.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  // As JavaScript writes them, 1e-7 and 0.30000000000000004 included.
  if (schema.type === 'number') return /^-?\d{1,21}(\.\d{1,20})?(e[+-]?\d{1,3})?$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return booleans.get(text) ?? text;
  return text;
}

/** Puts other spellings under the declared name; leaves unknown names out of a query, and in a body to be refused. */
function declaredNames(sent: Values, properties: Record<string, Schema>, keepUnknown: boolean): Values {
  const params: [string, unknown][] = [];
  for (const [name, value] of Object.entries(sent)) {
    const other = otherSpellings[name];
    if (Object.hasOwn(properties, name)) params.push([name, value]);
    else if (other !== undefined && Object.hasOwn(properties, other)) params.push([other, value]);
    else if (keepUnknown) params.push([name, value]);
  }
  return Object.fromEntries(params);
}

function defaultsOf(properties: Record<string, Schema>): Values {
  const defaults: Values = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.default !== undefined) defaults[name] = structuredClone(schema.default);
  }
  return defaults;
}

function wrongFields(errors: ReturnType<ReturnType<typeof Compile>['Errors']>): AppError {
  const details: Record<string, string> = {};
  for (const error of errors) {
    const where = error.instancePath.slice(1).replaceAll('/', '.');
    const put = (name: string, problem: string) => {
      const field = [where, name].filter(Boolean).join('.') || 'params';
      details[field] ??= problem;
    };
    if (error.keyword === 'required') {
      for (const name of error.params.requiredProperties) put(name, 'is missing');
    } else if (error.keyword === 'additionalProperties') {
      for (const name of error.params.additionalProperties) put(name, 'is not known here');
    } else if (error.keyword === 'enum') {
      put('', `must be one of ${error.params.allowedValues.join(', ')}`);
    } else if (error.keyword !== 'boolean') put('', error.message);
  }
  const fields = Object.keys(details).join(', ');
  return new AppError('bad_argument', `These arguments are missing or wrong: ${fields}.`, details);
}
