// How clients authenticate: by the one method that they registered, with secrets that expire, and with assertions that
// they sign with keys given to this server or published at an address.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type House, openHouse } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { introspect, type Reply } from './authorize.ts';

interface Key {
  privateKey: CryptoKey;
  jwk: JWK;
}

async function makeKey(kid: string, alg = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** Serves a client's key set on this machine. */
async function publishKeys(keys: () => JWK[], count: () => void): Promise<Server> {
  const server = createServer((_request, response) => {
    count();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: keys() }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const machine = { grant_types: ['client_credentials'], response_types: [], scope: 'books' };

forEachDatabase((_name, open) => {
  let house: House;
  let key: Key;
  let published: Key[];
  let fetched = 0;
  let keyServer: Server;

  beforeAll(async () => {
    house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations), {
      outgoingAddresses: ['127.0.0.1'],
    });
    key = await makeKey('first');
    published = [key];
    keyServer = await publishKeys(
      () => published.map(({ jwk }) => jwk),
      () => {
        fetched += 1;
      },
    );
    await register('signer', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } });
    const { port } = keyServer.address() as AddressInfo;
    const jwks_uri = `http://127.0.0.1:${port}/keys`;
    await register('publisher', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(async () => {
    keyServer.close();
    await house.close();
  });

  async function register(clientId: string, change: object): Promise<string> {
    const { status, body } = await house.call('POST', '/clients', { client_id: clientId, ...machine, ...change });
    expect([clientId, status, body.error_description]).toEqual([clientId, 201, undefined]);
    return String(body.client_secret);
  }

  async function post(path: string, fields: Record<string, string>, basic?: string): Promise<Reply> {
    const headers: Record<string, string> = basic === undefined ? {} : { authorization: `Basic ${btoa(basic)}` };
    const response = await fetch(house.issuer + path, { method: 'POST', headers, body: new URLSearchParams(fields) });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
  }

  const grant = { grant_type: 'client_credentials' };

  async function assertion(claims: object = {}, header: object = {}, by: Key = key, clientId = 'signer') {
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: clientId,
      sub: clientId,
      aud: house.issuer,
      jti: randomUUID(),
      iat: now,
      exp: now + 60,
      ...claims,
    };
    const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new SignJWT(present)
      .setProtectedHeader({ alg: 'ES256', kid: by.jwk.kid ?? '', ...header })
      .sign(by.privateKey);
  }

  const present = (jwt: string, path = 'oauth2/token', fields: Record<string, string> = grant) =>
    post(path, { ...fields, client_assertion: jwt, client_assertion_type: assertionType });

  test('a secret is taken where the client registered it, and nowhere else', async () => {
    const basic = await register('by-header', {});
    const form = await register('by-form', { token_endpoint_auth_method: 'client_secret_post' });
    const inForm = (id: string, secret: string) => ({ ...grant, client_id: id, client_secret: secret });
    expect((await post('oauth2/token', grant, `by-header:${basic}`)).status).toBe(200);
    expect((await post('oauth2/token', inForm('by-form', form))).status).toBe(200);
    const refused = { status: 401, body: { error: 'invalid_client', status_code: 401 } };
    expect(await post('oauth2/token', inForm('by-header', basic))).toMatchObject(refused);
    expect(await post('oauth2/token', grant, `by-form:${form}`)).toMatchObject(refused);
    expect(await post('oauth2/token', { ...grant, client_id: 'by-header' })).toMatchObject(refused);
    expect(await post('oauth2/revoke', { token: 'x', ...inForm('by-header', basic) })).toMatchObject(refused);
    expect((await post('oauth2/revoke', { token: 'x' }, `by-header:${basic}`)).status).toBe(200);
    const twice = await post('oauth2/token', inForm('by-header', basic), `by-header:${basic}`);
    expect(twice).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    for (const text of ['by-header', `by-header:${basic}x`, `nobody:${basic}`, 'by-header:', '%ff:%ff']) {
      const reply = await post('oauth2/token', grant, text);
      expect(['invalid_client', 'invalid_request']).toContain(reply.body.error);
    }
  });

  test('names and secrets with unusual characters travel form-encoded in the header', async () => {
    const id = 'app:1/ä?'.replace('ä', '+');
    await register(id, { client_secret: 'pass: word+%/&=' });
    const text = [id, 'pass: word+%/&='].map((part) => new URLSearchParams({ part }).toString().slice(5)).join(':');
    expect((await post('oauth2/token', grant, text)).status).toBe(200);
  });

  test('a client without a secret has to be one', async () => {
    await register('public', { token_endpoint_auth_method: 'none', grant_types: ['refresh_token'] });
    const reply = await post('oauth2/token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'public:guess');
    expect(reply).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const open = await post('oauth2/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'public' });
    expect(open.body.error).toBe('invalid_grant');
  });

  test('a client gets tokens by the grants that it registered alone', async () => {
    const secret = await register('narrow', {});
    const refused = { status: 400, body: { error: 'unauthorized_client' } };
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' };
    expect(await post('oauth2/token', refresh, `narrow:${secret}`)).toMatchObject(refused);
    expect(await post('oauth2/token', { ...refresh, client_id: 'nobody' })).toMatchObject({ status: 401 });
    const unknown = await post('oauth2/token', { grant_type: 'password' }, `narrow:${secret}`);
    expect(unknown).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
    await register('open', { token_endpoint_auth_method: 'none' });
    expect(await post('oauth2/token', { ...grant, client_id: 'open' })).toMatchObject(refused);
  });

  test('a secret that expired authenticates nobody', async () => {
    const expires = Math.floor(Date.now() / 1000) + 60;
    const secret = await register('brief', { client_secret_expires_at: expires });
    expect((await post('oauth2/token', grant, `brief:${secret}`)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: (expires + 60) * 1000 });
    const late = await post('oauth2/token', grant, `brief:${secret}`);
    expect(late).toMatchObject({ status: 401, body: { error: 'invalid_client', status_code: 401 } });
  });

  test('an assertion that the client signed is good once, also when many come at once', async () => {
    const jwt = await assertion();
    const replies = await Promise.all(Array.from({ length: 5 }, () => present(jwt)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect((await present(jwt)).body.error).toBe('invalid_client');
    const granted = await present(await assertion({ aud: `${house.issuer}oauth2/token` }));
    expect(await introspect(house, String(granted.body.access_token))).toMatchObject({
      active: true,
      client_id: 'signer',
    });
    const token = { token: String(granted.body.access_token) };
    expect((await present(await assertion(), 'oauth2/revoke', token)).status).toBe(200);
    expect(await introspect(house, token.token)).toEqual({ active: false });
  });

  test('assertions with a wrong word in them are refused', async () => {
    const stranger = await makeKey('first');
    const now = Math.floor(Date.now() / 1000);
    const wrong: Record<string, string> = {
      'another audience': await assertion({ aud: 'https://elsewhere.example/' }),
      'no audience': await assertion({ aud: undefined }),
      'another issuer': await assertion({ iss: 'publisher' }),
      'another subject': await assertion({ sub: 'publisher' }),
      expired: await assertion({ exp: now - 120 }),
      'never expires': await assertion({ exp: undefined }),
      'expires in a year': await assertion({ exp: now + 365 * 86_400 }),
      'not valid yet': await assertion({ nbf: now + 3_600 }),
      'no jti': await assertion({ jti: undefined }),
      'a stranger’s key': await assertion({}, {}, stranger),
      'an unknown kid': await assertion({}, { kid: 'other' }),
    };
    for (const [why, jwt] of Object.entries(wrong)) {
      const { status, body } = await present(jwt);
      expect([why, status, body.error]).toEqual([why, 401, 'invalid_client']);
    }
  });

  test('no algorithm but the key’s own is taken, least of all one with the public key as a secret', async () => {
    const [, payload = ''] = (await assertion()).split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${payload}.`;
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const confused = await new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret);
    for (const jwt of [unsigned, confused, 'a.b.c', 'text']) {
      expect(['invalid_client', 'invalid_request']).toContain((await present(jwt)).body.error);
    }
    const secretJwt = await house.call('POST', '/clients', {
      ...machine,
      token_endpoint_auth_method: 'client_secret_jwt',
    });
    expect(secretJwt.status).toBe(400);
  });

  test('published keys are fetched when they are needed, and again when the client changed them', async () => {
    const by = (which: Key) => assertion({}, {}, which, 'publisher');
    expect((await present(await by(key))).status).toBe(200);
    expect((await present(await by(key))).status).toBe(200);
    expect(fetched).toBe(1);
    const next = await makeKey('next');
    published = [next];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    expect((await present(await by(next))).status).toBe(200);
    expect((await present(await by(key))).status).toBe(401);
    expect(fetched).toBe(2);
    for (let turn = 0; turn < 3; turn += 1) expect((await present(await by(await makeKey('guess')))).status).toBe(401);
    expect(fetched).toBeLessThanOrEqual(3);
  });

  test('published keys are not looked for inside the operator’s network', async () => {
    const asked = fetched;
    const { port } = keyServer.address() as AddressInfo;
    for (const host of ['[::1]', '169.254.169.254', '10.0.0.1', '0xa9fea9fe']) {
      const uri = `http://${host}:${port}/keys`;
      const { status, body } = await house.call('POST', '/clients', {
        ...machine,
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: uri,
      });
      if (status !== 201) continue;
      const clientId = String(body.client_id);
      const { body: refused } = await present(await assertion({}, {}, key, clientId));
      expect([host, refused.error]).toEqual([host, 'invalid_client']);
    }
    expect(fetched).toBe(asked);
  });
});
