// What the kind of an application says about its redirect URIs (OpenID Connect Dynamic Client Registration 1.0, section 2):
// a web application is reached by https, a native one by a scheme of its own or on the device (RFC 8252).

import { OAuthError } from '../errors.ts';

export type ApplicationType = 'web' | 'native';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** @throws OAuthError invalid_redirect_uri */
export function checkApplicationType(url: URL, type: ApplicationType, allowHttp: boolean): void {
  const isOnDevice = loopback.has(url.hostname);
  if (url.username || url.password) refuse(url, 'must not name a user');
  if (type === 'native') {
    if (url.protocol === 'http:' && !isOnDevice) refuse(url, 'must stay on the device, because it uses http');
    return;
  }
  if (allowHttp && url.protocol === 'http:') return;
  if (url.protocol !== 'https:') refuse(url, 'must use https, because application_type is "web"');
  if (isOnDevice) refuse(url, 'leads to a device; application_type "native" is for that');
}

function refuse(url: URL, why: string): never {
  throw new OAuthError('invalid_redirect_uri', `"${url.href}" ${why}.`);
}
