// The certification plans for configuration and dynamic registration by their published module names, in words of our own,
// against a real server. Where a module is about something that this server does not offer, the test shows that it says
// so and refuses it.

import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse } from '../../accounts/house.ts';
import { ClientSite } from '../client-site.ts';
import { allowingRegistration, clientKey, register, registerParty, tokenByAssertion } from '../registration-party.ts';
import { callback, type RelyingParty } from './relying-party.ts';

let house: House;
let site: ClientSite;

beforeAll(async () => {
  site = await ClientSite.open();
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'), {
    ...allowingRegistration,
    pairwiseSalt: 'a-salt-for-tests',
    keyActivation: 0,
  });
});

afterAll(async () => {
  vi.useRealTimers();
  await house.close();
  await house.database.close();
  site.close();
});

type Json = Record<string, unknown>;

async function read(path: string): Promise<{ text: string; json: Json; type: string | null }> {
  const response = await fetch(`${house.issuer}${path}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  return { text, json: JSON.parse(text) as Json, type: response.headers.get('content-type') };
}

/** Every statement of the document, held against the server and against the other address of it. */
async function verifyDiscovery(): Promise<void> {
  const { json, text, type } = await read('.well-known/openid-configuration');
  expect(type).toContain('application/json');
  expect((await read('.well-known/oauth-authorization-server')).text).toBe(text);
  expect((await read('.well-known/openid-configuration')).text).toBe(text);
  expect(json).toMatchObject({
    issuer: house.issuer,
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    claims_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public', 'pairwise'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    revocation_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_basic']),
    scopes_supported: expect.arrayContaining(['openid', 'offline_access', 'profile', 'email', 'address', 'phone']),
    response_modes_supported: expect.arrayContaining(['query', 'fragment', 'form_post']),
    claims_supported: expect.arrayContaining(['sub', 'iss', 'auth_time', 'acr']),
    grant_types_supported: expect.arrayContaining([
      'authorization_code',
      'implicit',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ]),
  });
  const types = json.response_types_supported as string[];
  const words = types.map((one) => one.split(' ').sort().join(' '));
  expect(words.sort()).toEqual(
    ['code', 'code id_token', 'code id_token token', 'code token', 'id_token', 'id_token token', 'token'].sort(),
  );
  const names = Object.keys(json).filter((name) => name.endsWith('_endpoint') || name === 'jwks_uri');
  expect(names).toEqual(expect.arrayContaining(['registration_endpoint', 'revocation_endpoint', 'userinfo_endpoint']));
  for (const name of names) {
    expect(String(json[name]).startsWith(house.issuer), name).toBe(true);
    expect((await fetch(String(json[name]), { method: 'POST', redirect: 'manual' })).status, name).not.toBe(404);
  }
  const { keys } = (await read('.well-known/jwks.json')).json as { keys: Json[] };
  for (const key of keys) {
    expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']));
    expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['k']));
  }
  const signing = json.id_token_signing_alg_values_supported as string[];
  expect(signing).toContain('RS256');
  expect(signing).not.toContain('none');
}

async function codeFlow(rp: RelyingParty, change: Record<string, string> = {}) {
  const answer = await rp.authorize(change);
  const tokens = await rp.tokens(answer, change.redirect_uri ? { redirect_uri: change.redirect_uri } : {});
  return { answer, tokens, claims: await rp.claims(answer, tokens) };
}

async function redeemByAssertion(rp: RelyingParty, key: Awaited<ReturnType<typeof clientKey>>, scope = 'openid') {
  const answer = await rp.authorize({ scope });
  const code = answer.params.code ?? '';
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
  return tokenByAssertion(house, rp.clientId, key, fields);
}

/** The address of the request differs from the registered one: nobody is sent anywhere. */
async function refusesRedirect(registered: string, asked: string | undefined): Promise<void> {
  const { rp } = await registerParty(house, { redirect_uris: [registered] });
  const answer = await rp.ask(rp.url({ redirect_uri: asked }));
  expect([answer.mode, answer.visit.url.pathname]).toEqual(['page', '/oauth2/fallbacks/error']);
}

/** The page is shown to the person by the login provider, which reads it here. */
async function tellsLoginPage(field: string): Promise<void> {
  const address = `https://rp.example/${field}`;
  const { rp, registered } = await registerParty(house, { [field]: address });
  expect(registered[field]).toBe(address);
  const { answer } = await codeFlow(rp);
  expect(answer.login?.client).toMatchObject({ [field]: address });
}

async function refusesRequestUri(jwt: string, rp: RelyingParty): Promise<void> {
  expect((await read('.well-known/openid-configuration')).json.request_uri_parameter_supported).toBe(false);
  site.pages.set('/request.jwt', jwt);
  const answer = await rp.ask(rp.url({ request_uri: `${site.origin}/request.jwt` }));
  expect([answer.params.error, answer.params.code]).toEqual(['request_uri_not_supported', undefined]);
  expect(site.asked).not.toContain('/request.jwt');
}

const dynamic: Record<string, () => Promise<void>> = {
  'oidcc-discovery-endpoint-verification': verifyDiscovery,

  'oidcc-server': async () => {
    const { rp, registered } = await registerParty(house, { client_name: 'Dynamic' });
    expect(registered).toMatchObject({ client_secret_expires_at: 0, registration_access_token: expect.any(String) });
    const { tokens, claims } = await codeFlow(rp);
    expect((await rp.userinfoBy(tokens.access_token)).body.sub).toBe(claims.sub);
  },

  'oidcc-ensure-client-assertion-with-iss-aud-succeeds': async () => {
    const key = await clientKey('assert');
    const { rp } = await registerParty(house, {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [key.jwk] },
    });
    expect(await redeemByAssertion(rp, key)).toMatchObject({ status: 200, body: { id_token: expect.any(String) } });
  },

  'oidcc-ensure-redirect-uri-in-authorization-request': () => refusesRedirect(callback, undefined),

  'oidcc-ensure-request-object-with-redirect-uri': async () => {
    const { rp } = await registerParty(house);
    const url = rp.url({ redirect_uri: `${callback}/elsewhere` });
    const claims = { ...Object.fromEntries(url.searchParams), redirect_uri: callback };
    url.searchParams.set('request', new UnsecuredJWT(claims).encode());
    expect(await rp.ask(url)).toMatchObject({ mode: 'page' });
  },

  'oidcc-idtoken-rs256': async () => {
    const { rp } = await registerParty(house, { id_token_signed_response_alg: 'RS256' });
    const { tokens } = await codeFlow(rp);
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('RS256');
  },

  // Unsigned ID tokens are not offered: nothing would protect them on their way to another program of the client.
  'oidcc-idtoken-unsigned': async () => {
    const metadata = { redirect_uris: [callback], id_token_signed_response_alg: 'none' };
    expect(await register(house, metadata)).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } });
  },

  'oidcc-redirect-uri-query-OK': async () => {
    const uri = `${callback}?foo=bar`;
    const { rp } = await registerParty(house, { redirect_uris: [uri] });
    const { answer } = await codeFlow(rp, { redirect_uri: uri });
    expect(answer.params.foo).toBe('bar');
  },

  'oidcc-redirect-uri-query-added': () => refusesRedirect(callback, `${callback}?foo=bar`),
  'oidcc-redirect-uri-query-mismatch': () => refusesRedirect(`${callback}?foo=bar`, `${callback}?foo=baz`),

  'oidcc-redirect-uri-regfrag': async () => {
    for (const uri of [`${callback}#foobar`, `${callback}#`]) {
      const reply = await register(house, { redirect_uris: [uri] });
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
    }
  },

  'oidcc-refresh-token': async () => {
    const { rp } = await registerParty(house, { grant_types: ['authorization_code', 'refresh_token'] });
    const { tokens, claims } = await codeFlow(rp, { scope: 'openid offline_access' });
    const { body } = await rp.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' });
    expect(decodeJwt(String(body.id_token))).toMatchObject({ sub: claims.sub, iss: claims.iss, aud: claims.aud });
  },

  'oidcc-refresh-token-rp-key-rotation': async () => {
    const [first, second] = [await clientKey('first'), await clientKey('second')];
    site.pages.set('/rotating.json', { keys: [first.jwk] });
    const { rp } = await registerParty(house, {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `${site.origin}/rotating.json`,
      grant_types: ['authorization_code', 'refresh_token'],
    });
    const { body } = await redeemByAssertion(rp, first, 'openid offline_access');
    site.pages.set('/rotating.json', { keys: [second.jwk] });
    // A key set is believed for a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const fields = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) };
    const refreshed = await tokenByAssertion(house, rp.clientId, second, fields);
    expect(refreshed).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });
    const again = { ...fields, refresh_token: String(refreshed.body.refresh_token) };
    expect(await tokenByAssertion(house, rp.clientId, first, again)).toMatchObject({ status: 401 });
    vi.useRealTimers();
  },

  'oidcc-registration-jwks-uri': async () => {
    const key = await clientKey('published');
    site.pages.set('/jwks.json', { keys: [key.jwk] });
    const { rp, registered } = await registerParty(house, {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `${site.origin}/jwks.json`,
    });
    expect(registered).not.toHaveProperty('client_secret');
    expect((await redeemByAssertion(rp, key)).status).toBe(200);
    expect(site.asked).toContain('/jwks.json');
  },

  'oidcc-registration-logo-uri': () => tellsLoginPage('logo_uri'),
  'oidcc-registration-policy-uri': () => tellsLoginPage('policy_uri'),
  'oidcc-registration-tos-uri': () => tellsLoginPage('tos_uri'),

  'oidcc-registration-sector-bad': async () => {
    site.pages.set('/sector-bad.json', ['https://other.example/callback']);
    const sector = { subject_type: 'pairwise', sector_identifier_uri: `${site.origin}/sector-bad.json` };
    const reply = await register(house, { redirect_uris: [callback], ...sector });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } });
    expect(site.asked).toContain('/sector-bad.json');
  },

  'oidcc-registration-sector-uri': async () => {
    const elsewhere = 'https://other.example/callback';
    site.pages.set('/sector.json', [callback, elsewhere]);
    const sector = { subject_type: 'pairwise', sector_identifier_uri: `${site.origin}/sector.json` };
    const one = await registerParty(house, sector);
    const two = await registerParty(house, { ...sector, redirect_uris: [callback, elsewhere] });
    const alone = await registerParty(house, { subject_type: 'pairwise' });
    const subjects = [one, two, alone].map(async ({ rp }) => (await codeFlow(rp)).claims.sub);
    const [first, second, third] = await Promise.all(subjects);
    expect(first).not.toBe('ada');
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  },

  // Requests by reference are not offered: this server would fetch whatever address the browser's request names.
  'oidcc-request-uri-signed-rs256': async () => {
    const key = await clientKey('request');
    const { rp } = await registerParty(house, { jwks: { keys: [key.jwk] }, request_object_signing_alg: 'RS256' });
    const claims = Object.fromEntries(rp.url().searchParams);
    await refusesRequestUri(await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(key.key), rp);
  },
  'oidcc-request-uri-unsigned': async () => {
    const { rp } = await registerParty(house);
    await refusesRequestUri(new UnsecuredJWT(Object.fromEntries(rp.url().searchParams)).encode(), rp);
  },

  'oidcc-server-rotate-keys': async () => {
    const { rp } = await registerParty(house);
    const before = (await codeFlow(rp)).tokens.id_token;
    await house.call('POST', '/keys/authsrv.openid.id-token', { alg: 'RS256', use: 'sig', kid: 'rotated' });
    const keys = (await read('.well-known/jwks.json')).json as unknown as JSONWebKeySet;
    const answer = await rp.authorize();
    const { id_token: after } = await rp.tokens(answer);
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    for (const token of [before, after]) await jwtVerify(token, createLocalJWKSet(keys), { issuer: house.issuer });
  },

  'oidcc-userinfo-rs256': async () => {
    const { rp } = await registerParty(house, { userinfo_signed_response_alg: 'RS256' });
    const { tokens, claims } = await codeFlow(rp, { scope: 'openid profile' });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const response = await fetch(`${house.issuer}userinfo`, { headers });
    expect(response.headers.get('content-type')).toContain('application/jwt');
    const keys = (await read('.well-known/jwks.json')).json as unknown as JSONWebKeySet;
    const options = { issuer: house.issuer, audience: rp.clientId, algorithms: ['RS256'] };
    const { payload } = await jwtVerify(await response.text(), createLocalJWKSet(keys), options);
    expect(payload).toMatchObject({ sub: claims.sub, name: 'Ada Lovelace' });
  },
};

describe('oidcc-config-certification-test-plan', () => {
  test('oidcc-discovery-endpoint-verification', verifyDiscovery);
});
describe('oidcc-dynamic-certification-test-plan', () => {
  test.each(Object.entries(dynamic))('%s', async (_name, run) => run());
});
