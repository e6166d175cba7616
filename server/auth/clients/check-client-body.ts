// What the shape of a client's JSON cannot say: addresses, origins, scopes and keys that make no sense. What the
// protocol itself asks for is the engine's affair.

import { OAuthError } from '../errors.ts';
import type { ClientBody } from './client-body.ts';

/** RFC 6749, section 3.3. */
const scopeShape = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'];

/** @throws OAuthError invalid_client_metadata with the name of the field. */
export function checkClientBody(body: ClientBody): void {
  // Programs take them out of an address, so that the client could never be reached by its own.
  if (body.client_id === '.' || body.client_id === '..') refuse('client_id', 'no address can hold it');
  for (const origin of body.allowed_cors_origins ?? []) {
    if (URL.parse(origin)?.origin !== origin) {
      refuse('allowed_cors_origins', `"${origin}" is no origin such as https://app.example.org`);
    }
  }
  for (const name of ['policy_uri', 'tos_uri', 'client_uri', 'logo_uri', 'jwks_uri'] as const) {
    const address = body[name];
    if (address && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) refuse(name, 'it is no http(s) address');
  }
  if (body.scope && !scopeShape.test(body.scope)) refuse('scope', 'it must be words with one space between them');
  const empty = body.audience?.find((audience) => audience === '' || /\s/.test(audience));
  if (empty !== undefined) refuse('audience', 'an entry is empty or has a space');
  const leaked = body.jwks?.keys.some((key) => privateMembers.some((member) => member in key));
  if (leaked) refuse('jwks', 'it holds a private or symmetric key; register public keys only');
  const method = body.token_endpoint_auth_method ?? 'client_secret_basic';
  if (body.client_secret !== undefined && !method.startsWith('client_secret_')) {
    refuse('client_secret', `a client with token_endpoint_auth_method "${method}" has none`);
  }
}

function refuse(field: string, why: string): never {
  throw new OAuthError('invalid_client_metadata', `"${field}" is wrong: ${why}.`);
}
