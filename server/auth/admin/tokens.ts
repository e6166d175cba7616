// Introspection (RFC 7662) and the removal of old tokens on the administrative listener.

import type { FastifyInstance } from 'fastify';
import type { AuthServer } from '../auth-server.ts';
import { OAuthError } from '../errors.ts';
import { parseBody } from '../parse-body.ts';
import { flushBody } from '../request-shapes.ts';
import { scopeMatches, words } from '../scope.ts';
import { flush } from '../storage/flush.ts';

export function serveTokens(app: FastifyInstance, server: AuthServer): void {
  app.post('/oauth2/introspect', async (request, reply) => {
    const form = (request.body ?? {}) as Record<string, unknown>;
    if (typeof form.token !== 'string' || form.token === '') {
      throw new OAuthError('invalid_request', 'The form field "token" is missing.');
    }
    const wanted = typeof form.scope === 'string' ? form.scope : undefined;
    return reply.header('cache-control', 'no-store').send(await introspect(server, form.token, wanted));
  });
  app.post('/oauth2/flush', async (request, reply) => {
    const { notAfter } = parseBody(flushBody, request.body);
    const time = notAfter === undefined ? Date.now() : Date.parse(notAfter);
    if (Number.isNaN(time)) throw new OAuthError('invalid_request', '"notAfter" must be an ISO 8601 time.');
    await flush(server.database, { notAfter: Math.floor(Math.min(time, Date.now()) / 1000) });
    return reply.status(204).send();
  });
}

async function introspect({ engine, settings, subjects }: AuthServer, value: string, scope: string | undefined) {
  const token = await engine.inspect(value);
  if (!token || !words(scope).every((wanted) => scopeMatches(settings.scopeStrategy, token.scope, wanted))) {
    return { active: false };
  }
  const ofPerson = subjects.enabled && token.subject !== token.clientId;
  const obfuscated = ofPerson ? await engine.pairwiseSubject(token.clientId, token.subject) : undefined;
  const { username } = token.extension;
  return {
    active: true,
    ...(typeof username === 'string' ? { username } : {}),
    scope: token.scope.join(' '),
    client_id: token.clientId,
    sub: token.subject,
    ...(obfuscated === undefined ? {} : { obfuscated_subject: obfuscated }),
    exp: token.expiresAt,
    iat: token.issuedAt,
    nbf: token.issuedAt,
    aud: token.audience,
    iss: settings.issuer,
    token_type: token.use,
    ext: token.extension,
  };
}
