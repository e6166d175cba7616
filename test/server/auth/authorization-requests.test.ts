// What an authorization request may say and how: forms, request objects, scopes and audiences by each strategy, and what
// is answered to requests that say too much.

import { createHash } from 'node:crypto';
import { type CryptoKey, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import {
  clientId,
  codeRequest,
  configure,
  type House,
  openHouse,
  redirectUri,
  registerReader,
} from '../accounts/house.ts';
import { browserAt, introspect, signInForTokens, walk } from './authorize.ts';

const remembered = { login: { remember: true }, consent: { remember: true } };
let database: Database<AuthTables & AccountTables>;
let house: House;
let key: CryptoKey;

beforeAll(async () => {
  database = await openDatabase<AuthTables & AccountTables>('memory');
  house = await openHouse(database);
  const pair = await generateKeyPair('ES256', { extractable: true });
  key = pair.privateKey;
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'rp', alg: 'ES256', use: 'sig' }] };
  await registerReader(house, { jwks });
  await registerReader(house, {
    client_id: 'implicit',
    grant_types: ['implicit'],
    response_types: ['token', 'id_token token'],
    access_token_strategy: 'jwt',
  });
});
afterAll(async () => {
  await house.close();
  await database.close();
});

const ask = async (change: Record<string, string>, id = clientId) =>
  (await codeRequest(await configure(house, id), change)).url;

/** Where the answer went, and its parameters wherever they are. */
async function answer(url: URL, browser = browserAt(house)): Promise<Record<string, string>> {
  const { visit } = await walk(house, url, remembered, browser);
  const fragment = new URLSearchParams(visit.url.hash.slice(1));
  return { ...Object.fromEntries(visit.url.searchParams), ...Object.fromEntries(fragment), at: visit.url.pathname };
}

async function requestObject(claims: object, header: object = {}): Promise<string> {
  return new SignJWT({ iss: clientId, aud: house.issuer, client_id: clientId, response_type: 'code', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'rp', ...header })
    .sign(key);
}

test('a signed request object stands for the whole request, whatever stands around it', async () => {
  const url = await ask({ scope: 'openid profile', state: 'outside-the-object' });
  const inside = Object.fromEntries(url.searchParams);
  const object = await requestObject({ ...inside, scope: 'openid offline_access', state: 'inside-the-object' });
  url.searchParams.set('request', object);
  url.searchParams.set('login_hint', 'eve');
  const way = await walk(house, url, remembered);
  expect(way.login).toMatchObject({
    requested_scope: ['openid', 'offline_access'],
    requested_access_token_audience: ['octavo'],
    oidc_context: { login_hint: '' },
  });
  expect(way.visit.url.searchParams.get('state')).toBe('inside-the-object');
  expect(way.visit.url.searchParams.get('code')).not.toBeNull();
});

test('request objects that do not hold are refused, and none is fetched', async () => {
  const url = await ask({});
  const inside = Object.fromEntries(url.searchParams);
  const stranger = await generateKeyPair('ES256');
  const forged = new SignJWT({ ...inside, iss: clientId, aud: house.issuer }).setProtectedHeader({
    alg: 'ES256',
    kid: 'rp',
  });
  const wrong: [string, string][] = [
    ['request', await forged.sign(stranger.privateKey)],
    ['request', await requestObject({ ...inside, aud: 'https://elsewhere.example/' })],
    ['request', await requestObject({ ...inside, iss: 'somebody' })],
    ['request', await requestObject({ ...inside, exp: 1 })],
    ['request', await requestObject({ ...inside, client_id: 'implicit' })],
    ['request', await requestObject({ ...inside, request_uri: 'https://rp.example/' })],
    ['request', 'not a token'],
    ['request_uri', 'https://rp.example/request'],
    ['request_uri', 'urn:ietf:params:oauth:request_uri:x'],
    ['registration', '{}'],
  ];
  const errors = ['invalid_request_object', 'request_uri_not_supported', 'registration_not_supported'];
  for (const [name, value] of wrong) {
    const spoilt = new URL(url);
    spoilt.searchParams.set(name, value);
    const { error, code } = await answer(spoilt);
    expect([name, errors.includes(error ?? ''), code]).toEqual([name, true, undefined]);
  }
  const discovery = await (await fetch(`${house.issuer}.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    claims_parameter_supported: true,
    subject_types_supported: ['public'],
    code_challenge_methods_supported: ['S256'],
  });
  expect(JSON.stringify(discovery)).not.toMatch(/HS(256|384|512)/);
});

test('a form of another site gets the cookies of the person who is signed in', async () => {
  const browser = browserAt(house);
  await walk(house, await ask({}), remembered, browser);
  const url = await ask({ prompt: 'none' });
  // A browser sends a form of another site without cookies that are SameSite=Lax.
  const first = await fetch(new URL(url.pathname, url), { method: 'POST', body: url.searchParams, redirect: 'manual' });
  expect(first.status).toBe(303);
  const target = new URL(first.headers.get('location') ?? '');
  expect(target.origin).toBe(new URL(house.issuer).origin);
  expect((await answer(target, browser)).code).toBeTypeOf('string');
  const json = await fetch(new URL(url.pathname, url), {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect([json.status, ((await json.json()) as { error: string }).error]).toEqual([415, 'unsupported_media_type']);
  const split = await fetch(new URL(url.pathname, url), {
    method: 'POST',
    body: 'client_id=x\r\nSet-Cookie: a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
  expect(split.headers.get('location')).not.toMatch(/[\r\n]/);
  expect(split.headers.getSetCookie()).toEqual([]);
});

test('a nonce without openid says nothing, and parameters of the ID token need openid', async () => {
  expect((await answer(await ask({ scope: 'offline_access' }))).code).toBeTypeOf('string');
  expect((await answer(await ask({ scope: 'offline_access', max_age: '5' }))).error).toBe('invalid_request');
  const signed = await ask({ scope: 'offline_access', response_type: 'id_token token' }, 'implicit');
  expect((await answer(signed)).error).toBe('invalid_request');
});

test('a request without scopes, and a consent to none of them, give a token that says so', async () => {
  const config = await configure(house);
  for (const change of [{ scope: 'offline_access' }, { scope: '' }]) {
    const { url, checks } = await codeRequest(config, change);
    if (change.scope === '') url.searchParams.delete('scope');
    const { visit } = await walk(house, url, { consent: { grant_scope: [] } });
    const { expectedNonce: _nonce, ...rest } = checks;
    const tokens = await client.authorizationCodeGrant(config, visit.url, rest);
    expect([tokens.id_token, tokens.refresh_token, tokens.scope ?? '']).toEqual([undefined, undefined, '']);
    const seen = { active: true, sub: 'ada', scope: '', aud: ['octavo'], ext: { role: 'reader' } };
    expect(await introspect(house, tokens.access_token)).toMatchObject(seen);
    await expect(client.fetchUserInfo(config, tokens.access_token, 'ada')).rejects.toThrow();
  }
});

test('parameters that come twice, are malformed or unknown in value are refused', async () => {
  const bad: Record<string, string>[] = [
    { max_age: '-1' },
    { max_age: 'ten' },
    { response_mode: 'carrier_pigeon' },
    { response_mode: 'web_message' },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
    { scope: 'openid "quoted"' },
    { prompt: 'none consent' },
    { response_type: 'none' },
    { response_type: 'code code token' },
    { response_type: 'saml' },
  ];
  for (const change of bad) {
    const { error, code, at } = await answer(await ask(change));
    expect([change, error !== undefined, code]).toEqual([change, true, undefined]);
    expect(at).toBe('/callback');
  }
  for (const name of ['scope', 'state', 'redirect_uri', 'client_id', 'code_challenge', 'nonce']) {
    const url = await ask({});
    url.searchParams.append(name, 'again');
    const { error, code } = await answer(url);
    expect([name, error, code]).toEqual([name, 'invalid_request', undefined]);
  }
});

test('tokens never travel in the query, and the fragment carries what was asked for', async () => {
  for (const response_type of ['token', 'id_token token']) {
    const inQuery = await answer(await ask({ response_type, response_mode: 'query' }, 'implicit'));
    expect(inQuery.error).toBe('invalid_request');
    const { visit } = await walk(house, await ask({ response_type }, 'implicit'), remembered);
    expect([...visit.url.searchParams.keys()]).toEqual([]);
    const given = Object.fromEntries(new URLSearchParams(visit.url.hash.slice(1)));
    expect(Object.keys(given)).not.toContain('refresh_token');
    expect(given).toMatchObject({ token_type: 'Bearer', scope: 'openid profile', expires_in: '3600' });
    expect(given.access_token?.split('.')).toHaveLength(3);
    expect(await introspect(house, given.access_token ?? '')).toMatchObject({
      active: true,
      sub: 'ada',
      aud: ['octavo'],
      ext: { role: 'reader' },
    });
  }
  for (const response_type of ['code', 'code token', 'id_token']) {
    const { error } = await answer(await ask({ response_type }, 'implicit'));
    expect([response_type, error]).toEqual([response_type, 'unsupported_response_type']);
  }
});

test('audiences are those of the client, in the request and when it is refreshed', async () => {
  await registerReader(house, { client_id: 'spread', audience: ['https://api.example/', 'octavo'] });
  const audience = 'https://api.example/v1 octavo';
  const { visit, consent } = await walk(house, await ask({ audience }, 'spread'), remembered);
  expect(visit.url.searchParams.get('code')).not.toBeNull();
  expect(consent?.requested_access_token_audience).toEqual(['https://api.example/v1', 'octavo']);
  for (const other of ['https://api.example.evil/', 'https://api.example', 'http://api.example/', 'octavo2']) {
    expect((await answer(await ask({ audience: other }, 'spread'))).error).toBe('invalid_request');
  }
  const { tokens } = await signInForTokens(house);
  const refresh = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: tokens.refresh_token ?? '',
  });
  const { body } = await house.call('GET', `/clients/${clientId}`);
  const changed = { ...body, client_secret_expires_at: 0, audience: [] };
  expect((await house.call('PUT', `/clients/${clientId}`, changed)).status).toBe(200);
  const refused = await fetch(`${house.issuer}oauth2/token`, { method: 'POST', body: refresh });
  expect(refused.status).toBe(400);
  await house.call('PUT', `/clients/${clientId}`, { ...body, client_secret_expires_at: 0 });
  expect((await fetch(`${house.issuer}oauth2/token`, { method: 'POST', body: refresh })).status).toBe(200);
});

test('scopes match as the operator chose: exactly, by wildcards or by hierarchy', async () => {
  const wanted = ['foo', 'foo.bar', 'foo.bar.baz', 'foobar', 'fo', 'foo.*'];
  const allowed = {
    exact: ['foo'],
    wildcard: ['foo.bar', 'foo.bar.baz', 'foo.*'],
    hierarchical: ['foo', 'foo.bar', 'foo.bar.baz', 'foo.*'],
  };
  for (const [scopeStrategy, right] of Object.entries(allowed)) {
    const own = await openDatabase<AuthTables & AccountTables>('memory');
    const other = await openHouse(own, { scopeStrategy: scopeStrategy as 'exact' });
    await registerReader(other, { scope: scopeStrategy === 'wildcard' ? 'openid foo.*' : 'openid foo' });
    const config = await configure(other);
    const passed: string[] = [];
    for (const scope of wanted) {
      const { url } = await codeRequest(config, { scope: `openid ${scope}` });
      const { visit } = await walk(other, url);
      if (visit.url.href.startsWith(redirectUri) && visit.url.searchParams.has('code')) passed.push(scope);
      else expect(visit.url.searchParams.get('error')).toBe('invalid_scope');
    }
    expect([scopeStrategy, passed]).toEqual([scopeStrategy, right]);
    await other.close();
    await own.close();
  }
});

test('ID tokens are signed by the algorithm that the client chose, with hashes of its size', async () => {
  const own = await openDatabase<AuthTables & AccountTables>('memory');
  const other = await openHouse(own, { keyActivation: 0 });
  const early = await other.call('POST', '/clients', {
    redirect_uris: [redirectUri],
    id_token_signed_response_alg: 'ES512',
  });
  expect([early.status, early.body.error]).toEqual([400, 'invalid_client_metadata']);
  for (const alg of ['ES256', 'ES512', 'PS256', 'EdDSA']) {
    const made = await other.call('POST', '/jwks/authsrv.openid.id-token', { alg, use: 'sig' });
    expect([alg, made.status]).toEqual([alg, 201]);
  }
  for (const alg of ['RS256', 'ES256', 'ES512', 'PS256', 'EdDSA']) {
    await registerReader(other, { client_id: alg, id_token_signed_response_alg: alg });
    const config = await client.discovery(
      new URL(other.issuer),
      alg,
      { id_token_signed_response_alg: alg },
      client.None(),
      {
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      },
    );
    const { url, checks } = await codeRequest(config);
    const { visit } = await walk(other, url);
    const tokens = await client.authorizationCodeGrant(config, visit.url, checks);
    const bits = /512|EdDSA/.test(alg) ? 512 : 256;
    const digest = createHash(`sha${bits}`).update(tokens.access_token).digest();
    expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe(alg);
    expect(tokens.claims()?.at_hash).toBe(digest.subarray(0, bits / 16).toString('base64url'));
  }
  await other.close();
  await own.close();
});
