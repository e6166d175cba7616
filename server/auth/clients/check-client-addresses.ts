// The addresses that this server itself asks or frames for a client: http only where it is safe, and none that leads into
// the operator's network. Names are looked up when they are asked, see `outgoing.ts`.

import { AddressRefused, type Outgoing } from '../../base/http/outgoing.ts';
import { OAuthError } from '../errors.ts';
import type { ClientMetadata } from './client-metadata.ts';

const asked = ['jwks_uri', 'sector_identifier_uri', 'backchannel_logout_uri'] as const;
const logoutUris = ['frontchannel_logout_uri', 'backchannel_logout_uri'] as const;
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** @throws OAuthError invalid_client_metadata with the name of the field. */
export function checkClientAddresses(metadata: ClientMetadata, outgoing: Outgoing, allowHttp: boolean): void {
  for (const name of logoutUris) {
    const uri = metadata[name];
    if (!uri) continue;
    const url = URL.parse(uri);
    if (!url || !/^https?:$/.test(url.protocol)) refuse(name, 'it is no http(s) address');
    if (url.hash !== '' || uri.endsWith('#')) refuse(name, 'it must not have a fragment');
    // Both specifications, section 2: http for clients that can keep a secret.
    const mayBePlain = metadata.token_endpoint_auth_method !== 'none' || loopback.has(url.hostname) || allowHttp;
    if (url.protocol === 'http:' && !mayBePlain) refuse(name, 'a client without a secret has to use https');
  }
  for (const name of asked) {
    const uri = metadata[name];
    if (!uri || !URL.canParse(uri)) continue;
    try {
      outgoing.check(uri);
    } catch (cause) {
      if (!(cause instanceof AddressRefused)) throw cause;
      refuse(name, cause.message.replace(/\.$/, ''));
    }
  }
}

function refuse(field: string, why: string): never {
  throw new OAuthError('invalid_client_metadata', `"${field}" is wrong: ${why}.`);
}
