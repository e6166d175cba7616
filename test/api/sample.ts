// The smallest value that a schema accepts, and the fullest one: replies are serialised with both.

import type { TSchema } from 'typebox';

/** The keywords that the contract uses. */
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  pattern?: string;
}

/** Texts, of which one fits each pattern in the contract. */
const texts = [
  'Größe „書“',
  '0-5',
  'https://example.org/x',
  'b_1_2_3-4',
  '1,3,5-9',
  '1700000000',
  'a'.repeat(32),
  'a'.repeat(64),
  'Asia/Tokyo',
  '1404x1872',
  'M0 0L1 1',
  'en',
  '.epub',
  'name',
  '2026-01-01',
  'image/png',
];

function sampleText(schema: Schema): string {
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');
  const fitting = texts.find((text) => (pattern?.test(text) ?? true) && text.length >= (schema.minLength ?? 0));
  if (fitting === undefined) throw new Error(`No sample text for ${JSON.stringify(schema)}`);
  return fitting;
}

function sampleObject(schema: Schema, full: boolean): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (full || schema.required?.includes(name)) value[name] = sample(member as TSchema, full);
  for (const [pattern, member] of Object.entries(schema.patternProperties ?? {}))
    if (full) value[sampleText({ pattern })] = sample(member as TSchema, full);
  return value;
}

export function sample(given: TSchema, full: boolean): unknown {
  const schema = given as Schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return full ? schema.enum.at(-1) : schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf.at(full ? -1 : 0) as TSchema, full);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, full);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, full ? 1 : 0) }, () =>
        sample(schema.items as TSchema, full),
      );
    case 'string':
      return sampleText(schema);
    case 'boolean':
      return full;
    case 'integer':
      return Math.ceil(schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1);
    case 'number':
      return (schema.minimum ?? schema.exclusiveMinimum ?? 0) + (schema.multipleOf ?? 0.5);
    case 'null':
      return null;
    default:
      throw new Error(`No sample for ${JSON.stringify(schema)}`);
  }
}
