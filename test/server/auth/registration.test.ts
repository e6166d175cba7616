// Clients that register and manage themselves: what they may say, who may change them, and what abusers try.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../server/base/database/database.ts';
import { type House, openHouse } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt } from './authorize.ts';
import { ClientSite } from './client-site.ts';
import { callback } from './conformance/relying-party.ts';
import { allowingRegistration, manage, register, registerParty } from './registration-party.ts';

const redirects = { redirect_uris: [callback] };

forEachDatabase((_name, open) => {
  let house: House;

  beforeAll(async () => {
    const database = await open<AuthTables & AccountTables>(authMigrations, accountMigrations);
    house = await openHouse(database, {
      ...allowingRegistration,
      outgoingAddresses: [],
      anonymousRequestsPerMinute: 0,
    });
  });
  afterAll(() => house.close());

  test('a client is registered with what it asked for and defaults for the rest', async () => {
    const { status, body } = await register(house, {
      ...redirects,
      client_name: 'Self-made',
      scope: 'openid profile admin',
      contacts: ['ada@example.org'],
      logo_uri: null,
      nobody_knows: { this: 'field' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_name: 'Self-made',
      redirect_uris: [callback],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'openid profile',
      client_secret_expires_at: 0,
    });
    expect(String(body.client_secret).length).toBeGreaterThan(40);
    expect(String(body.registration_access_token).length).toBeGreaterThan(40);
    expect(body.registration_client_uri).toBe(`${house.issuer}oauth2/register/${body.client_id}`);
    expect(Number(body.client_id_issued_at)).toBeGreaterThan(1_700_000_000);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['nobody_knows']));
    const rows = await house.database.kysely.selectFrom('oauth_registration').selectAll().execute();
    const clients = await house.database.kysely.selectFrom('oauth_client').selectAll().execute();
    const stored = JSON.stringify([rows, clients]);
    expect(stored).not.toContain(body.registration_access_token);
    expect(stored).not.toContain(body.client_secret);
  });

  test('what only an operator may grant is not given to who asks for it', async () => {
    const mine = { client_id: 'chosen', client_secret: 'chosen-secret', id: 'chosen', client_secret_expires_at: 1 };
    const privileges = {
      audience: ['https://api.example/'],
      owner: 'root',
      access_token_strategy: 'jwt',
      metadata: { a: 1 },
    };
    const origins = { allowed_cors_origins: ['https://evil.example'] };
    const { body } = await register(house, {
      ...redirects,
      ...mine,
      ...privileges,
      ...origins,
      scope: 'openid admin.*',
    });
    const { body: client } = await house.call('GET', `/clients/${body.client_id}`);
    expect(client).toMatchObject({ audience: [], scope: 'openid', client_secret_expires_at: 0 });
    for (const name of ['owner', 'access_token_strategy', 'metadata', 'allowed_cors_origins']) {
      expect(client[name], name).toBeUndefined();
    }
    expect([body.client_id === 'chosen', body.client_secret === 'chosen-secret']).toEqual([false, false]);
  });

  test('a client reads, replaces and deletes itself; its token changes with each replacement', async () => {
    const { rp, registered } = await registerParty(house, {
      client_name: 'First',
      logo_uri: 'https://rp.example/logo',
    });
    const { registration_client_uri: uri, registration_access_token: first, client_id, client_secret } = registered;
    const read = await manage('GET', uri, first);
    expect(read).toMatchObject({
      status: 200,
      body: { client_id, client_name: 'First', registration_access_token: first },
    });
    expect(read.body).not.toHaveProperty('client_secret');

    const change = { ...redirects, client_id, client_secret, client_name: 'Second' };
    const replaced = await manage('PUT', uri, first, change);
    expect(replaced).toMatchObject({ status: 200, body: { client_name: 'Second' } });
    expect(replaced.body).not.toHaveProperty('logo_uri');
    expect(replaced.body).not.toHaveProperty('client_secret');
    const second = replaced.body.registration_access_token;
    expect(second).not.toBe(first);
    const answer = await rp.authorize();
    expect((await rp.tokens(answer)).access_token).toBeTypeOf('string');

    // The reply with the second token may have been lost, until somebody shows that it was not.
    const again = await manage('PUT', uri, first, { ...change, client_name: 'Third' });
    const third = again.body.registration_access_token;
    expect([again.status, (await manage('GET', uri, second)).status]).toEqual([200, 401]);
    expect((await manage('GET', uri, third)).body.client_name).toBe('Third');
    expect((await manage('GET', uri, first)).status).toBe(401);

    expect((await manage('DELETE', uri, third)).status).toBe(204);
    expect((await manage('GET', uri, third)).status).toBe(401);
    expect((await manage('DELETE', uri, third)).status).toBe(401);
    expect((await house.call('GET', `/clients/${client_id}`)).status).toBe(404);
    const late = await rp.ask(rp.url());
    expect(late.mode).toBe('page');
  });

  test('a native client may send back what it read', async () => {
    const addresses = { redirect_uris: ['com.example.app:/cb', 'http://127.0.0.1/cb'], application_type: 'native' };
    const { status, body: made } = await register(house, { ...addresses, token_endpoint_auth_method: 'none' });
    expect([status, made.application_type]).toEqual([201, 'native']);
    const { registration_client_uri: uri, registration_access_token: token } = made;
    const { registration_client_uri, registration_access_token, client_id_issued_at, ...read } = (
      await manage('GET', uri, token)
    ).body;
    expect(read).toMatchObject(addresses);
    expect(await manage('PUT', uri, token, read)).toMatchObject({ status: 200, body: addresses });
  });

  test('a client that takes on another method gets its first secret, or loses the one it had', async () => {
    const { registered } = await registerParty(house, { token_endpoint_auth_method: 'none' });
    const { registration_client_uri: uri, registration_access_token: token, client_id } = registered;
    expect(registered).not.toHaveProperty('client_secret');
    const body = { ...redirects, client_id };
    const secret = await manage('PUT', uri, token, { ...body, token_endpoint_auth_method: 'client_secret_post' });
    expect(secret.body).toMatchObject({ client_secret: expect.any(String), client_secret_expires_at: 0 });
    const next = secret.body.registration_access_token;
    const open = await manage('PUT', uri, next, { ...body, token_endpoint_auth_method: 'none' });
    expect(open.body).not.toHaveProperty('client_secret');
    expect((await house.call('GET', `/clients/${client_id}`)).body.token_endpoint_auth_method).toBe('none');
  });

  test('a replacement has to be the client’s own, and names nothing of the server', async () => {
    const { registered } = await registerParty(house);
    const { registration_client_uri: uri, registration_access_token: token, client_id } = registered;
    const wrong: object[] = [
      redirects,
      { ...redirects, client_id: 'other' },
      { ...redirects, client_id, client_secret: 'guessed' },
      { ...redirects, client_id, registration_access_token: token },
      { ...redirects, client_id, registration_client_uri: uri },
      { ...redirects, client_id, client_id_issued_at: 1 },
      { ...redirects, client_id, client_secret_expires_at: 0 },
      { ...redirects, client_id, grant_types: ['client_credentials'] },
    ];
    for (const body of wrong) expect((await manage('PUT', uri, token, body)).status, JSON.stringify(body)).toBe(400);
    expect((await manage('GET', uri, token)).body).toMatchObject({ redirect_uris: [callback] });
  });

  test('the token of one client is nothing to another, and administered clients have none', async () => {
    const [mine, yours] = [(await registerParty(house)).registered, (await registerParty(house)).registered];
    await house.call('POST', '/clients', { client_id: 'administered', ...redirects });
    const addresses = [yours.registration_client_uri, `${house.issuer}oauth2/register/administered`];
    for (const uri of [...addresses, `${house.issuer}oauth2/register/unknown`]) {
      const change = { ...redirects, client_id: String(uri).split('/').at(-1) };
      const refused = { status: 401, body: { error: 'invalid_token', status_code: 401 } };
      for (const token of [mine.registration_access_token, '', 'undefined', 'x'.repeat(43)]) {
        expect(await manage('GET', uri, token)).toMatchObject(refused);
        expect(await manage('PUT', uri, token, change)).toMatchObject(refused);
        expect(await manage('DELETE', uri, token)).toMatchObject(refused);
      }
    }
    const bare = await fetch(String(mine.registration_client_uri));
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
    expect((await manage('GET', yours.registration_client_uri, yours.registration_access_token)).status).toBe(200);
  });

  test('a client that the administration deletes and makes again is not its former owner’s', async () => {
    const { registered } = await registerParty(house);
    const { registration_client_uri: uri, registration_access_token: token, client_id } = registered;
    await house.call('DELETE', `/clients/${client_id}`);
    await house.call('POST', '/clients', { client_id, ...redirects });
    expect((await manage('DELETE', uri, token)).status).toBe(401);
    expect((await house.call('GET', `/clients/${client_id}`)).status).toBe(200);
  });

  test('many replacements at once leave one client and a token that opens it', async () => {
    const { registered } = await registerParty(house);
    const { registration_client_uri: uri, registration_access_token: token, client_id } = registered;
    const names = ['a', 'b', 'c', 'd'];
    const replies = await Promise.all(
      names.map((client_name) => manage('PUT', uri, token, { ...redirects, client_id, client_name })),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    const tokens = replies.map((reply) => reply.body.registration_access_token);
    const opened = await Promise.all(tokens.map(async (one) => (await manage('GET', uri, one)).status));
    expect(opened.filter((status) => status === 200)).toHaveLength(1);
  });

  test('metadata that makes no sense is refused by name, and nothing is stored', async () => {
    const before = (await house.database.kysely.selectFrom('oauth_client').select('client_id').execute()).length;
    const key = { kty: 'RSA', n: 'abc', e: 'AQAB' };
    const wrong: [object, string][] = [
      [{}, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: 'https://rp.example/' }, 'invalid_client_metadata'],
      [{ redirect_uris: ['http://rp.example/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['http://localhost/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['com.example:/cb'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['https://localhost/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)'], application_type: 'native' }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['http://rp.example/'], application_type: 'native' }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['https://a:b@rp.example/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['/callback'] }, 'invalid_redirect_uri'],
      [{ ...redirects, post_logout_redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
      [{ ...redirects, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [{ ...redirects, scope: 'admin root' }, 'invalid_client_metadata'],
      [{ ...redirects, response_types: ['nonsense'] }, 'invalid_client_metadata'],
      [{ ...redirects, token_endpoint_auth_method: 'client_secret_jwt' }, 'invalid_client_metadata'],
      [{ ...redirects, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ ...redirects, subject_type: 'pairwise' }, 'invalid_client_metadata'],
      [{ ...redirects, jwks: { keys: [key] }, jwks_uri: 'https://rp.example/jwks' }, 'invalid_client_metadata'],
      [{ ...redirects, jwks: { keys: [{ ...key, d: 'private' }] } }, 'invalid_client_metadata'],
      [{ ...redirects, jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }, 'invalid_client_metadata'],
      [{ ...redirects, jwks_uri: 'http://rp.example/jwks' }, 'invalid_client_metadata'],
      [{ ...redirects, logo_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
      [{ ...redirects, contacts: ['nobody'] }, 'invalid_client_metadata'],
      [{ ...redirects, id_token_signed_response_alg: 'HS256' }, 'invalid_client_metadata'],
      [{ ...redirects, frontchannel_logout_uri: 'https://elsewhere.example/out' }, 'invalid_client_metadata'],
      [{ ...redirects, backchannel_logout_uri: 'http://rp.example/out' }, 'invalid_client_metadata'],
      [{ ...redirects, client_name: 'x'.repeat(300) }, 'invalid_client_metadata'],
      [{ redirect_uris: Array.from({ length: 101 }, (_, index) => `${callback}/${index}`) }, 'invalid_client_metadata'],
    ];
    for (const [body, error] of wrong) {
      expect(await register(house, body), JSON.stringify(body).slice(0, 120)).toMatchObject({
        status: 400,
        body: { error, status_code: 400 },
      });
    }
    for (const body of [[], 'text', 5, null]) expect((await register(house, body)).status).toBe(400);
    const after = await house.database.kysely.selectFrom('oauth_client').select('client_id').execute();
    expect(after).toHaveLength(before);
  });

  test('oversized and deeply nested bodies are refused', async () => {
    const send = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${house.issuer}oauth2/register`, { method: 'POST', headers, body })).status;
    };
    expect(await send(JSON.stringify({ ...redirects, client_name: 'x'.repeat(70_000) }))).toBe(413);
    expect(await send(`{"jwks":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).toBe(400);
    expect(await send('{"redirect_uris":["https://rp.example/"],"__proto__":{"scope":"admin"}}')).toBeLessThan(500);
    expect(await send('{')).toBe(400);
  });

  test('text that no database keeps is refused and breaks nothing', async () => {
    for (const value of ['\u0000', 'a\u0000b', '\ud800', '\r\nx-injected: yes']) {
      for (const name of ['client_name', 'scope', 'logo_uri', 'token_endpoint_auth_method']) {
        const { status } = await register(house, { ...redirects, [name]: value });
        expect(status, `${name} ${JSON.stringify(value)}`).toBeLessThan(500);
      }
      const uri = `${house.issuer}oauth2/register/${encodeURIComponent(value.toWellFormed())}`;
      for (const method of ['GET', 'DELETE']) {
        expect([400, 401]).toContain((await manage(method, uri, 'x'.repeat(43))).status);
      }
    }
  });

  test('addresses of key sets and sectors never lead into the network', async () => {
    const site = await ClientSite.open();
    site.pages.set('/list', [callback]);
    const named = `${site.origin}/list`;
    for (const uri of ['https://127.0.0.1/x', 'https://2130706433/x', 'https://[::ffff:10.0.0.1]/x', named]) {
      const reply = await register(house, { ...redirects, sector_identifier_uri: uri });
      expect(reply, uri).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } });
    }
    // A name is looked up when its keys are needed.
    const { rp } = await registerParty(house, { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: named });
    const assertion = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln';
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const fields = { grant_type: 'authorization_code', code: 'x', client_id: rp.clientId };
    const body = new URLSearchParams({ ...fields, client_assertion_type: type, client_assertion: assertion });
    expect((await fetch(`${house.issuer}oauth2/token`, { method: 'POST', body })).status).toBe(401);
    expect(site.asked).toEqual([]);
    site.close();
  });
});

test('registration is off unless it is turned on', async () => {
  const house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  expect((await register(house, redirects)).status).toBe(404);
  expect((await manage('GET', `${house.issuer}oauth2/register/x`, 'x')).status).toBe(404);
  const discovery = await fetch(`${house.issuer}.well-known/openid-configuration`);
  expect(await discovery.json()).not.toHaveProperty('registration_endpoint');
  await house.close();
  await house.database.close();
});

test('an initial access token is asked for where there is one, redirects are not followed, and one address is limited', async () => {
  const site = await ClientSite.open();
  const registration = { ...allowingRegistration.registration, initialAccessToken: 'the-token-of-the-operator' };
  const change = { ...allowingRegistration, registration, anonymousRequestsPerMinute: 12 };
  const house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'), change);
  for (const given of ['', 'Bearer wrong', 'Basic dGhlLXRva2Vu', 'Bearer the-token-of-the-operator ', 'Bearer']) {
    const reply = await register(house, redirects, given ? { authorization: given } : {});
    if (given.endsWith('operator ')) expect(reply.status).toBe(201);
    else expect(reply).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
  }
  const headers = { authorization: 'Bearer the-token-of-the-operator' };
  site.pages.set('/away', new URL('/list', site.origin));
  site.pages.set('/list', [callback]);
  site.pages.set('/large', 'x'.repeat(200_000));
  for (const path of ['/away', '/large', '/missing']) {
    const body = { ...redirects, sector_identifier_uri: site.origin + path };
    expect((await register(house, body, headers)).body.error, path).toBe('invalid_client_metadata');
  }
  expect(site.asked).toEqual(['/away', '/large', '/missing']);
  const statuses: number[] = [];
  for (let count = 0; count < 8; count++) statuses.push((await register(house, redirects, headers)).status);
  expect(statuses).toEqual([201, 201, 201, 201, 429, 429, 429, 429]);
  expect((await browserAt(house).open(`${house.issuer}health/alive`)).status).toBe(200);
  site.close();
  await house.close();
  await house.database.close();
});
