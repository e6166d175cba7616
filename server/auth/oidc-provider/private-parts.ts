// Everything that reaches past the public interface of oidc-provider 9.13.3: private modules and overridden methods.
// Each override says what the library does instead. To be read again with every update of the library.

import type { Context, OidcState, Provider, Session } from 'oidc-provider';
import { denormalize, normalize } from 'oidc-provider/lib/helpers/user_codes.js';
import instance from 'oidc-provider/lib/helpers/weak_cache.js';
import { OAuthError } from '../errors.ts';
import { issuerAddress } from '../settings/settings.ts';
import { libraryError } from './library-error.ts';
import { type LoginResult, releasePerson } from './login-session.ts';
import { noteLeftSession } from './logout-parts.ts';
import type { IdentifyFor } from './requested-login.ts';
import { issuedValue } from './token-models.ts';

export const userCodeMask = '****-****';

/** As stored: upper case, without separators. */
export function normalizeUserCode(code: string): string {
  return normalize(code);
}

export function showUserCode(normalized: string): string {
  return denormalize(normalized, userCodeMask);
}

/** The library refuses `token` alone at construction, though the implicit flow is part of what is served. */
export function allowImplicitResponse(provider: Provider): void {
  instance(provider).configuration.responseTypes.push('token');
}

export type GrantHandler = (ctx: Context) => Promise<void>;

/** The library's own handler of a grant type, to be wrapped. */
export function grantHandler(provider: Provider, grantType: string): GrantHandler {
  const handler = instance(provider).grantTypeHandlers.get(grantType);
  if (!handler) throw new Error(`The library has no handler for ${grantType}.`);
  return handler;
}

/** URLs come from the issuer; the library takes them from the Host header. */
export function takeAddressesFromIssuer(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'urlFor', {
    value: (name: string, options?: object) =>
      issuerAddress(provider.issuer, provider.pathFor(name, { mountPath: '', ...options })),
  });
}

/** Any scope may be granted; the library only keeps the ones of its static list. */
export function acceptAnyScope(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'requestParamOIDCScopes', {
    get(this: OidcState) {
      return this.requestParamScopes;
    },
  });
}

/** The consent session decides which claims an ID token carries; the library filters by scope. */
export function giveAllClaims(provider: Provider, identify: IdentifyFor): void {
  provider.Claims.prototype.result = async function result() {
    const { sub, ...claims } = this.available;
    return typeof sub === 'string' ? { ...claims, sub: await identify(this.client, sub) } : claims;
  };
}

/** Every ID token binds the access token that it comes with; the library does so at the authorization endpoint only. */
export function bindAccessTokens(provider: Provider): void {
  const { prototype } = provider.IdToken;
  const issue = prototype.issue;
  prototype.issue = function issueBound(options) {
    const { oidc } = this.ctx ?? {};
    const value = oidc?.route === 'token' ? issuedValue(oidc.entities.AccessToken) : undefined;
    if (options.use === 'idtoken' && value !== undefined) this.set('at_hash', value);
    return issue.call(this, options);
  };
}

/** A response type that the client did not register answers `unsupported_response_type`; the library, invalid_request. */
export function refuseResponseTypes(provider: Provider): void {
  provider.Client.prototype.responseTypeAllowed = function responseTypeAllowed(type) {
    if (this.responseTypes.includes(type)) return true;
    throw libraryError(new OAuthError('unsupported_response_type'));
  };
}

/** One `sid` per session for every client; the library makes one per client and leaves it out of most ID tokens. */
export function shareSessionId(provider: Provider): void {
  provider.Client.prototype.includeSid = () => true;
  Object.defineProperty(provider.Session.prototype, 'ensureClientContainer', {
    value(this: Session, clientId: string) {
      this.authorizationFor(clientId, true).sid = this.uid;
    },
  });
}

/** A browser in which another person signs in forgets the former one; the library first logs the former one out. */
export function changePersonAtLogin(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const assign = prototype.entity;
  prototype.entity = function entity(this: OidcState, name: string, value: unknown) {
    assign.call(this, name, value);
    const { Interaction } = this.entities;
    if (name !== 'Interaction' || !this.route.endsWith('resume') || Interaction?.prompt.name !== 'login') return;
    const login = Interaction.result?.login as LoginResult | undefined;
    const { accountId } = this.session;
    if (!login || accountId === undefined || accountId === login.accountId) return;
    noteLeftSession(this.ctx, this.session);
    releasePerson(this.session);
    // What the interaction remembers of the former session would be compared with the new one.
    delete Interaction.session;
  };
}

/** Sessions also keep whether and for how long they are remembered. */
export function rememberInSessions(provider: Provider): void {
  setPayload(provider.Session, (names) => [...names, 'remembered', 'rememberFor']);
}

/**
 * A user code may be confirmed again until an account is bound to it: the library marks it `inFlight` at the first
 * confirmation, so that a person who goes back or changes the account would have to start again on the device.
 */
export function allowConfirmingAgain(provider: Provider): void {
  setPayload(provider.DeviceCode, (names) => names.filter((name) => name !== 'inFlight'));
}

function setPayload(model: object, change: (names: string[]) => string[]): void {
  const inherited = Object.getOwnPropertyDescriptor(model, 'IN_PAYLOAD')?.get;
  if (!inherited) throw new Error('The library keeps its payload names elsewhere.');
  Object.defineProperty(model, 'IN_PAYLOAD', {
    configurable: true,
    get() {
      return change(inherited.call(this) as string[]);
    },
  });
}
