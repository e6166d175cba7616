// Keeps web pages away from the administrative listener: it asks nobody for credentials, and a page in a browser of the
// same machine can reach it by a form, or by a name of its own that points here. Must not know any route.

import type { FastifyRequest } from 'fastify';
import { OAuthError } from '../errors.ts';
import type { CorsSettings } from '../settings/settings.ts';
import { originAllowed } from './cors.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** For an `onRequest` hook; `host` is where the listener was told to listen, `cors` names pages that may call it. */
export function refuseBrowsers(host: string, cors: CorsSettings): (request: FastifyRequest) => Promise<void> {
  const isLocal = loopback.test(host) || host === '::1';
  return async ({ headers, headers: { origin } }) => {
    const site = headers['sec-fetch-site'];
    const welcome = origin !== undefined && originAllowed(cors, origin);
    if (!welcome && (origin !== undefined || (site !== undefined && site !== 'none'))) {
      throw new OAuthError('access_denied', 'The administrative interface answers no web pages.');
    }
    // DNS rebinding: to the browser, the page and this listener are then the same site.
    const asked = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
    if (isLocal && !loopback.test(asked)) {
      throw new OAuthError('access_denied', 'Reach the administrative interface as localhost, 127.0.0.1 or [::1].');
    }
  };
}
