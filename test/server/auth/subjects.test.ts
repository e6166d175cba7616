// What clients learn about a person: pairwise and public subjects, identifiers that the login provider sets, and userinfo
// as JSON or signed.

import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../server/base/database/database.ts';
import { codeRequest, configure, type House, openHouse, redirectUri, registerReader } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt, introspect, walk } from './authorize.ts';

const pairwise = { subject_type: 'pairwise', grant_types: ['authorization_code', 'refresh_token'] };

forEachDatabase((_name, open) => {
  let house: House;

  beforeAll(async () => {
    house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations), {
      pairwiseSalt: 'a salt for pairwise subjects',
    });
    for (const id of ['pair', 'forced']) await registerReader(house, { client_id: id, ...pairwise });
    await registerReader(house, { client_id: 'public' });
    const other = { redirect_uris: ['https://other.example/callback'], ...pairwise };
    for (const id of ['elsewhere', 'neighbour']) await registerReader(house, { client_id: id, ...other });
  });
  afterAll(() => house.close());

  async function signIn(
    clientId: string,
    login: object = {},
    change: Record<string, string> = {},
    browser = browserAt(house),
  ) {
    const config = await configure(house, clientId);
    const { url, checks } = await codeRequest(config, change);
    const way = await walk(house, url, { login: { remember: true, ...login }, consent: { remember: true } }, browser);
    const tokens = await client.authorizationCodeGrant(config, way.visit.url, checks);
    return { ...way, config, tokens, sub: tokens.claims()?.sub ?? '' };
  }

  test('a pairwise client knows a person by an identifier of its sector, always the same', async () => {
    const first = await signIn('pair');
    const again = await signIn('pair');
    const native = await signIn('forced');
    const elsewhere = await signIn('elsewhere', {}, { redirect_uri: 'https://other.example/callback' });
    const someone = await signIn('pair', { subject: 'bob' });
    expect(first.sub).not.toBe('ada');
    const sameSector = await signIn('neighbour', {}, { redirect_uri: 'https://other.example/callback' });
    expect([again.sub, sameSector.sub]).toEqual([first.sub, elsewhere.sub]);
    // Applications on people's own machines have no host that is theirs alone.
    expect(new Set([first.sub, native.sub, elsewhere.sub, someone.sub]).size).toBe(4);
    expect((await signIn('public')).sub).toBe('ada');
    expect(await client.fetchUserInfo(first.config, first.tokens.access_token, first.sub)).toMatchObject({
      name: 'Ada L.',
    });
    const refreshed = await client.refreshTokenGrant(first.config, first.tokens.refresh_token ?? '');
    expect(refreshed.claims()?.sub).toBe(first.sub);
  });

  test('services that introspect see the person, and what the client calls her', async () => {
    const { tokens, sub } = await signIn('pair');
    expect(await introspect(house, tokens.access_token)).toMatchObject({ sub: 'ada', obfuscated_subject: sub });
    const { tokens: open } = await signIn('public');
    const seen = await introspect(house, open.access_token);
    expect([seen.sub, 'obfuscated_subject' in seen]).toEqual(['ada', false]);
  });

  test('a signed access token tells a pairwise client no more than an ID token', async () => {
    await registerReader(house, { client_id: 'reads', ...pairwise, access_token_strategy: 'jwt' });
    const { tokens, sub, config } = await signIn('reads');
    expect(decodeJwt(tokens.access_token).sub).toBe(sub);
    expect(await introspect(house, tokens.access_token)).toMatchObject({ sub: 'ada', obfuscated_subject: sub });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(decodeJwt(refreshed.access_token).sub).toBe(sub);
    expect(await client.fetchUserInfo(config, refreshed.access_token, sub)).toMatchObject({ sub });
  });

  test('the login provider may set the identifier, for pairwise clients alone', async () => {
    const forced = { subject: 'cy', force_subject_identifier: 'cy-at-forced' };
    const { tokens, sub, config } = await signIn('forced', forced);
    expect(sub).toBe('cy-at-forced');
    expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub });
    expect((await introspect(house, tokens.access_token)).obfuscated_subject).toBe(sub);
    expect((await signIn('public', forced)).sub).toBe('cy');
    expect((await signIn('pair', { subject: 'cy' })).sub).not.toBe(sub);
  });

  test('hints carry the identifier that the client knows', async () => {
    const browser = browserAt(house);
    const { tokens, sub } = await signIn('pair', {}, {}, browser);
    const hint = { prompt: 'none', id_token_hint: tokens.id_token ?? '' };
    const again = await signIn('pair', {}, hint, browser);
    expect([again.login?.skip, again.sub]).toEqual([true, sub]);
    expect(again.login?.subject).toBe('ada');
  });

  test('pairwise clients with several hosts name their sector, by an address that may be asked', async () => {
    const body = { redirect_uris: ['https://a.example/', 'https://b.example/'], subject_type: 'pairwise' };
    const unnamed = await house.call('POST', '/clients', body);
    expect([unnamed.status, unnamed.body.error]).toEqual([400, 'invalid_client_metadata']);
    for (const uri of ['https://127.0.0.1:1/sector', 'https://10.0.0.1/sector', 'http://rp.example/sector', 'sector']) {
      const named = await house.call('POST', '/clients', { ...body, sector_identifier_uri: uri });
      expect([uri, named.status, named.body.error]).toEqual([uri, 400, 'invalid_client_metadata']);
    }
  });

  test('userinfo comes signed to a client that asks for it so', async () => {
    await registerReader(house, { client_id: 'signed', userinfo_signed_response_alg: 'RS256' });
    const { tokens } = await signIn('signed');
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${house.issuer}userinfo`, { method, headers });
      expect(response.headers.get('content-type')).toMatch(/^application\/jwt/);
      const keys = createRemoteJWKSet(new URL(`${house.issuer}.well-known/jwks.json`));
      const { payload } = await jwtVerify(await response.text(), keys, { issuer: house.issuer, audience: 'signed' });
      expect(payload).toMatchObject({ sub: 'ada', name: 'Ada L.' });
    }
    for (const alg of ['HS256', 'none', 'ES256']) {
      const made = await house.call('POST', '/clients', {
        redirect_uris: [redirectUri],
        userinfo_signed_response_alg: alg,
      });
      expect([alg, made.status]).toEqual([alg, 400]);
    }
  });

  test('userinfo answers bearers of good tokens only, and says what is missing', async () => {
    const { tokens, config } = await signIn('public');
    const ask = async (init: RequestInit, query = '') => {
      const response = await fetch(`${house.issuer}userinfo${query}`, init);
      return [response.status, response.headers.get('www-authenticate') ?? ''] as const;
    };
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect((await ask(bearer(tokens.access_token)))[0]).toBe(200);
    for (const token of [tokens.refresh_token ?? '', tokens.id_token ?? '', `${tokens.access_token}x`, 'x']) {
      const [status, challenge] = await ask(bearer(token));
      expect(status).toBe(401);
      expect(challenge).toContain('error="invalid_token"');
    }
    expect((await ask({}))[0]).toBeGreaterThanOrEqual(400);
    expect((await ask({}, `?access_token=${tokens.access_token}`))[0]).toBe(400);
    const twice = { ...bearer(tokens.access_token), method: 'POST', body: new URLSearchParams({ access_token: 'x' }) };
    expect((await ask(twice))[0]).toBe(400);
    const { tokens: plain } = await signIn('public', {}, { scope: 'profile', nonce: '' }).catch(() => ({
      tokens: undefined,
    }));
    expect(plain).toBeUndefined();
    await client.tokenRevocation(config, tokens.access_token);
    expect((await ask(bearer(tokens.access_token)))[0]).toBe(401);
  });

  test('an identifier that was set goes with its client', async () => {
    await registerReader(house, { client_id: 'gone', ...pairwise });
    await signIn('gone', { force_subject_identifier: 'kept?' });
    await house.call('DELETE', '/clients/gone');
    await registerReader(house, { client_id: 'gone', ...pairwise });
    const { sub, tokens } = await signIn('gone');
    expect([sub === 'kept?', decodeJwt(tokens.id_token ?? '').sub]).toEqual([false, sub]);
  });
});

test('without a salt there are no pairwise clients', async () => {
  const database = await openDatabase<AuthTables & AccountTables>('memory');
  const house = await openHouse(database);
  const { status, body } = await house.call('POST', '/clients', {
    redirect_uris: [redirectUri],
    subject_type: 'pairwise',
  });
  expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  await house.close();
  await database.close();
});
