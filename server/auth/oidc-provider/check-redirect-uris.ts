// Redirect URIs over plain http are for this machine only (RFC 8252), unless the server runs in its dangerous
// development mode. The library checks the rest.

import { checkApplicationType } from '../clients/check-application-type.ts';
import type { ClientMetadata } from '../clients/client-metadata.ts';
import { OAuthError } from '../errors.ts';

/** A browser would run or open them in this server's name. */
const scriptSchemes = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'about:']);
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function checkRedirectUris(metadata: ClientMetadata, allowHttp: boolean): void {
  const all = [...metadata.redirect_uris, ...(metadata.post_logout_redirect_uris ?? [])];
  for (const uri of all) {
    const url = URL.parse(uri);
    if (!url) throw new OAuthError('invalid_redirect_uri', `"${uri}" is not an absolute URI.`);
    if (scriptSchemes.has(url.protocol)) {
      throw new OAuthError('invalid_redirect_uri', `"${uri}" must not use the scheme ${url.protocol.slice(0, -1)}.`);
    }
    if (metadata.application_type) checkApplicationType(url, metadata.application_type, allowHttp);
    if (url.hash !== '' || uri.endsWith('#')) {
      throw new OAuthError('invalid_redirect_uri', `"${uri}" must not have a fragment.`);
    }
    if (url.protocol === 'http:' && !allowHttp && !loopback.has(url.hostname)) {
      throw new OAuthError('invalid_redirect_uri', `"${uri}" must use https, because it leaves this machine.`);
    }
  }
}
