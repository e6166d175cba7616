// A program that registers itself and then is a client, with any of the authentication methods.

import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, SignJWT } from 'jose';
import { expect } from 'vitest';
import type { House } from '../accounts/house.ts';
import type { Reply } from './authorize.ts';
import { callback, RelyingParty } from './conformance/relying-party.ts';

export const allowingRegistration = {
  registration: {
    enabled: true,
    initialAccessToken: undefined,
    scopes: ['openid', 'offline_access', 'profile', 'email'],
  },
  outgoingAddresses: ['127.0.0.1', '::1'],
};

/** Sends a registration as any program may. */
export async function register(house: House, metadata: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(`${house.issuer}oauth2/register`, { ...init, body: JSON.stringify(metadata) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Reads, replaces or deletes a registration. */
export async function manage(method: string, uri: unknown, token: unknown, body?: object): Promise<Reply> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body) headers['content-type'] = 'application/json';
  const response = await fetch(String(uri), { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

export async function registerParty(
  house: House,
  metadata: object = {},
): Promise<{ rp: RelyingParty; registered: Record<string, unknown> }> {
  const { status, body } = await register(house, { redirect_uris: [callback], ...metadata });
  expect(body.error_description ?? '').toBe('');
  expect(status).toBe(201);
  const keys = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const credentials = {
    id: String(body.client_id),
    secret: String(body.client_secret),
    method: body.token_endpoint_auth_method === 'client_secret_post' ? 'client_secret_post' : 'client_secret_basic',
  } as const;
  const variant = { responseType: 'code', responseMode: 'default' as const };
  return { rp: new RelyingParty(house, variant, credentials, keys), registered: body };
}

/** A key pair of the client, to be published and to sign with. */
export async function clientKey(kid: string): Promise<{ key: CryptoKey; jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** A token request authenticated by a signed assertion (RFC 7523), for the issuer as its only audience. */
export async function tokenByAssertion(
  house: House,
  clientId: string,
  { key, jwk }: { key: CryptoKey; jwk: JWK },
  fields: Record<string, string>,
): Promise<Reply> {
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(house.issuer)
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(key);
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const body = new URLSearchParams({ ...fields, client_assertion_type: type, client_assertion: assertion });
  const response = await fetch(`${house.issuer}oauth2/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
