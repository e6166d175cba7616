// The administrative listener: clients, keys and their rotation, flat errors, paging, flush, health, and logout.

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { clientId, codeRequest, configure, openHouse, registerReader } from '../accounts/house.ts';
import { forEachDatabase, type OpenDatabase } from '../databases.ts';
import { browserAt, introspect, signIn, signInForTokens } from './authorize.ts';

async function prepare(open: OpenDatabase) {
  const house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
  await registerReader(house);
  return house;
}

/** The status of a request under another name, which fetch does not let through. */
async function statusAs(address: string, host: string): Promise<number | undefined> {
  const asked = get(`${address}/clients`, { headers: { host } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

forEachDatabase((_name, open) => {
  test('clients are created, read, replaced and deleted', async () => {
    const house = await prepare(open);
    const body = { client_id: 'web', redirect_uris: ['https://app.example/cb'], metadata: { team: 'a' } };
    const made = await house.call('POST', '/clients', body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ id: 'web', grant_types: ['authorization_code'], response_types: ['code'] });
    expect(String(made.body.client_secret).length).toBeGreaterThan(40);
    expect((await house.call('POST', '/clients', body)).body).toMatchObject({ error: 'conflict', status_code: 409 });
    const read = await house.call('GET', '/clients/web');
    expect(read.body).toMatchObject({ metadata: { team: 'a' } });
    expect(read.body.client_secret).toBeUndefined();
    const replaced = await house.call('PUT', '/clients/web', { ...read.body, client_name: 'Web' });
    expect(replaced.body).toMatchObject({ client_name: 'Web' });
    expect(replaced.body.client_secret).toBeUndefined();
    expect((await house.call('DELETE', '/clients/web')).status).toBe(204);
    expect((await house.call('GET', '/clients/web')).body).toMatchObject({ error: 'not_found', status_code: 404 });
    expect((await house.call('DELETE', '/clients/web')).status).toBe(404);
    await house.close();
  });

  test('a web page reaches the administration neither by a form nor by a name of its own', async () => {
    const house = await prepare(open);
    const form = new URLSearchParams({ client_id: 'evil', scope: 'openid' });
    for (const name of ['redirect_uris', 'redirect_uris']) form.append(name, 'https://evil.example/cb');
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const reply = await fetch(`${house.admin}/clients`, { method: 'POST', headers, body: form });
      expect([reply.status, await reply.json()]).toMatchObject([403, { error: 'access_denied' }]);
    }
    expect(await statusAs(house.admin, `evil.example:${new URL(house.admin).port}`)).toBe(403);
    expect(await statusAs(house.admin, `localhost:${new URL(house.admin).port}`)).toBe(200);
    expect((await house.call('GET', '/clients/evil')).status).toBe(404);
    await house.close();
  });

  test('bad clients are refused and nothing is stored', async () => {
    const house = await prepare(open);
    const bad: [object, string][] = [
      [{ bogus: true, other: 1 }, 'invalid_request'],
      [{ redirect_uris: 'https://app.example/cb' }, 'invalid_request'],
      [{ redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['https://app.example/cb#x'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['https://app.example/cb'], grant_types: ['nonsense'] }, 'invalid_client_metadata'],
      [{ token_endpoint_auth_method: 'client_secret_jwt' }, 'invalid_request'],
    ];
    for (const [body, error] of bad) {
      const reply = await house.call('POST', '/clients', body);
      expect(reply).toMatchObject({ status: 400, body: { error, status_code: 400 } });
    }
    const list = await (await fetch(`${house.admin}/clients`)).json();
    expect(list).toHaveLength(1);
    await house.close();
  });

  test('lists are paged with a Link header', async () => {
    const house = await prepare(open);
    for (const id of ['a', 'b', 'c']) {
      await house.call('POST', '/clients', { client_id: id, redirect_uris: ['https://app.example/cb'] });
    }
    const response = await fetch(`${house.admin}/clients?limit=2&offset=1`);
    expect(((await response.json()) as { client_id: string }[]).map((one) => one.client_id)).toEqual(['b', 'c']);
    expect(response.headers.get('x-total-count')).toBe('4');
    expect(response.headers.get('link')).toContain('</clients?limit=2&offset=3>; rel="next"');
    for (const query of ['limit=0', 'limit=-1', 'limit=x', 'offset=1.5', 'limit=1&limit=2']) {
      expect((await fetch(`${house.admin}/clients?${query}`)).status).toBe(400);
    }
    await house.close();
  });

  test('a new key signs at once, the old one keeps verifying, and private keys stay sealed', async () => {
    const house = await prepare(open);
    const before = await signInForTokens(house);
    const made = await house.call('POST', '/keys/authsrv.openid.id-token', { alg: 'RS256', use: 'sig', kid: 'second' });
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain('"d"');
    const after = await signInForTokens(house);
    const kid = decodeProtectedHeader(after.tokens.id_token ?? '').kid;
    expect(kid).toBe('authsrv.openid.id-token:public:second');
    const { keys } = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[];
    };
    expect(keys.map((key) => key.kid)).toEqual([kid, decodeProtectedHeader(before.tokens.id_token ?? '').kid]);
    const refreshed = await client.refreshTokenGrant(before.config, before.tokens.refresh_token ?? '');
    expect(refreshed.claims()?.sub).toBe('ada');

    const other = await house.call('POST', '/jwks/mine', { alg: 'ES512', use: 'sig', kid: 'k' });
    expect((other.body.keys as { kid: string }[]).map((key) => key.kid)).toEqual(['private:k', 'public:k']);
    expect((await house.call('POST', '/jwks/mine', { alg: 'ES512', use: 'sig', kid: 'k' })).status).toBe(409);
    expect((await house.call('POST', '/jwks/mine', { alg: 'none', use: 'sig' })).status).toBe(400);
    const secret = await house.call('POST', '/jwks/shared', { alg: 'HS256', use: 'sig' });
    const [{ k = '' } = {}] = secret.body.keys as { k?: string }[];
    expect(Buffer.from(k, 'base64url')).toHaveLength(32);
    expect(await (await fetch(`${house.admin}/jwks`)).json()).toEqual(['authsrv.openid.id-token', 'mine', 'shared']);
    const rows = await house.database.kysely.selectFrom('oauth_key').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/"d\\?"|\\?"k\\?":/);
    expect(JSON.stringify(rows)).not.toContain(k);
    await house.close();
  });

  test('errors are flat everywhere', async () => {
    const house = await prepare(open);
    for (const address of [`${house.admin}/nothing`, `${house.issuer}nothing`]) {
      const response = await fetch(address);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: 'not_found', status_code: 404 });
    }
    for (const address of [`${house.admin}/oauth2/introspect`, `${house.issuer}oauth2/token`]) {
      const response = await fetch(address);
      expect(response.headers.get('allow')).toContain('POST');
      expect(await response.json()).toMatchObject({ error: 'method_not_allowed', status_code: 405 });
    }
    const malformed = await fetch(`${house.admin}/clients`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(await malformed.json()).toMatchObject({ error: 'invalid_request', status_code: 400 });
    const token = await fetch(`${house.issuer}oauth2/token`, { method: 'POST', headers: { accept: 'text/html' } });
    expect(await token.json()).toMatchObject({ error: 'invalid_request', status_code: 400 });
    const userinfo = await fetch(`${house.issuer}userinfo`, { headers: { authorization: 'Bearer x' } });
    expect(userinfo.headers.get('www-authenticate')).toContain('invalid_token');
    expect(await userinfo.json()).toMatchObject({ error: 'invalid_token', status_code: 401 });
    await house.close();
  });

  test('flush removes what is over and keeps what lives', async () => {
    const house = await prepare(open);
    const { tokens } = await signInForTokens(house);
    await house.database.kysely
      .updateTable('oauth_record')
      .set({ expires_at: 1 })
      .where('kind', '=', 'AuthorizationCode')
      .execute();
    expect((await house.call('POST', '/oauth2/flush', { notAfter: 'nonsense' })).status).toBe(400);
    expect((await house.call('POST', '/oauth2/flush', { notAfter: new Date().toISOString() })).status).toBe(204);
    const kinds = await house.database.kysely.selectFrom('oauth_record').select('kind').execute();
    expect(kinds.map((row) => row.kind)).not.toContain('AuthorizationCode');
    expect((await introspect(house, tokens.access_token)).active).toBe(true);
    expect((await introspect(house, tokens.refresh_token ?? '')).active).toBe(true);
    await house.close();
  });

  test('health and version', async () => {
    const house = await prepare(open);
    expect(await house.call('GET', '/health/alive')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await house.call('GET', '/health/ready')).toMatchObject({ status: 200 });
    expect(await house.call('GET', '/version')).toMatchObject({ status: 200, body: { version: 'test' } });
    await house.close();
  });

  test('a client signs its person out: challenge, answer, and back to the client', async () => {
    const house = await prepare(open);
    const bye = 'http://127.0.0.1/bye';
    await registerReader(house, { client_id: 'leaving', post_logout_redirect_uris: [bye] });
    const config = await configure(house, 'leaving');
    const browser = browserAt(house);
    const { url, checks } = await codeRequest(config);
    const { callback } = await signIn(house, { login: { remember: true } }, browser);
    expect(callback.searchParams.get('code')).not.toBeNull();
    const page = await browser.open(url);
    const login = page.url.searchParams.get('login_challenge') ?? '';
    const accepted = await house.call('PUT', `/oauth2/auth/requests/login/accept?login_challenge=${login}`, {
      subject: 'ada',
    });
    const consent = (await browser.open(String(accepted.body.redirect_to))).url.searchParams.get('consent_challenge');
    const agreed = await house.call('PUT', `/oauth2/auth/requests/consent/accept?consent_challenge=${consent}`, {
      grant_scope: ['openid'],
    });
    const back = (await browser.open(String(agreed.body.redirect_to))).url;
    const tokens = await client.authorizationCodeGrant(config, back, checks);
    const end = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: bye,
      state: 'left-behind',
    });
    const asked = (await browser.open(end)).url;
    const challenge = asked.searchParams.get('logout_challenge') ?? '';
    const path = '/oauth2/auth/requests/logout';
    const read = await house.call('GET', `${path}?logout_challenge=${challenge}`);
    expect(read.body).toMatchObject({ subject: 'ada', rp_initiated: true });
    const answer = await house.call('PUT', `${path}/accept?logout_challenge=${challenge}`);
    const stranger = await browserAt(house).open(String(answer.body.redirect_to));
    expect(stranger.url.pathname).toBe('/oauth2/fallbacks/error');
    const second = (await browser.open(end)).url.searchParams.get('logout_challenge');
    const again = await house.call('PUT', `${path}/accept?logout_challenge=${second}`);
    const gone = await browser.open(String(again.body.redirect_to));
    expect(gone.url.href).toBe(`${bye}?state=left-behind`);
    const silent = await codeRequest(config, { prompt: 'none' });
    expect((await browser.open(silent.url)).url.searchParams.get('error')).toBe('login_required');
    expect((await house.call('GET', `${path}?logout_challenge=${second}`)).status).toBe(409);
    await house.close();
  });

  test('an unregistered address is never returned to after signing out', async () => {
    const house = await prepare(open);
    const { tokens } = await signInForTokens(house);
    const end = new URL(`${house.issuer}oauth2/sessions/logout`);
    end.searchParams.set('id_token_hint', tokens.id_token ?? '');
    end.searchParams.set('client_id', clientId);
    end.searchParams.set('post_logout_redirect_uri', 'https://evil.example/');
    expect((await browserAt(house).open(end)).url.pathname).toBe('/oauth2/fallbacks/error');
    await house.close();
  });
});
