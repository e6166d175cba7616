// Codes and tokens under attack and in ordinary use: replay, wrong verifier, refresh families, tampering, revocation,
// introspection, JWT access tokens.

import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { clientId, codeRequest, openHouse, redirectUri, registerReader } from '../accounts/house.ts';
import { forEachDatabase, type OpenDatabase } from '../databases.ts';
import { authorize, introspect, signIn, signInForTokens, tokenRequest } from './authorize.ts';

async function prepare(open: OpenDatabase, reader: object = {}) {
  const house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
  await registerReader(house, reader);
  return house;
}

function codeFields(callback: URL, verifier: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
}

const oauthError = (error: unknown) => (error instanceof client.ResponseBodyError ? error.error : error);

forEachDatabase((_name, open) => {
  test('a replayed code is refused and ends what came of it', async () => {
    const house = await prepare(open);
    const { request, callback } = await signIn(house);
    const fields = codeFields(callback, request.checks.pkceCodeVerifier);
    const first = await tokenRequest(house, fields);
    expect(first.status).toBe(200);
    expect(await tokenRequest(house, fields)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', status_code: 400 },
    });
    expect(await introspect(house, String(first.body.access_token))).toEqual({ active: false });
    expect(await introspect(house, String(first.body.refresh_token))).toEqual({ active: false });
    await house.close();
  });

  test('many requests that redeem one code at once end with no token at all', async () => {
    const house = await prepare(open);
    const { request, callback } = await signIn(house);
    const fields = codeFields(callback, request.checks.pkceCodeVerifier);
    const replies = await Promise.all(Array.from({ length: 6 }, () => tokenRequest(house, fields)));
    expect(replies.filter((reply) => reply.status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, body } of replies) {
      if (status !== 200) expect(body.error).toBe('invalid_grant');
      else expect(await introspect(house, String(body.access_token))).toEqual({ active: false });
    }
    const left = await house.database.kysely.selectFrom('oauth_record').select('kind').execute();
    expect(left.map((row) => row.kind).filter((kind) => kind.endsWith('Token'))).toEqual([]);
    await house.close();
  });

  test('a code needs its verifier, its redirect URI and its client', async () => {
    const house = await prepare(open);
    await registerReader(house, { client_id: 'other' });
    const { request, callback } = await signIn(house);
    const right = codeFields(callback, request.checks.pkceCodeVerifier);
    const wrong = [
      { ...right, code_verifier: 'x'.repeat(43) },
      { ...right, redirect_uri: 'http://127.0.0.1:1/callback' },
      { ...right, client_id: 'other' },
      { ...right, code: `${right.code?.slice(0, -3)}AAA` },
      { ...right, code: 'nonsense' },
    ];
    for (const fields of wrong) {
      expect((await tokenRequest(house, fields)).body.error).toBe('invalid_grant');
    }
    const { code_verifier: _verifier, ...withoutVerifier } = right;
    expect((await tokenRequest(house, withoutVerifier)).body.error).toBe('invalid_grant');
    expect((await tokenRequest(house, right)).status).toBe(200);
    await house.close();
  });

  test('a client without secret has to use PKCE with S256', async () => {
    const house = await prepare(open);
    const { config } = await signIn(house);
    for (const change of [{ code_challenge_method: 'plain' }, { code_challenge: '', code_challenge_method: '' }]) {
      const { url } = await codeRequest(config, change);
      expect((await authorize(house, url)).searchParams.get('error')).toBe('invalid_request');
    }
    await house.close();
  });

  test('refreshing rotates; the old refresh token ends the family', async () => {
    const house = await prepare(open);
    const { config, tokens } = await signInForTokens(house);
    const second = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    expect(second.claims()).toMatchObject({ sub: 'ada', name: 'Ada L.' });
    expect(await introspect(house, tokens.access_token)).toEqual({ active: false });
    expect(await introspect(house, second.access_token)).toMatchObject({ active: true, aud: ['octavo'] });
    expect(await client.refreshTokenGrant(config, tokens.refresh_token ?? '').catch(oauthError)).toBe('invalid_grant');
    expect(await introspect(house, second.access_token)).toEqual({ active: false });
    expect(await client.refreshTokenGrant(config, second.refresh_token ?? '').catch(oauthError)).toBe('invalid_grant');
    await house.close();
  });

  test('a refresh token that many requests use at once ends its family', async () => {
    const house = await prepare(open);
    const { tokens } = await signInForTokens(house);
    const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token ?? '' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => tokenRequest(house, refresh)));
    for (const { status, body } of replies) {
      if (status !== 200) expect(body.error).toBe('invalid_grant');
      else expect(await introspect(house, String(body.access_token))).toEqual({ active: false });
    }
    const left = await house.database.kysely.selectFrom('oauth_record').select('kind').execute();
    expect(left.map((row) => row.kind).filter((kind) => kind.endsWith('Token'))).toEqual([]);
    await house.close();
  });

  test('refreshing keeps to the scopes that the client may still have', async () => {
    const house = await prepare(open);
    const { tokens } = await signInForTokens(house);
    const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token ?? '' };
    expect((await tokenRequest(house, { ...refresh, scope: 'openid admin' })).body.error).toBe('invalid_scope');
    const { body } = await house.call('GET', `/clients/${clientId}`);
    await house.call('PUT', `/clients/${clientId}`, { ...body, client_secret_expires_at: 0, scope: 'openid' });
    expect((await tokenRequest(house, refresh)).body.error).toBe('invalid_scope');
    await house.close();
  });

  test('introspection tells what a token is, and nothing about a tampered one', async () => {
    const house = await prepare(open);
    const { tokens } = await signInForTokens(house);
    expect(await introspect(house, tokens.access_token)).toMatchObject({
      active: true,
      client_id: clientId,
      sub: 'ada',
      scope: 'openid profile offline_access',
      aud: ['octavo'],
      iss: house.issuer,
      token_type: 'access_token',
      ext: { role: 'reader' },
    });
    expect(await introspect(house, tokens.refresh_token ?? '')).toMatchObject({
      active: true,
      token_type: 'refresh_token',
    });
    expect(await introspect(house, tokens.access_token, 'profile')).toMatchObject({ active: true });
    expect(await introspect(house, tokens.access_token, 'admin')).toEqual({ active: false });
    const [random = '', signature = ''] = tokens.access_token.split('.');
    const other = random.startsWith('A') ? 'B' : 'A';
    for (const forged of [`${other}${random.slice(1)}.${signature}`, `.${signature}`, signature, 'a.b.c', '']) {
      const response = await introspect(house, forged);
      expect(response.active ?? false).toBe(false);
    }
    const stored = await house.database.kysely.selectFrom('oauth_record').select(['id', 'payload']).execute();
    expect(JSON.stringify(stored)).not.toContain(random);
    await house.close();
  });

  test('revoking a token ends its family and tells nothing about unknown ones', async () => {
    const house = await prepare(open);
    const { config, tokens } = await signInForTokens(house);
    await client.tokenRevocation(config, 'unknown');
    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    expect(await introspect(house, tokens.access_token)).toEqual({ active: false });
    expect(await introspect(house, tokens.refresh_token ?? '')).toEqual({ active: false });
    await house.close();
  });

  test('a client may get signed access tokens, which can be revoked all the same', async () => {
    const house = await prepare(open, { access_token_strategy: 'jwt' });
    const { config, tokens } = await signInForTokens(house);
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: house.issuer,
      sub: 'ada',
      aud: ['octavo'],
      scp: ['openid', 'profile', 'offline_access'],
      ext: { role: 'reader' },
      client_id: clientId,
    });
    const published = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[];
    };
    expect(published.keys.map((key) => key.kid)).toContain(decodeProtectedHeader(tokens.access_token).kid);
    expect(await client.fetchUserInfo(config, tokens.access_token, 'ada')).toMatchObject({ name: 'Ada L.' });
    expect(await introspect(house, tokens.access_token)).toMatchObject({ active: true, sub: 'ada' });
    const [header, payload = '', signature] = tokens.access_token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(tokens.access_token), sub: 'eve' })).toString('base64url');
    expect(payload).not.toBe(forged);
    expect(await introspect(house, `${header}.${forged}.${signature}`)).toEqual({ active: false });
    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    expect(await introspect(house, tokens.access_token)).toEqual({ active: false });
    await house.close();
  });

  test('clients with a secret authenticate by header or by form', async () => {
    const house = await prepare(open);
    const machine = { grant_types: ['client_credentials'], scope: 'books.*', audience: ['https://api.example/'] };
    const made = await house.call('POST', '/clients', { client_id: 'basic', ...machine });
    const secret = String(made.body.client_secret);
    await house.call('POST', '/clients', {
      client_id: 'post',
      client_secret: 'chosen by a person',
      token_endpoint_auth_method: 'client_secret_post',
      ...machine,
    });
    const header = (id: string, password: string) => ({ authorization: `Basic ${btoa(`${id}:${password}`)}` });
    const fields = { grant_type: 'client_credentials', scope: 'books.read', audience: 'https://api.example/v1' };
    const ask = async (body: object, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', headers, body: new URLSearchParams({ ...body }) };
      const response = await fetch(`${house.issuer}oauth2/token`, init);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const granted = await ask(fields, header('basic', secret));
    expect(granted.status).toBe(200);
    expect(await introspect(house, String(granted.body.access_token))).toMatchObject({
      sub: 'basic',
      scope: 'books.read',
      aud: ['https://api.example/v1'],
    });
    const post = { ...fields, client_id: 'post', client_secret: 'chosen by a person' };
    expect((await ask(post)).status).toBe(200);
    expect(await ask(fields, header('basic', 'wrong'))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', status_code: 401 },
    });
    expect((await ask({ ...post, client_secret: 'wrong' })).body.error).toBe('invalid_client');
    expect((await ask({ ...fields, scope: 'books' }, header('basic', secret))).body.error).toBe('invalid_scope');
    expect((await ask({ ...fields, audience: 'https://evil/' }, header('basic', secret))).body.error).toBe(
      'invalid_request',
    );
    const rows = await house.database.kysely.selectFrom('oauth_client').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain('chosen by a person');
    await house.close();
  });
});
