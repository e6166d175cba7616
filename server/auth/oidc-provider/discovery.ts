// The discovery document (OpenID Connect Discovery 1.0 and RFC 8414, the same at both addresses): what the library says of
// itself, completed by what this server does around it. Everything in it is true of the running server.

import type { Context } from 'oidc-provider';
import { logoutPath } from '../logout/paths.ts';
import { registrationPath } from '../registration/paths.ts';
import { type AuthSettings, issuerAddress } from '../settings/settings.ts';

const discoveryPath = '/.well-known/openid-configuration';
const metadataPath = '/.well-known/oauth-authorization-server';

type Document = Record<string, unknown>;

/** RFC 8414 puts the issuer's path behind the well-known one, OpenID Connect before. */
export function discoveryPaths(issuer: string): Set<string> {
  const issuerPath = new URL(issuer).pathname.replace(/\/$/, '');
  return new Set([discoveryPath, metadataPath, `${metadataPath}${issuerPath}`]);
}

export function serveDiscovery(settings: AuthSettings) {
  const paths = discoveryPaths(settings.issuer);
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    if (!paths.has(ctx.path)) return next();
    ctx.path = discoveryPath;
    await next();
    if (ctx.status !== 200) return;
    ctx.body = sorted(complete(settings, ctx.body as Document));
  };
}

function complete({ issuer, registration }: AuthSettings, document: Document): Document {
  const methods = document.token_endpoint_auth_methods_supported;
  const algorithms = document.token_endpoint_auth_signing_alg_values_supported;
  return {
    ...document,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    ...(registration.enabled ? { registration_endpoint: issuerAddress(issuer, registrationPath) } : {}),
    end_session_endpoint: issuerAddress(issuer, logoutPath),
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    claim_types_supported: ['normal'],
    // Handed to the login provider as they are.
    display_values_supported: ['page', 'popup', 'touch', 'wap'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  };
}

/** The same bytes whatever order the parts came in. */
function sorted(document: Document): Document {
  return Object.fromEntries(Object.entries(document).sort(([one], [other]) => (one < other ? -1 : 1)));
}
