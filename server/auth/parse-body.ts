// Checks a JSON body against its schema; unknown keys are refused by name. Must not know what the body means.

import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { OAuthError } from './errors.ts';

/** `former`: keys that were known once, and what to write instead. */
export function parseBody<Schema extends TSchema>(
  schema: Schema,
  body: unknown,
  former: Readonly<Record<string, string>> = {},
): Static<Schema> {
  const value = body ?? {};
  if (Value.Check(schema, value)) return value;
  const failures = Value.Errors(schema, value);
  const unknown = failures.flatMap((failure) =>
    failure.keyword === 'additionalProperties' ? failure.params.additionalProperties : [],
  );
  if (unknown.length > 0) {
    const hint = unknown.map((name) => former[name] ?? '').find((text) => text !== '');
    throw new OAuthError(
      'invalid_request',
      `Unknown key: ${unknown.map((name) => `"${name}"`).join(', ')}.`,
      hint === undefined ? {} : { hint },
    );
  }
  const [first] = failures;
  const place = first?.instancePath ? `"${first.instancePath.slice(1).replaceAll('/', '.')}"` : 'The body';
  throw new OAuthError('invalid_request', `${place} ${first?.message ?? 'is malformed'}.`);
}
