// Tokens as the document describes them: form, audience, lifespans, ID tokens and introspection.

import { createHmac, hkdfSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import { defaultLifespans } from '../../../../server/auth/settings/settings.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import {
  clientId,
  codeRequest,
  configure,
  type House,
  openHouse,
  registerReader,
  systemSecret,
} from '../../accounts/house.ts';
import { authorize, introspect, signIn, signInForTokens, tokenRequest } from '../authorize.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  await registerReader(house);
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await house.close();
  await house.database.close();
});

function wait(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

test('a code gives access, refresh and ID token, once', async () => {
  const { config, request, callback } = await signIn(house);
  const tokens = await client.authorizationCodeGrant(config, callback, request.checks);
  expect(tokens).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    id_token: expect.any(String),
  });
  await expect(client.authorizationCodeGrant(config, callback, request.checks)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('tokens are opaque and signed with HMAC-SHA-512', async () => {
  const { config, request, callback } = await signIn(house);
  const code = callback.searchParams.get('code') ?? '';
  const tokens = await client.authorizationCodeGrant(config, callback, request.checks);
  const key = new Uint8Array(hkdfSync('sha256', systemSecret, '', 'authsrv tokens', 64));
  for (const token of [code, tokens.access_token, tokens.refresh_token ?? '']) {
    const [random = '', signature] = token.split('.');
    expect(Buffer.from(random, 'base64url')).toHaveLength(32);
    const expected = createHmac('sha512', key).update(Buffer.from(random, 'base64url')).digest('base64url');
    expect(signature).toBe(expected);
  }
});

test('an access token has the audience that was granted', async () => {
  const { tokens } = await signInForTokens(house);
  expect((await introspect(house, tokens.access_token)).aud).toEqual(['octavo']);
  const none = await signInForTokens(house, { consent: { grant_access_token_audience: [] } });
  expect((await introspect(house, none.tokens.access_token)).aud ?? []).toEqual([]);
});

test('an ID token comes with openid only, for the client that asked', async () => {
  const config = await configure(house);
  const { tokens } = await signInForTokens(house);
  expect(decodeJwt(tokens.id_token ?? '').aud).toBe(clientId);
  const { url, checks } = await codeRequest(config, { scope: 'profile offline_access', nonce: '' });
  const back = await authorize(house, url);
  const without = await tokenRequest(house, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: url.searchParams.get('redirect_uri') ?? '',
    code_verifier: checks.pkceCodeVerifier,
  });
  expect(without).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
  expect(without.body.id_token).toBeUndefined();
  await registerReader(house, { client_id: 'plain', scope: 'profile' });
  const plain = await codeRequest(await configure(house, 'plain'), { scope: 'openid profile', audience: '' });
  expect((await authorize(house, plain.url)).searchParams.get('error')).toBe('invalid_scope');
});

test('refreshing gives an ID token where openid was granted', async () => {
  const { config, tokens } = await signInForTokens(house);
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.claims()).toMatchObject({ sub: 'ada', aud: clientId });
  const { config: same, tokens: fewer } = await signInForTokens(house);
  const narrowed = await client.refreshTokenGrant(same, fewer.refresh_token ?? '', { scope: 'profile offline_access' });
  expect(narrowed.id_token).toBeUndefined();
});

test('refreshing keeps to the scopes and audiences of the client', async () => {
  await registerReader(house, { client_id: 'narrow' });
  const config = await configure(house, 'narrow');
  const { url, checks } = await codeRequest(config);
  const tokens = await client.authorizationCodeGrant(config, await authorize(house, url), checks);
  const refresh = { grant_type: 'refresh_token', client_id: 'narrow', refresh_token: tokens.refresh_token ?? '' };
  const wider = await tokenRequest(house, { ...refresh, scope: 'openid admin' });
  expect(wider).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  expect(wider.body.refresh_token).toBeUndefined();
  const { body } = await house.call('GET', '/clients/narrow');
  await house.call('PUT', '/clients/narrow', { ...body, audience: ['elsewhere'] });
  expect((await tokenRequest(house, refresh)).status).toBe(400);
  await house.call('PUT', '/clients/narrow', { ...body, scope: 'openid' });
  expect(await tokenRequest(house, refresh)).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  await house.call('PUT', '/clients/narrow', body);
  // What was refused changed nothing: the token works as before.
  expect(await tokenRequest(house, refresh)).toMatchObject({
    status: 200,
    body: { refresh_token: expect.any(String) },
  });
});

test('a refresh token lives from its last use', async () => {
  const month = defaultLifespans.refreshToken;
  expect(month).toBe(30 * 86_400);
  const { config, tokens } = await signInForTokens(house);
  wait(month - 60);
  const second = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  wait(month - 60);
  const third = await client.refreshTokenGrant(config, second.refresh_token ?? '');
  wait(month + 60);
  await expect(client.refreshTokenGrant(config, third.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  vi.useRealTimers();

  const lifespans = { ...defaultLifespans, refreshToken: -1 };
  const endless = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'), { lifespans });
  await registerReader(endless);
  const kept = await signInForTokens(endless);
  wait(20 * 365 * 86_400);
  const later = await client.refreshTokenGrant(kept.config, kept.tokens.refresh_token ?? '');
  expect(later.refresh_token).toBeDefined();
  await endless.close();
  await endless.database.close();
});

test('introspection: aud is an array, token_type says which token it is', async () => {
  const { tokens } = await signInForTokens(house);
  for (const [token, token_type] of [
    [tokens.access_token, 'access_token'],
    [tokens.refresh_token ?? '', 'refresh_token'],
  ]) {
    const found = await introspect(house, token ?? '');
    expect(found).toMatchObject({ active: true, token_type, aud: ['octavo'], client_id: clientId, sub: 'ada' });
  }
});
