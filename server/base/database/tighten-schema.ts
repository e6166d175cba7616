// Makes the check of a request stricter than its published schema: unknown members are refused at every level, and
// lengths count UTF-16 units, as the contract says (the library counts what a reader sees as characters).

import type { TSchema } from 'typebox';

type Node = Record<string, unknown>;

export function tighten(schema: TSchema): TSchema {
  return tightenNode(schema as unknown as Node) as unknown as TSchema;
}

function tightenNode(node: unknown, key?: string): unknown {
  if (Array.isArray(node)) return node.map((item) => tightenNode(item));
  if (typeof node !== 'object' || node === null) return node;
  const copy: Node = {};
  for (const [name, value] of Object.entries(node)) {
    // A default, enum or const is a value, not a schema.
    copy[name] = name === 'default' || name === 'enum' || name === 'const' ? value : tightenNode(value, name);
  }
  // Under `properties`, names are the members' own.
  if (key === 'properties' || key === 'patternProperties') return copy;
  if (isObjectSchema(copy)) copy.additionalProperties = false;
  if (copy.type === 'string' && typeof copy.maxLength === 'number') {
    const limit = copy.maxLength;
    delete copy.maxLength;
    copy['~refine'] = [
      {
        check: (value: unknown) => typeof value !== 'string' || value.length <= limit,
        error: () => `must not be longer than ${limit} UTF-16 units`,
      },
    ];
  }
  return copy;
}

/** Members of an intersection are left open: each sees the keys of the others. */
function isObjectSchema(node: Node): boolean {
  const isClosed = 'properties' in node || 'patternProperties' in node;
  return node.type === 'object' && isClosed && !('additionalProperties' in node) && !('allOf' in node);
}
