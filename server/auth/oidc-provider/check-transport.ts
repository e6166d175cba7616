// Refuses requests that are wrong before anybody looks at what they ask: another method, another type of body, too much
// of it. The library answers all of these with one error or with none.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../errors.ts';
import { discoveryPaths } from './discovery.ts';
import { publicPaths } from './public-paths.ts';

/** The library reads no more. */
export const largestForm = 56 * 1024;

/** Where a browser goes on after a provider answered. */
const resumePath = /^\/oauth2\/(?:auth|device\/verify)\/[^/]+$/;

/**
 * For an `onRequest` hook around the library's paths. Others do not reach it: it takes every spelling of a path (capitals, a
 * slash behind it), which whatever is decided by the path would not.
 */
export function checkTransport(issuer: string): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const readOnly = discoveryPaths(issuer);
  const methodsOf = (path: string) =>
    publicPaths[path] ?? (readOnly.has(path) || resumePath.test(path) ? ['GET'] : undefined);
  return async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (request.url.includes('%00', path.length))
      throw new OAuthError('invalid_request', 'The query holds a NUL character.');
    checkForm(request, reply, methodsOf(path));
  };
}

function checkForm(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[] | undefined,
): void {
  if (methods === undefined) throw new OAuthError('not_found', 'There is nothing at this path.');
  if (method === 'OPTIONS') return;
  if (!methods.some((known) => known === method || (method === 'HEAD' && known === 'GET'))) {
    reply.header('allow', [...methods, 'OPTIONS'].join(', '));
    throw new OAuthError('method_not_allowed');
  }
  if (method !== 'POST') return;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/x-www-form-urlencoded') {
    throw new OAuthError('unsupported_media_type', 'Send application/x-www-form-urlencoded.');
  }
  if (Number(headers['content-length'] ?? 0) > largestForm) throw new OAuthError('payload_too_large');
}
