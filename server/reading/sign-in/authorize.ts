// Says who is calling a route: the session behind the access token, and for signed writes that the session's own device
// made this very request.

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../api/errors.ts';
import type { Route, RouteKey } from '../../../api/route.ts';
import type { Caller, Reading } from '../reading.ts';
import { authenticate } from './sessions.ts';
import { checkSignature, claimRandom } from './signed-writes.ts';

/**
 * A repeated request is answered again instead of refused: what these store has the random in its key, in the same
 * transaction. To claim it here as well would cost a second write to the disk for every heartbeat.
 */
const answeredAgain: readonly RouteKey[] = ['POST /book/read'];

export type Authorize = (
  request: FastifyRequest,
  key: RouteKey,
  route: Route,
  params: Record<string, unknown>,
) => Promise<Caller | undefined>;

export function authorizer(reading: Reading): Authorize {
  return async (request, key, route, params) => {
    if (route.anonymous) return undefined;
    const token = bearerToken(request);
    if (token === undefined) throw new AppError('not_signed_in');
    const { caller, signKey } = await authenticate(reading, token);
    if (!route.signed) return caller;
    const path = key.slice(key.indexOf(' ') + 1);
    await checkSignature(reading, { method: request.method, path, params }, signKey);
    if (answeredAgain.includes(key)) return caller;
    if (!(await claimRandom(reading, caller, params.random as string))) throw new AppError('replayed');
    return caller;
  };
}

/** The caller of a path that is no route of the contract. */
export async function callerOf(reading: Reading, request: FastifyRequest): Promise<Caller> {
  const token = bearerToken(request);
  if (token === undefined) throw new AppError('not_signed_in');
  return (await authenticate(reading, token)).caller;
}

/** RFC 6750, section 2.1. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
}
