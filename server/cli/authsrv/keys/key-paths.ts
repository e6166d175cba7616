// Addresses of key sets and keys, and what is shown of keys.

import { segment } from '../call-admin.ts';

export const keyColumns = ['kid', 'kty', 'alg', 'use', 'crv'];

export function setPath(set: string, kid?: string): string {
  return `/jwks/${segment(set)}${kid === undefined ? '' : `/${segment(kid)}`}`;
}

export const setArgument = {
  name: 'SET',
  help: 'name of the key set; authsrv.openid.id-token signs ID tokens',
} as const;

/** The keys of a reply. */
export function keysOf(value: unknown): Record<string, unknown>[] {
  const { keys } = (value ?? {}) as { keys?: unknown };
  return Array.isArray(keys) ? (keys as Record<string, unknown>[]) : [];
}

/** What may be shown of a key again after it was made. */
export function withoutPrivate(key: Record<string, unknown>): Record<string, unknown> {
  const { d, p, q, dp, dq, qi, k, oth, ...shown } = key;
  return shown;
}
