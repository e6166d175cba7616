// The certification plans for logout (RP-initiated, front channel, back channel) by their published module names, in words
// of our own, against a real server. Session management by an iframe is not among them: browsers no longer let a frame
// see the cookies that it needs, and this server does not offer it.

import { createLocalJWKSet, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse } from '../../accounts/house.ts';
import { browserAt } from '../authorize.ts';
import { bye, Ear, isSignedIn, LogoutParty } from '../logout-party.ts';

let house: House;
let ear: Ear;
let plain: LogoutParty;
let back: LogoutParty;
let front: LogoutParty;
const frontUri = 'https://rp.example/front?kept=1';

beforeAll(async () => {
  const database = await openDatabase<AuthTables & AccountTables>('memory');
  house = await openHouse(database, { outgoingAddresses: ['127.0.0.1'] });
  ear = await Ear.open();
  plain = await LogoutParty.register(house, 'plain');
  const channel = { backchannel_logout_uri: ear.uri, backchannel_logout_session_required: true };
  back = await LogoutParty.register(house, 'back', channel);
  const frame = { frontchannel_logout_uri: frontUri, frontchannel_logout_session_required: true };
  front = await LogoutParty.register(house, 'front', frame);
});

afterAll(async () => {
  ear.close();
  await house.close();
  await house.database.close();
});

async function metadata(): Promise<Record<string, unknown>> {
  const response = await fetch(`${house.issuer}.well-known/openid-configuration`);
  return (await response.json()) as Record<string, unknown>;
}

async function isEndSessionEndpoint(): Promise<void> {
  const { end_session_endpoint: endpoint, issuer } = await metadata();
  expect(issuer).toBe(house.issuer);
  expect(endpoint).toBe(`${house.issuer}oauth2/sessions/logout`);
}

/** The person stays with the server: told of the end, or of an error, but never sent to the client. */
async function staysHere(params: (idToken: string) => Promise<Record<string, string>>, page: string): Promise<void> {
  const { browser, idToken } = await plain.signIn();
  const { visit } = await plain.leave(browser, await params(idToken));
  expect(visit.url.origin + visit.url.pathname).toBe(`${house.issuer}oauth2/fallbacks/${page}`);
  expect(await isSignedIn(plain, browser)).toBe(page === 'error');
}

async function signedByAnother(idToken: string): Promise<string> {
  const keys = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(keys));
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT(payload).setProtectedHeader({ ...protectedHeader, alg: 'RS256' }).sign(privateKey);
}

function modified(idToken: string): string {
  const [header, payload = '', signature] = idToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url');
  return `${header}.${other}.${signature}`;
}

const rpInitiated: Record<string, () => Promise<void>> = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': isEndSessionEndpoint,

  'oidcc-rp-initiated-logout': async () => {
    const { browser, idToken, claims } = await plain.signIn();
    const params = { id_token_hint: idToken, post_logout_redirect_uri: bye, state: 'state & more' };
    const { visit, request } = await plain.leave(browser, params);
    expect(request).toMatchObject({ subject: 'ada', sid: claims.sid, rp_initiated: true });
    expect(visit.url.href).toBe(`${bye}?state=state%20%26%20more`);
    expect(await isSignedIn(plain, browser)).toBe(false);
  },

  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': () =>
    staysHere(
      async (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/', state: 'x' }),
      'error',
    ),

  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': () =>
    staysHere(
      async (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${bye}?foo=bar`, state: 'x' }),
      'error',
    ),

  'oidcc-rp-initiated-logout-modified-id-token-hint': () =>
    staysHere(async (hint) => ({ id_token_hint: modified(hint), post_logout_redirect_uri: bye, state: 'x' }), 'error'),

  'oidcc-rp-initiated-logout-bad-id-token-hint': () =>
    staysHere(
      async (hint) => ({ id_token_hint: await signedByAnother(hint), post_logout_redirect_uri: bye, state: 'x' }),
      'error',
    ),

  'oidcc-rp-initiated-logout-no-id-token-hint': () =>
    staysHere(async () => ({ post_logout_redirect_uri: bye, state: 'x' }), 'logout/callback'),

  'oidcc-rp-initiated-logout-no-params': () => staysHere(async () => ({}), 'logout/callback'),

  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': () =>
    staysHere(async (hint) => ({ id_token_hint: hint, state: 'x' }), 'logout/callback'),

  'oidcc-rp-initiated-logout-only-state': () => staysHere(async () => ({ state: 'x' }), 'logout/callback'),

  'oidcc-rp-initiated-logout-no-state': async () => {
    const { browser, idToken } = await plain.signIn();
    const { visit } = await plain.leave(browser, { id_token_hint: idToken, post_logout_redirect_uri: bye });
    expect(visit.url.href).toBe(bye);
    expect(await isSignedIn(plain, browser)).toBe(false);
  },
};

const frontChannel: Record<string, () => Promise<void>> = {
  'oidcc-frontchannel-logout-discovery-endpoint-verification': async () => {
    await isEndSessionEndpoint();
    const supported = { frontchannel_logout_supported: true, frontchannel_logout_session_supported: true };
    expect(await metadata()).toMatchObject(supported);
  },

  'oidcc-frontchannel-rp-initiated-logout': async () => {
    const { browser, idToken, claims } = await front.signIn();
    const params = { id_token_hint: idToken, post_logout_redirect_uri: bye, state: 'front' };
    const { visit } = await front.leave(browser, params);
    expect([visit.status, visit.url.pathname]).toEqual([200, '/oauth2/sessions/logout']);
    const [, address = ''] = /<iframe [^>]*data-src="([^"]*)"/.exec(visit.html) ?? [];
    const frame = new URL(address.replaceAll('&#38;', '&'));
    expect(Object.fromEntries(frame.searchParams)).toEqual({ kept: '1', iss: house.issuer, sid: claims.sid });
    expect(frame.origin + frame.pathname).toBe('https://rp.example/front');
    expect(visit.headers.get('content-security-policy')).toContain('frame-src https://rp.example;');
    expect(visit.html).toContain(`<a href="${bye}?state=front">`);
    expect(await isSignedIn(front, browser)).toBe(false);
  },
};

const backChannel: Record<string, () => Promise<void>> = {
  'oidcc-backchannel-logout-discovery-endpoint-verification': async () => {
    await isEndSessionEndpoint();
    const supported = { backchannel_logout_supported: true, backchannel_logout_session_supported: true };
    expect(await metadata()).toMatchObject(supported);
  },

  'oidcc-backchannel-rp-initiated-logout': async () => {
    ear.heard.length = 0;
    const browser = browserAt(house);
    await plain.signIn(browser);
    const { idToken, claims } = await back.signIn(browser);
    const params = { id_token_hint: idToken, post_logout_redirect_uri: bye, state: 'back' };
    const { visit } = await back.leave(browser, params);
    expect(visit.url.href).toBe(`${bye}?state=back`);
    const [heard, ...others] = await ear.claims(house, 'back');
    expect(others).toEqual([]);
    expect(heard).toMatchObject({ sub: claims.sub, sid: claims.sid });
  },
};

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  test.each(Object.entries(rpInitiated))('%s', async (_name, run) => run());
});
describe('oidcc-frontchannel-rp-initiated-logout-certification-test-plan', () => {
  test.each(Object.entries(frontChannel))('%s', async (_name, run) => run());
});
describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  test.each(Object.entries(backChannel))('%s', async (_name, run) => run());
});
