// Talks to the authorization server that the reading service names: discovery, device codes (RFC 8628) and the
// authorization code with PKCE (RFC 7636). Knows no sessions of the reading service.

import { hostname } from 'node:os';
import * as oidc from 'openid-client';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { AppError } from '../../api/errors.ts';
import type { DeviceAuthorization } from '../../api/nouns/session.ts';
import { exchangeJson } from '../requests/exchange.ts';

const ServiceConfiguration = Type.Object({
  issuer: Type.String(),
  clientId: Type.String(),
  audience: Type.String(),
});

export interface Issuer {
  startDevice(): Promise<DeviceAuthorization>;
  /** Where to send the person's browser, and what turns the address they come back to into an access token. */
  startBrowser(redirectUri: string): Promise<{ url: string; finish(returned: URL): Promise<string> }>;
}

const scope = 'openid profile offline_access';
const timeout = 15_000;

/** Asks the service where to sign in. Throws `offline` or `upstream_unavailable`. */
export async function findIssuer(service: string): Promise<Issuer> {
  const url = `${service}/.well-known/octavo-configuration`;
  const found = await exchangeJson({ method: 'GET', url, headers: { accept: 'application/json' }, timeout });
  if (!Value.Check(ServiceConfiguration, found)) {
    throw new AppError('upstream_unavailable', `${service} does not say where to sign in; is it a reading service?`);
  }
  return openIssuer(found);
}

function openIssuer({ issuer, clientId, audience }: Static<typeof ServiceConfiguration>): Issuer {
  const address = readIssuerAddress(issuer);
  let discovered: Promise<oidc.Configuration> | undefined;
  const discover = () => {
    const insecure = address.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {};
    const options = { ...insecure, timeout: timeout / 1000, [oidc.customFetch]: fetchNamed };
    discovered ??= oidc.discovery(address, clientId, undefined, oidc.None(), options);
    return discovered;
  };
  return {
    startDevice: () =>
      reach(async () => {
        const reply = await oidc.initiateDeviceAuthorization(await discover(), { scope, audience });
        return {
          deviceCode: reply.device_code,
          userCode: reply.user_code,
          verificationUri: reply.verification_uri,
          verificationUriComplete: reply.verification_uri_complete ?? reply.verification_uri,
          expiresIn: reply.expires_in,
          interval: reply.interval ?? 5,
          issuer,
        };
      }),
    startBrowser: (redirectUri) =>
      reach(async () => {
        const configuration = await discover();
        const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
        const expectedState = oidc.randomState();
        const url = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope,
          audience,
          state: expectedState,
          code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
        });
        const finish = (returned: URL) =>
          reach(async () => {
            const checks = { pkceCodeVerifier, expectedState, idTokenExpected: true };
            return (await oidc.authorizationCodeGrant(configuration, returned, checks)).access_token;
          });
        return { url: url.href, finish };
      }),
  };
}

/** Says which device asks: whoever confirms its code is shown this name. */
const fetchNamed: oidc.CustomFetch = (url, { headers, ...rest }) => {
  const machine = hostname()
    .replace(/[^\w.-]/g, '')
    .slice(0, 64);
  return fetch(url, {
    ...rest,
    headers: { ...headers, 'user-agent': `Octavo on ${machine || 'a device'}` },
  } as RequestInit);
};

/** Plain http only for a server on this machine: a code sent over it could be read on the way. */
function readIssuerAddress(issuer: string): URL {
  const url = URL.parse(issuer);
  const isLocal = url && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url;
  throw new AppError('upstream_unavailable', 'The service names a sign-in address that is not secure.', { issuer });
}

/** The library's errors in our words. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const details = cause instanceof oidc.ResponseBodyError ? { reason: cause.error } : undefined;
    if (cause instanceof oidc.AuthorizationResponseError) {
      const code = cause.error === 'access_denied' ? 'access_denied' : 'login_refused';
      throw new AppError(code, undefined, { reason: cause.error }, { cause });
    }
    if (cause instanceof oidc.ResponseBodyError) throw new AppError('login_refused', undefined, details, { cause });
    if (cause instanceof oidc.ClientError) {
      const message = 'The authorization server cannot be reached or answers wrongly.';
      throw new AppError('upstream_unavailable', message, undefined, { cause });
    }
    if (cause instanceof TypeError) throw new AppError('offline', undefined, undefined, { cause });
    throw cause;
  }
}
