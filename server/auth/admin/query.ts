// Reads query parameters of the administrative endpoints. Must not know the endpoints.

import type { FastifyRequest } from 'fastify';
import { OAuthError } from '../errors.ts';
import { type Page, readPage } from '../storage/page.ts';

/** A parameter given once; undefined when absent or empty. */
export function param(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  if (Array.isArray(value)) throw new OAuthError('invalid_request', `"${name}" was given more than once.`);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function requiredParam(request: FastifyRequest, ...names: string[]): string {
  for (const name of names) {
    const value = param(request, name);
    if (value !== undefined) return value;
  }
  throw new OAuthError('invalid_request', `The query parameter "${names[0]}" is missing.`);
}

export function page(request: FastifyRequest): Page {
  return readPage({ limit: param(request, 'limit'), offset: param(request, 'offset') });
}
