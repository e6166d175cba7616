// The library's configuration: routes, features, lifespans and the hooks that ask our stores. Must not hold state.

import type { Client, Context, Model, Payload, RequestedClaims } from 'oidc-provider';
import type { Outgoing } from '../../base/http/outgoing.ts';
import { clockTolerance } from '../clock.ts';
import type { ConsentStore } from '../consents.ts';
import { idTokenSet, publicKid } from '../keys/key-names.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import type { StoredKey } from '../keys/stored-key.ts';
import { logoutPath } from '../logout/paths.ts';
import { fallbackPaths } from '../pages/fallback-pages.ts';
import { sessionCookie } from '../sessions.ts';
import { issuerAddress } from '../settings/settings.ts';
import { standardClaims, standardScopes } from '../standard-claims.ts';
import type { SubjectIdentifiers } from '../subject-identifiers.ts';
import { checkAudiences, checkRequest, checkScopes } from './check-request.ts';
import {
  type DeviceOutcome,
  deviceAuthorizationPath,
  devicePath,
  sendToDeviceEnd,
  sendToDevicePage,
} from './delegated-pages.ts';
import { requestedAudience } from './grants.ts';
import { lifespans } from './lifespans.ts';
import { checkAssertion } from './private-clients.ts';
import { userCodeMask } from './private-parts.ts';
import { createPrompts } from './prompts.ts';
import { type AdapterParts, adapterFactory } from './record-adapter.ts';
import { requestConsent } from './request-consent.ts';
import { checkRequestedClaims, identifier } from './requested-login.ts';
import { type StartParts, startRequest } from './start-request.ts';

/** Bytes of a client's key set or list of addresses. */
const largestDocument = 128 * 1024;

/** Asymmetric ones only: secrets are kept as hashes, so nothing can be signed or verified with them. */
const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const clientAlgorithms = [...algorithms, 'Ed25519', 'RS384', 'RS512', 'PS384', 'PS512'];

export type ConfigurationParts = AdapterParts &
  StartParts & { consents: ConsentStore; ring: SecretRing; subjects: SubjectIdentifiers; outgoing: Outgoing };

export function libraryConfiguration(parts: ConfigurationParts, keys: readonly StoredKey[]): object {
  const { settings, consents, ring, subjects } = parts;
  const identify = identifier(subjects);
  return {
    adapter: adapterFactory(parts),
    fetch: parts.outgoing.fetch,
    fetchResponseBodyLimits: { jwks_uri: largestDocument, sector_identifier_uri: largestDocument },
    jwks: { keys: signingKeys(keys) },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    responseTypes: ['code', 'id_token', 'code id_token', 'code token', 'id_token token', 'code id_token token'],
    scopes: standardScopes,
    claims: standardClaims,
    subjectTypes: subjects.enabled ? ['public', 'pairwise'] : ['public'],
    pairwiseIdentifier: (_ctx: Context, subject: string, client: Client) => identify(client, subject),
    sectorIdentifierUriValidate: (client: Client) => client.stored !== true,
    enabledJWA: {
      clientAuthSigningAlgValues: clientAlgorithms,
      requestObjectSigningAlgValues: clientAlgorithms,
      idTokenSigningAlgValues: algorithms,
      userinfoSigningAlgValues: algorithms,
    },
    clientDefaults: { id_token_signed_response_alg: defaultAlgorithm(keys) },
    assertJwtClientAuthClaimsAndHeader: checkAssertion,
    conformIdTokenClaims: false,
    clockTolerance,
    cookies: {
      keys: ring.cookieKeys(),
      long: { signed: true, httpOnly: true, sameSite: settings.cookieSameSite },
      short: { signed: true, httpOnly: true, sameSite: settings.cookieSameSite },
      names: {
        session: sessionCookie,
        interaction: 'oauth2_interaction',
        resume: 'oauth2_resume',
      },
    },
    // A client that cannot keep a secret has to prove that it is the one that asked (RFC 9700, section 2.1.1).
    pkce: { required: (_ctx: Context, client: { clientAuthMethod?: string }) => client.clientAuthMethod === 'none' },
    expiresWithSession: () => false,
    extraClientMetadata: {
      properties: ['allowed_scope', 'audience', 'access_token_strategy', 'allowed_cors_origins', 'stored'],
    },
    extraParams: {
      audience: (ctx: Context, value: string | undefined) => checkRequest(settings.scopeStrategy, ctx, value),
      // Set by our login prompt only, never by a client.
      x_prompt_none: (ctx: Context) => {
        delete ctx.oidc.params.x_prompt_none;
      },
    },
    interactions: {
      policy: createPrompts(consents, identify),
      url: (ctx: Context, interaction: never) => startRequest(parts, ctx, interaction),
    },
    renderError: (ctx: Context, out: Record<string, string | undefined>) => renderError(parts, ctx, out),
    // Asked only where CORS is on, about origins that the settings do not name.
    clientBasedCORS: (_ctx: Context, origin: string, client: { allowed_cors_origins?: string[] }) =>
      client.allowed_cors_origins?.includes(origin) ?? false,
    ...hooks(parts),
    routes,
    features: features(parts),
    ttl: lifespans(settings.lifespans),
  };
}

const routes = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  revocation: '/oauth2/revoke',
  jwks: '/.well-known/jwks.json',
  userinfo: '/userinfo',
  end_session: logoutPath,
  device_authorization: deviceAuthorizationPath,
  code_verification: devicePath,
};

function hooks({ settings, consents, subjects }: ConfigurationParts) {
  const identify = identifier(subjects);
  return {
    findAccount: async (ctx: Context, subject: string, token?: { grantId?: string }) => {
      const consentResult = ctx.oidc.result?.consent as { grantId?: string } | undefined;
      const grantId = token?.grantId ?? ctx.oidc.grant?.jti ?? consentResult?.grantId;
      return {
        accountId: subject,
        claims: async () => {
          const consent = await requestConsent(consents, ctx, grantId);
          return { ...consent?.session.id_token, sub: subject };
        },
      };
    },
    loadExistingGrant: async (ctx: Context) => {
      const consent = ctx.oidc.result?.consent as { grantId: string } | undefined;
      return consent && ctx.oidc.provider.Grant.find(consent.grantId);
    },
    issueRefreshToken: async (_ctx: Context, client: Context['oidc']['client'], code: Model) =>
      client.grantTypeAllowed('refresh_token') && (code.scopes.has('offline') || code.scopes.has('offline_access')),
    // Runs at each refresh before the new tokens are made: the former access tokens of the family end here.
    rotateRefreshToken: async (ctx: Context) => {
      const token = ctx.oidc.entities.RefreshToken;
      if (!token?.grantId) throw new Error('A refresh token without a grant.');
      checkScopes(settings.scopeStrategy, ctx.oidc.client, token.scopes);
      checkAudiences(ctx.oidc.client, (await requestConsent(consents, ctx, token.grantId))?.audience ?? []);
      await ctx.oidc.provider.AccessToken.revokeByGrantId(token.grantId);
      return true;
    },
    extraTokenClaims: async (ctx: Context | undefined, token: Payload) => {
      if (token.kind === 'ClientCredentials') return { aud: requestedAudience(ctx), ext: {} };
      const consent = await requestConsent(consents, ctx, token.grantId);
      const { client } = ctx?.oidc ?? {};
      // A signed token is read by the client, which must not learn more of the person than from an ID token.
      const sub = client?.subjectType === 'pairwise' ? { sub: await identify(client, token.accountId ?? '') } : {};
      return { aud: consent?.audience ?? [], ext: consent?.session.access_token ?? {}, ...sub };
    },
  };
}

function features(parts: ConfigurationParts) {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: false },
    // Of another client's token nothing is told and nothing is done.
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx: Context, client: { clientId: string }, token: Model) =>
        token.clientId === client.clientId,
    },
    userinfo: { enabled: true },
    jwtUserinfo: { enabled: true },
    dPoP: { enabled: false },
    resourceIndicators: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    // By value and signed; none is ever fetched.
    requestObjects: { enabled: true },
    claimsParameter: {
      enabled: true,
      assertClaimsParameter: async (_ctx: Context, claims: RequestedClaims) => checkRequestedClaims(claims),
    },
    backchannelLogout: { enabled: false },
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: userCodeMask,
      deviceInfo: (ctx: Context) => ({ ip: ctx.ip, ua: ctx.get('user-agent').slice(0, 300) }),
      userCodeInputSource: (ctx: Context, _form: string, _out: unknown, error?: Error) =>
        sendToDevicePage(parts, ctx, error && deviceOutcome(error)),
      // Our return always confirms, so the library never asks.
      userCodeConfirmSource: (ctx: Context) => sendToDevicePage(parts, ctx),
      successSource: (ctx: Context) => sendToDeviceEnd(parts, ctx),
    },
    // Ours: see `logout/`.
    rpInitiatedLogout: { enabled: false },
  };
}

const outcomes = new Map<string, DeviceOutcome>([
  ['NotFoundError', 'not_found'],
  ['NoCodeError', 'not_found'],
  ['ExpiredError', 'expired'],
  ['AlreadyUsedError', 'used'],
  ['AbortedError', 'refused'],
]);

function deviceOutcome(error: Error): DeviceOutcome {
  return outcomes.get(error.name) ?? 'failed';
}

/** Every client may expect RS256; the newest key's algorithm stands in where there is no such key. */
function defaultAlgorithm(keys: readonly StoredKey[]): string {
  const signing = keys.filter((key) => key.privateJwk.kty !== 'oct' && key.use === 'sig').map((key) => key.alg);
  return signing.includes('RS256') ? 'RS256' : (signing[0] ?? 'RS256');
}

/** Newest first: the library signs with the first that fits. */
function signingKeys(keys: readonly StoredKey[]): object[] {
  return keys
    .filter((key) => key.privateJwk.kty !== 'oct')
    .map((key) => ({ ...key.privateJwk, kid: publicKid(idTokenSet, key) }));
}

/** Errors that may not go to the client are shown to the person on the error page. */
function renderError(parts: ConfigurationParts, ctx: Context, out: Record<string, string | undefined>): void {
  const { issuer, errorUrl } = parts.settings;
  const address = new URL(errorUrl ?? issuerAddress(issuer, fallbackPaths.error));
  for (const [name, value] of Object.entries(out)) {
    if (value !== undefined && name !== 'iss' && name !== 'state') address.searchParams.set(name, value);
  }
  ctx.status = 302;
  ctx.redirect(address.href);
}
