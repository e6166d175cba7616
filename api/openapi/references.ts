// Turns the contract's schemas into an OpenAPI document's: a shared noun becomes a reference to its one description.

import { nounSchemas } from '../noun-schemas.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

export interface References {
  /** The schema with every shared noun inside it, or itself, replaced by a reference. */
  refer(schema: unknown): Json;
  /** What `components.schemas` holds. */
  components: JsonObject;
}

export function createReferences(): References {
  // Compared by text: an optional noun is another object with the same content.
  const names = new Map<string, string>();
  const nouns = nounSchemas();
  for (const [name, schema] of nouns) names.set(JSON.stringify(schema), name);

  function replaceInside(schema: Json): Json {
    if (Array.isArray(schema)) return schema.map(replace);
    if (schema === null || typeof schema !== 'object') return schema;
    return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, replace(member)]));
  }

  function replace(schema: Json): Json {
    if (schema === null || typeof schema !== 'object') return schema;
    const name = names.get(JSON.stringify(schema));
    return name === undefined ? replaceInside(schema) : { $ref: `#/components/schemas/${name}` };
  }

  const components: JsonObject = {};
  for (const [name, schema] of nouns) components[name] = replaceInside(plain(schema));
  return { refer: (schema) => replace(plain(schema)), components };
}

/** Without the schema library's hidden members. */
function plain(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema));
}
