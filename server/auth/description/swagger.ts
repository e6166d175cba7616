// Makes the API description, a Swagger 2.0 document, of the operations of both listeners. Must not know any of them.

import type { TSchema } from 'typebox';
import { adminOperations } from './admin-operations.ts';
import type { Operation, Parameter } from './operation.ts';
import { publicOperations } from './public-operations.ts';
import { oauthError } from './reply-shapes.ts';

type Node = Record<string, unknown>;

export const operations: readonly Operation[] = [...publicOperations, ...adminOperations];

export function createSwagger(version: string, prefix: string): object {
  const paths: Record<string, Node> = {};
  for (const operation of operations) {
    const { path, method, tag } = operation;
    const present = paths[path]?.[method] as { tags: string[] } | undefined;
    // Swagger 2.0 has a path once, and health is asked for on both listeners.
    if (present) present.tags.push(tag);
    else paths[path] = { ...paths[path], [method]: describe(operation, prefix) };
  }
  return {
    swagger: '2.0',
    info: {
      title: 'Authorization server',
      version,
      description:
        'OAuth 2.0 and OpenID Connect. Operations with the tag public are on the public listener (4444), those with ' +
        'admin on the administrative one (4445), which asks nobody for credentials. An unknown key in a JSON body is ' +
        'an error. Every error has the same flat form.',
    },
    consumes: ['application/json'],
    produces: ['application/json'],
    tags: [
      { name: 'public', description: 'Reached by everyone' },
      { name: 'admin', description: 'Reached by the operator and by login and consent providers' },
    ],
    paths,
    definitions: { oauthError: toSwagger(oauthError) },
  };
}

function describe(operation: Operation, prefix: string): Node {
  const { resource, form } = operation;
  const replies = Object.entries(operation.replies).map(([status, { description, schema, headers }]) => [
    status,
    {
      description,
      ...(schema ? { schema: toSwagger(schema) } : {}),
      ...(headers ? { headers: mapValues(headers, (text) => ({ type: 'string', description: text })) } : {}),
    },
  ]);
  return {
    tags: [operation.tag],
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.deprecated ? { deprecated: true } : {}),
    ...(form ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
    ...(operation.produces ? { produces: operation.produces } : {}),
    parameters: parametersOf(operation),
    responses: {
      ...Object.fromEntries(replies),
      default: { description: 'An error.', schema: { $ref: '#/definitions/oauthError' } },
    },
    ...(resource ? { 'x-resource': `${prefix}:${resource.name}`, 'x-action': resource.action } : {}),
  };
}

function parametersOf({ path, query = [], form = [], body }: Operation): Node[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    type: 'string',
  }));
  const list = (place: string) => (parameter: Parameter) => ({
    name: parameter.name,
    in: place,
    description: parameter.description,
    required: parameter.required === true,
    type: parameter.type ?? 'string',
    ...(parameter.values ? { enum: parameter.values } : {}),
  });
  return [
    ...inPath,
    ...query.map(list('query')),
    ...form.map(list('formData')),
    ...(body ? [{ name: 'body', in: 'body', required: false, schema: toSwagger(body) }] : []),
  ];
}

/** JSON Schema as far as Swagger 2.0 knows it: no `const`, no `anyOf`, no `patternProperties`. */
export function toSwagger(schema: TSchema): Node {
  return convert(JSON.parse(JSON.stringify(schema)) as Node);
}

function convert(node: Node): Node {
  const { anyOf, patternProperties, properties, items, additionalProperties, ...rest } = node;
  if (Array.isArray(anyOf)) {
    const values = (anyOf as Node[]).map((option) => option.const);
    if (values.some((value) => value === undefined)) throw new Error('Swagger 2.0 has no alternatives but constants.');
    return { ...rest, type: typeof values[0], enum: values };
  }
  return {
    ...rest,
    ...(properties ? { properties: mapValues(properties as Record<string, Node>, convert) } : {}),
    ...(items ? { items: convert(items as Node) } : {}),
    // Any name with any value.
    ...(patternProperties ? { additionalProperties: true } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function mapValues<V, R>(object: Readonly<Record<string, V>>, change: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
