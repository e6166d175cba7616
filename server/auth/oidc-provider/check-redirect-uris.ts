// Redirect URIs over plain http are for this machine only (RFC 8252), unless the server runs in its dangerous
// development mode. The library checks the rest.

import type { ClientMetadata } from '../client-metadata.ts';
import { OAuthError } from '../errors.ts';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function checkRedirectUris(metadata: ClientMetadata, allowHttp: boolean): void {
  const all = [...metadata.redirect_uris, ...(metadata.post_logout_redirect_uris ?? [])];
  for (const uri of all) {
    const url = URL.parse(uri);
    if (!url) throw new OAuthError('invalid_redirect_uri', `"${uri}" is not an absolute URI.`);
    if (url.hash !== '' || uri.endsWith('#')) {
      throw new OAuthError('invalid_redirect_uri', `"${uri}" must not have a fragment.`);
    }
    if (url.protocol === 'http:' && !allowHttp && !loopback.has(url.hostname)) {
      throw new OAuthError('invalid_redirect_uri', `"${uri}" must use https, because it leaves this machine.`);
    }
  }
}
