// Walks a browser through an authorization while the test itself is the login and consent provider.

import * as client from 'openid-client';
import { Browser, type Visit } from '../accounts/browser.ts';
import { type CodeRequest, codeRequest, configure, type House } from '../accounts/house.ts';

type Answer = object | ((request: Record<string, unknown>) => object);

export interface Decisions {
  login?: Answer;
  consent?: Answer;
  /** Reject instead of accepting. */
  reject?: 'login' | 'consent';
  /** How the browser asks; by GET unless told. */
  init?: RequestInit;
}

/** Where a walk ended, and what the providers were shown on the way. */
export interface Walk {
  visit: Visit;
  login?: Record<string, unknown>;
  consent?: Record<string, unknown>;
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
  return (await walk(house, url, decisions, browser)).visit.url;
}

/** Goes through login and consent as far as the server asks for them. */
export async function walk(
  house: House,
  url: URL,
  decisions: Decisions = {},
  browser = browserAt(house),
): Promise<Walk> {
  const way: Walk = { visit: await browser.open(url, decisions.init) };
  const login = way.visit.url.searchParams.get('login_challenge');
  if (login) {
    way.login = await read(house, 'login', login);
    const accept = { subject: 'ada', ...answer(decisions.login, way.login) };
    way.visit = await browser.open(await decide(house, 'login', login, decisions.reject === 'login', accept));
  }
  const consent = way.visit.url.searchParams.get('consent_challenge');
  if (consent) {
    way.consent = await read(house, 'consent', consent);
    const accept = {
      grant_scope: way.consent.requested_scope,
      grant_access_token_audience: way.consent.requested_access_token_audience,
      session: { id_token: { name: 'Ada L.' }, access_token: { role: 'reader' } },
      ...answer(decisions.consent, way.consent),
    };
    way.visit = await browser.open(await decide(house, 'consent', consent, decisions.reject === 'consent', accept));
  }
  return way;
}

function answer(given: Answer | undefined, request: Record<string, unknown>): object {
  return typeof given === 'function' ? given(request) : (given ?? {});
}

async function read(house: House, kind: string, challenge: string): Promise<Record<string, unknown>> {
  return (await house.call('GET', `/oauth2/auth/requests/${kind}?${kind}_challenge=${challenge}`)).body;
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
