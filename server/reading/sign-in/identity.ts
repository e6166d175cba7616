// Who a person is, as an OpenID provider says: redeems device codes there, checks access tokens that clients bring, and
// reads the person's name. Must not know sessions or tables.

import { createRemoteJWKSet, decodeProtectedHeader, errors as joseErrors, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { AppError } from '../../../api/errors.ts';
import type { DeviceAuthorization } from '../../../api/nouns/session.ts';
import type { Log } from '../../base/log.ts';
import { type ExternalGrant, readExternalGrant } from './external-grant.ts';
import { introspect } from './introspect.ts';

export interface IdentitySettings {
  issuer: string;
  /**
   * Under which name its people are kept. The accounts of this installation stay the same people when the
   * authorization server moves to another address.
   */
  realm: string;
  clientId: string;
  /** What access tokens must be meant for. */
  audience: string;
  /** Where tokens are looked up; the provider's own introspection endpoint when absent. */
  introspectionUrl?: string;
  /** Where the administrative listener lists consents; absent where the provider has none for us. */
  consentsUrl?: string;
  log: Log;
}

export interface Identity {
  /** `IdentitySettings.realm`. */
  issuer: string;
  subject: string;
  name: string;
  avatar: string;
  /** What the provider was allowed to share; absent when it does not say. */
  scopes?: string[];
}

export interface IdentityProvider {
  /** @throws AppError authorization_pending, slow_down, expired_token, access_denied, login_refused */
  redeemDeviceCode(code: string): Promise<Identity>;
  /** @throws AppError login_refused, upstream_unavailable */
  verifyToken(accessToken: string): Promise<Identity>;
  startDevice(): Promise<DeviceAuthorization>;
  /** What stands now, undefined when nothing does; absent where the provider cannot be asked. */
  currentGrant?(subject: string): Promise<ExternalGrant | undefined>;
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const timeout = 15;

export function openIdentity(settings: IdentitySettings): IdentityProvider {
  const discover = discoverer(settings);
  const { consentsUrl, clientId } = settings;
  return {
    ...(consentsUrl ? { currentGrant: (subject: string) => readExternalGrant(consentsUrl, subject, clientId) } : {}),
    async redeemDeviceCode(code) {
      const configuration = await discover();
      const tokens = await reach(() => oidc.genericGrantRequest(configuration, deviceGrant, { device_code: code }));
      const identity = await verify(settings, configuration, tokens.access_token);
      if (tokens.refresh_token) await giveBack(configuration, tokens.refresh_token, settings.log);
      return identity;
    },
    async verifyToken(accessToken) {
      return verify(settings, await discover(), accessToken);
    },
    async startDevice() {
      const configuration = await discover();
      const { audience, issuer } = settings;
      const scope = 'openid profile';
      const reply = await reach(() => oidc.initiateDeviceAuthorization(configuration, { scope, audience }));
      return {
        deviceCode: reply.device_code,
        userCode: reply.user_code,
        verificationUri: reply.verification_uri,
        verificationUriComplete: reply.verification_uri_complete ?? reply.verification_uri,
        expiresIn: reply.expires_in,
        interval: reply.interval ?? 5,
        issuer,
      };
    },
  };
}

/** The provider's metadata, read once it is needed; a failure is not kept. */
function discoverer({ issuer, clientId }: IdentitySettings): () => Promise<oidc.Configuration> {
  let found: Promise<oidc.Configuration> | undefined;
  return async () => {
    const address = new URL(issuer);
    const execute = address.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    found ??= oidc.discovery(address, clientId, undefined, oidc.None(), { execute, timeout });
    try {
      return await found;
    } catch (cause) {
      found = undefined;
      throw new AppError('upstream_unavailable', 'The authorization server does not answer.', undefined, { cause });
    }
  };
}

async function verify(
  settings: IdentitySettings,
  configuration: oidc.Configuration,
  accessToken: string,
): Promise<Identity> {
  const metadata = configuration.serverMetadata();
  const claimed = isJwt(accessToken) ? await verifyJwt(settings, metadata, accessToken) : undefined;
  const url = settings.introspectionUrl ?? metadata.introspection_endpoint;
  if (!claimed && !url) throw refused('an opaque token cannot be checked without introspection');
  // A JWT can have been revoked before its time, which only its issuer knows.
  const introspected = url ? await introspect(url, accessToken, settings) : undefined;
  const subject = introspected?.subject ?? claimed;
  if (subject === undefined || (claimed !== undefined && claimed !== subject)) throw refused('the subjects differ');
  const info = await reach(() => oidc.fetchUserInfo(configuration, accessToken, subject));
  const name = [info.name, info.preferred_username, info.nickname].find((word) => word) ?? subject;
  const avatar = info.picture && /^https?:\/\//.test(info.picture) ? info.picture.slice(0, 4096) : '';
  const scopes = introspected ? { scopes: introspected.scopes } : {};
  return { issuer: settings.realm, subject, name: name.slice(0, 64), avatar, ...scopes };
}

function isJwt(token: string): boolean {
  if (token.split('.').length !== 3) return false;
  try {
    return typeof decodeProtectedHeader(token).alg === 'string';
  } catch (error) {
    if (error instanceof TypeError || error instanceof joseErrors.JOSEError) return false;
    throw error;
  }
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Signature, issuer, audience and expiry; answers the subject. */
async function verifyJwt(settings: IdentitySettings, metadata: oidc.ServerMetadata, token: string): Promise<string> {
  if (!metadata.jwks_uri) throw refused('the provider publishes no keys');
  const keys = keySets.get(metadata.jwks_uri) ?? createRemoteJWKSet(new URL(metadata.jwks_uri));
  keySets.set(metadata.jwks_uri, keys);
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: settings.audience,
      requiredClaims: ['exp', 'sub'],
      // An ID token or a logout token is signed with the same keys, but says nothing of access.
      algorithms: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'RS384', 'RS512'],
      clockTolerance: 5,
    });
    return payload.sub as string;
  } catch (cause) {
    if (cause instanceof joseErrors.JWKSTimeout || cause instanceof TypeError) {
      throw new AppError('upstream_unavailable', 'The keys of the authorization server cannot be read.', undefined, {
        cause,
      });
    }
    if (cause instanceof joseErrors.JOSEError) throw refused(cause.code, cause);
    throw cause;
  }
}

function refused(reason: string, cause?: unknown): AppError {
  return new AppError('login_refused', undefined, { reason }, { cause });
}

/** Errors of a device sign-in under way (RFC 8628, section 3.5) keep their names. */
const deviceErrors = ['authorization_pending', 'slow_down', 'expired_token', 'access_denied'] as const;

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof oidc.ResponseBodyError) {
      const known = deviceErrors.find((code) => code === cause.error);
      if (known) throw new AppError(known, undefined, undefined, { cause });
      if (cause.status < 500) throw refused(cause.error, cause);
    }
    if (cause instanceof oidc.WWWAuthenticateChallengeError) throw refused('the token is not accepted', cause);
    if (cause instanceof oidc.ClientError || cause instanceof oidc.ResponseBodyError || cause instanceof TypeError) {
      throw new AppError('upstream_unavailable', 'The authorization server cannot be reached.', undefined, { cause });
    }
    throw cause;
  }
}

/** The session that is opened here has tokens of its own, so the provider's refresh token is of no use. */
async function giveBack(configuration: oidc.Configuration, refreshToken: string, log: Log): Promise<void> {
  if (!configuration.serverMetadata().revocation_endpoint) return;
  try {
    await reach(() => oidc.tokenRevocation(configuration, refreshToken));
  } catch (error) {
    log.warn({ err: error }, 'an unused refresh token was not taken back');
  }
}
