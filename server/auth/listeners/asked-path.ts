// Which path a request means, for what is decided before its route. Must not know what is at any path.

import type { FastifyRequest } from 'fastify';

/** A route of ours answers to other spellings of its path as well; the engine only to the one. */
export function askedPath({ routeOptions, url }: FastifyRequest): string {
  const { url: route = '*' } = routeOptions;
  return route.includes('*') ? (url.split('?', 1)[0] ?? '') : route;
}
