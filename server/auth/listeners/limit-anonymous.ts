// Limits what one address may ask at the public paths where every request of anybody leaves a row behind.

import type { FastifyInstance } from 'fastify';
import { OAuthError } from '../errors.ts';
import { askedPath } from './asked-path.ts';

/** Asks the plugin that every listener has; 0 is no limit. */
export function limitAnonymous(app: FastifyInstance, paths: ReadonlySet<string>, perMinute: number): void {
  if (perMinute === 0) return;
  const count = app.createRateLimit({ max: perMinute, timeWindow: 60_000 });
  app.addHook('onRequest', async (request, reply) => {
    if (!paths.has(askedPath(request))) return;
    const state = await count(request);
    if (state.isAllowed || !state.isExceeded) return;
    reply.header('retry-after', state.ttlInSeconds);
    throw new OAuthError('too_many_requests');
  });
}
