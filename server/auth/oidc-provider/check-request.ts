// Our checks of an authorization request, after the library's own: scopes, audiences and state of the client's
// whitelist. Must not know sessions or prompts.

import { decodeJwt } from 'jose';
import type { Client, Context } from 'oidc-provider';
import { OAuthError } from '../errors.ts';
import { audienceAllowed, type ScopeStrategy, scopeMatches, words } from '../scope.ts';
import { libraryError } from './library-error.ts';

const shortestState = 8;

/** Runs for the authorization and the device authorization endpoint. */
export function checkRequest(strategy: ScopeStrategy, ctx: Context, audience: string | undefined): void {
  const { oidc } = ctx;
  if (!oidc.route.endsWith('authorization')) return;
  restoreScope(ctx);
  if (oidc.route === 'authorization' && oidc.requestParamScopes.has('openid')) requireRedirectUri(ctx);
  checkScopes(strategy, oidc.client, oidc.requestParamScopes);
  checkAudiences(oidc.client, words(audience));
  if (oidc.route === 'authorization' && (oidc.params.state ?? '').length < shortestState) {
    throw libraryError(new OAuthError('invalid_state'));
  }
}

/** A parameter as the client sent it. A request object was verified by now, and stands for the whole request. */
function asSent(ctx: Context, name: 'scope' | 'redirect_uri'): string | undefined {
  const given = (ctx.method === 'POST' ? ctx.oidc.body : ctx.query) ?? {};
  const value = given.request === undefined ? given[name] : decodeJwt(given.request)[name];
  return typeof value === 'string' ? value : undefined;
}

// The library drops offline_access silently unless prompt=consent is asked for.
function restoreScope(ctx: Context): void {
  const asked = asSent(ctx, 'scope');
  if (asked === undefined) return;
  const { response_type: type } = ctx.oidc.params;
  // OpenID Connect Core, section 11: without a code there is nothing that could last.
  const lasting = type === undefined || words(type).includes('code');
  const scopes = words(asked).filter((scope) => lasting || scope !== 'offline_access');
  if (scopes.length > 0) ctx.oidc.params.scope = scopes.join(' ');
  else delete ctx.oidc.params.scope;
}

// OpenID Connect Core, section 3.1.2.1. Plain OAuth may leave out the only registered one, which the library then fills in.
function requireRedirectUri(ctx: Context): void {
  if (asSent(ctx, 'redirect_uri') !== undefined) return;
  throw libraryError(new OAuthError('invalid_redirect_uri', 'A request for openid has to name its redirect_uri.'));
}

export function checkScopes(strategy: ScopeStrategy, client: Client, scopes: Iterable<string>): void {
  const allowed = words(client.allowed_scope);
  for (const scope of scopes) {
    if (!scopeMatches(strategy, allowed, scope)) {
      throw libraryError(new OAuthError('invalid_scope', `The client may not request the scope "${scope}".`));
    }
  }
}

export function checkAudiences(client: Client, audiences: readonly string[]): void {
  for (const audience of audiences) {
    if (!audienceAllowed(client.audience ?? [], audience)) {
      throw libraryError(new OAuthError('invalid_request', `The client may not request the audience "${audience}".`));
    }
  }
}
