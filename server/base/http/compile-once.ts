// Keeps what was made of a schema of the contract for as long as there is the schema: compiling takes milliseconds, a
// service has hundreds of routes, and a process may serve them more than once. Must not know what is made.

import type { TSchema } from 'typebox';

/** `compile`, called when a schema comes for the first time only; `more` is what it needs besides, whichever is at hand. */
export function compileOnce<C, A extends unknown[]>(
  compile: (schema: TSchema, ...more: A) => C,
): (schema: TSchema, ...more: A) => C {
  const compiled = new WeakMap<TSchema, C>();
  return (schema, ...more) => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const made = compile(schema, ...more);
    compiled.set(schema, made);
    return made;
  };
}
