// Asks the authorization server about a token (RFC 7662) and checks that it is meant for this service.

import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { AppError } from '../../../api/errors.ts';

const Introspection = Type.Object({
  active: Type.Boolean(),
  sub: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  aud: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  client_id: Type.Optional(Type.String()),
  exp: Type.Optional(Type.Number()),
  scope: Type.Optional(Type.String()),
  /** `access_token` or `refresh_token` at our authorization server; `Bearer` at others. */
  token_type: Type.Optional(Type.String()),
});

export interface Introspected {
  subject: string;
  scopes: string[];
}

/** @throws AppError login_refused, upstream_unavailable */
export async function introspect(
  url: string,
  token: string,
  expected: { issuer: string; clientId: string; audience: string },
): Promise<Introspected> {
  const reply = await ask(url, token, expected.clientId);
  if (!reply.active || !reply.sub) throw refused('the token is not valid or not valid any more');
  if (reply.token_type === 'refresh_token') throw refused('a refresh token is no proof');
  if (reply.iss !== undefined && trimmed(reply.iss) !== trimmed(expected.issuer)) throw refused('another issuer');
  if (reply.exp !== undefined && reply.exp * 1000 <= Date.now()) throw refused('the token has expired');
  const audience = [reply.aud ?? []].flat();
  // Some providers know no audience; then the token must have been made for our own client.
  const isMeant =
    audience.includes(expected.audience) || (audience.length === 0 && reply.client_id === expected.clientId);
  if (!isMeant) throw refused('the token is meant for another service');
  return { subject: reply.sub, scopes: (reply.scope ?? '').split(' ').filter(Boolean) };
}

async function ask(url: string, token: string, clientId: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ token, client_id: clientId }),
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    });
    const reply: unknown = await response.json();
    if (response.ok && Value.Check(Introspection, reply)) return reply;
    throw new TypeError(`Introspection answered ${response.status}.`);
  } catch (cause) {
    throw new AppError('upstream_unavailable', 'The authorization server cannot check the token now.', undefined, {
      cause,
    });
  }
}

function refused(reason: string): AppError {
  return new AppError('login_refused', undefined, { reason });
}

const trimmed = (url: string) => url.replace(/\/$/, '');
