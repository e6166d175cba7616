// Walks a browser through an authorization while the test itself is the login and consent provider.

import * as client from 'openid-client';
import { Browser } from '../accounts/browser.ts';
import { type CodeRequest, codeRequest, configure, type House } from '../accounts/house.ts';

export interface Decisions {
  login?: object;
  consent?: object;
  /** Reject instead of accepting. */
  reject?: 'login' | 'consent';
}

/** A browser that stops where a provider's page would be shown. */
export function browserAt(house: House): Browser {
  return new Browser([house.issuer]);
}

/** Ends at the client's redirect URI, or wherever the server stopped. */
export async function authorize(
  house: House,
  url: URL,
  decisions: Decisions = {},
  browser = browserAt(house),
): Promise<URL> {
  let here = (await browser.open(url)).url;
  const login = here.searchParams.get('login_challenge');
  if (login) {
    const accept = { subject: 'ada', ...decisions.login };
    const next = await decide(house, 'login', login, decisions.reject === 'login', accept);
    here = (await browser.open(next)).url;
  }
  const consent = here.searchParams.get('consent_challenge');
  if (consent) {
    const path = `/oauth2/auth/requests/consent?consent_challenge=${consent}`;
    const { body } = await house.call('GET', path);
    const accept = {
      grant_scope: body.requested_scope,
      grant_access_token_audience: body.requested_access_token_audience,
      session: { id_token: { name: 'Ada L.' }, access_token: { role: 'reader' } },
      ...decisions.consent,
    };
    const next = await decide(house, 'consent', consent, decisions.reject === 'consent', accept);
    here = (await browser.open(next)).url;
  }
  return here;
}

async function decide(house: House, kind: string, challenge: string, reject: boolean, accept: object): Promise<string> {
  const action = reject ? 'reject' : 'accept';
  const body = reject ? { error: 'access_denied', error_description: 'No, thanks.' } : accept;
  const reply = await house.call('PUT', `/oauth2/auth/requests/${kind}/${action}?${kind}_challenge=${challenge}`, body);
  if (reply.status !== 200) throw new Error(`${kind} ${action}: ${JSON.stringify(reply.body)}`);
  return String(reply.body.redirect_to);
}

export interface SignedIn {
  config: client.Configuration;
  request: CodeRequest;
  callback: URL;
}

export async function signIn(house: House, decisions: Decisions = {}, browser = browserAt(house)): Promise<SignedIn> {
  const config = await configure(house);
  const request = await codeRequest(config);
  return { config, request, callback: await authorize(house, request.url, decisions, browser) };
}

export async function signInForTokens(house: House, decisions: Decisions = {}) {
  const { config, request, callback } = await signIn(house, decisions);
  const tokens = await client.authorizationCodeGrant(config, callback, request.checks);
  return { config, tokens };
}

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** A token request as any program may send it. */
export async function tokenRequest(house: House, fields: Record<string, string>): Promise<Reply> {
  const response = await fetch(`${house.issuer}oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export async function introspect(house: House, token: string, scope?: string): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ token, ...(scope === undefined ? {} : { scope }) });
  const response = await fetch(`${house.admin}/oauth2/introspect`, { method: 'POST', body });
  return (await response.json()) as Record<string, unknown>;
}
