// The fields of a client as the document describes them.

import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { ScopeStrategy } from '../../../../server/auth/scope.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse } from '../../accounts/house.ts';
import { authorize, introspect, tokenRequest } from '../authorize.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
});

afterAll(async () => {
  await house.close();
  await house.database.close();
});

async function create(body: object): Promise<Record<string, unknown>> {
  const reply = await house.call('POST', '/clients', body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

const callback = 'https://app.example/callback';
const machine = { grant_types: ['client_credentials'], response_types: [] };

test('a client has client_id, and id as before', async () => {
  const made = await create({ client_id: 'named', redirect_uris: [callback] });
  expect(made).toMatchObject({ client_id: 'named', id: 'named', token_endpoint_auth_method: 'client_secret_basic' });
  expect((await house.call('GET', '/clients/named')).body).toMatchObject({ client_id: 'named', id: 'named' });
  expect((await create({ redirect_uris: [callback] })).client_id).toMatch(/^[0-9a-f-]{36}$/);
});

test('every field that was given is returned, metadata as it was', async () => {
  const given = {
    client_id: 'full',
    client_name: 'Full',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'openid offline books.*',
    audience: ['https://api.example/'],
    owner: 'Ann',
    policy_uri: 'https://app.example/policy',
    tos_uri: 'https://app.example/terms',
    client_uri: 'https://app.example/',
    logo_uri: 'https://app.example/logo.png',
    contacts: ['ann@app.example'],
    client_secret_expires_at: 0,
    subject_type: 'public',
    allowed_cors_origins: ['https://app.example'],
    post_logout_redirect_uris: ['https://app.example/bye'],
    frontchannel_logout_uri: 'https://app.example/front',
    frontchannel_logout_session_required: true,
    backchannel_logout_uri: 'https://app.example/back',
    backchannel_logout_session_required: true,
    metadata: { team: 'a', nested: [1, { deep: null }] },
  };
  expect(await create(given)).toMatchObject(given);
  expect((await house.call('GET', '/clients/full')).body).toMatchObject(given);
});

test('the former field public is refused by name', async () => {
  const reply = await house.call('POST', '/clients', { client_id: 'old', redirect_uris: [callback], public: true });
  expect(reply).toMatchObject({
    status: 400,
    body: { error: 'invalid_request', error_description: expect.stringContaining('"public"') },
  });
});

function request(client_id: string, response_type: string): URL {
  const url = new URL(`${house.issuer}oauth2/auth`);
  const fields = {
    client_id,
    response_type,
    redirect_uri: callback,
    scope: 'openid',
    state: randomUUID(),
    nonce: randomUUID(),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url;
}

const types = ['code', 'token', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'];

test('a response type must equal an entry exactly', async () => {
  const registered = { redirect_uris: [callback], grant_types: ['authorization_code', 'implicit'] };
  await create({ client_id: 'three', response_types: ['code token id_token'], ...registered });
  await create({ client_id: 'each', response_types: types, ...registered });
  for (const type of types) {
    const back = await authorize(house, request('three', type));
    const answer = new URLSearchParams(back.search || back.hash.slice(1));
    const allowed = type === 'code id_token token';
    expect([type, answer.get('error')]).toEqual([type, allowed ? null : 'unsupported_response_type']);
    const every = await authorize(house, request('each', type));
    const parts = new URLSearchParams(every.search || every.hash.slice(1));
    expect([type, parts.has('code'), parts.has('access_token'), parts.has('id_token')]).toEqual([
      type,
      /\bcode\b/.test(type),
      /(^| )token\b/.test(type),
      /id_token/.test(type),
    ]);
  }
  const words = await authorize(house, request('three', 'token id_token code'));
  expect(new URLSearchParams(words.hash.slice(1)).get('code')).not.toBeNull();
});

test('each way to authenticate works for its client only', async () => {
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  const secrets: Record<string, string> = {};
  for (const method of methods) {
    const grants = method === 'none' ? { redirect_uris: [callback] } : machine;
    const made = await create({ client_id: method, token_endpoint_auth_method: method, scope: 'a', ...grants });
    secrets[method] = String(made.client_secret ?? '');
    expect(made.client_secret === undefined).toBe(method === 'none');
  }
  const revoke = async (client_id: string, way: string) => {
    const secret = secrets[client_id] || 'any-secret';
    const basic = { authorization: `Basic ${btoa(`${client_id}:${secret}`)}` };
    const fields =
      way === 'none' ? { client_id } : way === 'client_secret_post' ? { client_id, client_secret: secret } : {};
    const body = new URLSearchParams({ token: 'unknown', ...fields });
    const headers: Record<string, string> = way === 'client_secret_basic' ? basic : {};
    return (await fetch(`${house.issuer}oauth2/revoke`, { method: 'POST', body, headers })).status;
  };
  for (const client of methods) {
    for (const way of methods)
      expect([client, way, await revoke(client, way)]).toEqual([client, way, client === way ? 200 : 401]);
  }
});

test('a client signs in by a JWT of its key, once', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', use: 'sig', alg: 'RS256' }] };
  await create({ client_id: 'signer', token_endpoint_auth_method: 'private_key_jwt', jwks, scope: 'a', ...machine });
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer('signer')
    .setSubject('signer')
    .setAudience(house.issuer)
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(privateKey);
  const fields = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
  expect(await tokenRequest(house, fields)).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
  expect(await tokenRequest(house, fields)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
});

test('scopes are matched by the strategy that is set', async () => {
  const rows: [ScopeStrategy, allowed: string, wanted: string, boolean][] = [
    ['wildcard', 'foo', 'foo', true],
    ['wildcard', 'foo', 'foo.bar', false],
    ['wildcard', 'foo.*', 'foo.bar', true],
    ['wildcard', 'foo.*', 'foo.baz', true],
    ['wildcard', 'foo.*', 'foo', false],
    ['exact', 'foo.*', 'foo.bar', false],
    ['exact', 'foo', 'foo', true],
    ['hierarchical', 'foo', 'foo.bar', true],
    ['hierarchical', 'foo', 'fooled', false],
  ];
  for (const scopeStrategy of ['wildcard', 'exact', 'hierarchical'] as const) {
    const other = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'), { scopeStrategy });
    for (const [, allowed, wanted, expected] of rows.filter(([strategy]) => strategy === scopeStrategy)) {
      const { body } = await other.call('POST', '/clients', {
        token_endpoint_auth_method: 'client_secret_post',
        scope: allowed,
        ...machine,
      });
      const fields = { client_id: String(body.client_id), client_secret: String(body.client_secret), scope: wanted };
      const { status, body: tokens } = await tokenRequest(other, { grant_type: 'client_credentials', ...fields });
      expect([scopeStrategy, allowed, wanted, status, tokens.error]).toEqual([
        scopeStrategy,
        allowed,
        wanted,
        ...(expected ? [200, undefined] : [400, 'invalid_scope']),
      ]);
      if (expected) expect((await introspect(other, String(tokens.access_token))).scope).toBe(wanted);
    }
    await other.close();
    await other.database.close();
  }
});
