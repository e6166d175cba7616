// Cross-origin requests (CORS): origins of the settings may use a whole listener; on the public one the origins of a
// client are left to the engine, which knows the client. Off means that no reply says a word about it.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CorsSettings } from '../settings/settings.ts';
import { askedPath } from './asked-path.ts';

/** Where people go themselves: no other page ever reads what they are shown (RFC 9700, section 2.6). */
const pages = /^\/oauth2\/(?:auth|device\/verify|sessions\/logout|fallbacks)(?:\/|$)/;

/**
 * For the outermost scope, so that preflights of paths without a route are answered as well. `engine`: whether origins
 * of clients are decided below.
 */
export function answerOrigins(app: FastifyInstance, cors: CorsSettings, engine: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) return undefined;
    if (cors.enabled) reply.header('vary', 'Origin');
    const isPage = engine && pages.test(askedPath(request));
    const allowed = !isPage && originAllowed(cors, origin);
    // The engine decides about the other origins, and about none when it is off.
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (engine && (allowed || isPage || !cors.enabled)) {
      delete request.raw.headers.origin;
      delete request.raw.headers['access-control-request-method'];
    }
    if (!allowed) return undefined;
    allow(reply, cors, origin);
    if (!isPreflight) return undefined;
    return reply
      .header('access-control-allow-methods', cors.methods.join(', '))
      .header('access-control-allow-headers', cors.headers.join(', '))
      .header('access-control-max-age', cors.maxAge)
      .status(204)
      .send();
  });
}

export function originAllowed(cors: CorsSettings, origin: string): boolean {
  return cors.enabled && cors.origins.some((pattern) => matches(pattern, origin));
}

function allow(reply: FastifyReply, cors: CorsSettings, origin: string): void {
  const any = cors.origins.includes('*') && !cors.credentials;
  reply.header('access-control-allow-origin', any ? '*' : origin);
  if (cors.credentials) reply.header('access-control-allow-credentials', 'true');
  if (cors.exposedHeaders.length > 0) reply.header('access-control-expose-headers', cors.exposedHeaders.join(', '));
}

function matches(pattern: string, origin: string): boolean {
  if (pattern === '*' || pattern === origin) return true;
  const [scheme, rest] = pattern.split('://*.');
  if (rest === undefined || !origin.startsWith(`${scheme}://`)) return false;
  const host = origin.slice(`${scheme}://`.length);
  return host.endsWith(`.${rest}`) && /^[A-Za-z0-9.:-]+$/.test(host);
}
