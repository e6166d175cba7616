// The authorization endpoint and its challenges: remembered people, prompts, used and unknown challenges, strangers'
// browsers, refusals, and addresses that must not be redirected to.

import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { clientId, codeRequest, configure, openHouse, redirectUri, registerReader } from '../accounts/house.ts';
import { forEachDatabase, type OpenDatabase } from '../databases.ts';
import { authorize, browserAt, introspect, signIn, signInForTokens } from './authorize.ts';

async function prepare(open: OpenDatabase) {
  const house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
  await registerReader(house);
  return { house, config: await configure(house) };
}

const loginPath = '/oauth2/auth/requests/login';
const remembered = { login: { remember: true, remember_for: 600 }, consent: { remember: true } };

forEachDatabase((_name, open) => {
  test('a login request has the fields that login applications read', async () => {
    const { house, config } = await prepare(open);
    const { url } = await codeRequest(config, { login_hint: 'ad', acr_values: 'a b', ui_locales: 'en de' });
    const page = await browserAt(house).open(url);
    const challenge = page.url.searchParams.get('login_challenge') ?? '';
    const { status, body } = await house.call('GET', `${loginPath}?challenge=${challenge}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      challenge,
      skip: false,
      subject: '',
      requested_scope: ['openid', 'profile', 'offline_access'],
      requested_access_token_audience: ['octavo'],
      oidc_context: { login_hint: 'ad', acr_values: ['a', 'b'], ui_locales: ['en', 'de'] },
      client: { client_id: clientId, client_name: 'Octavo' },
      request_url: url.href,
    });
    await house.close();
  });

  test('challenges: unknown 404, used 409, outlived 410, unknown key 400, other subject 400', async () => {
    const { house, config } = await prepare(open);
    const get = (challenge: string) => house.call('GET', `${loginPath}?login_challenge=${challenge}`);
    expect(await get('unknown')).toMatchObject({ status: 404, body: { error: 'not_found', status_code: 404 } });
    expect((await house.call('GET', loginPath)).status).toBe(400);

    const browser = browserAt(house);
    const { url } = await codeRequest(config);
    const challenge = (await browser.open(url)).url.searchParams.get('login_challenge') ?? '';
    const accept = `${loginPath}/accept?login_challenge=${challenge}`;
    expect(await house.call('PUT', accept, { subject: 'ada', bogus: 1 })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Unknown key: "bogus".' },
    });
    expect((await house.call('PUT', accept, {})).status).toBe(400);
    const { body } = await house.call('PUT', accept, { subject: 'ada', remember: true });
    await browser.open(String(body.redirect_to));
    expect((await get(challenge)).status).toBe(409);
    expect((await house.call('PUT', accept, { subject: 'eve' })).status).toBe(409);

    const late = (await browserAt(house).open(url)).url.searchParams.get('login_challenge') ?? '';
    await house.database.kysely
      .updateTable('oauth_request')
      .set({ expires_at: 1 })
      .where('challenge', '=', late)
      .execute();
    expect(await get(late)).toMatchObject({ status: 410, body: { error: 'gone' } });
    await house.close();
  });

  test('another browser cannot resume, and the same one only once', async () => {
    const { house, config } = await prepare(open);
    const browser = browserAt(house);
    const { url } = await codeRequest(config);
    const challenge = (await browser.open(url)).url.searchParams.get('login_challenge') ?? '';
    const { body } = await house.call('PUT', `${loginPath}/accept?login_challenge=${challenge}`, { subject: 'ada' });
    const stranger = await browserAt(house).open(String(body.redirect_to));
    expect(stranger.url.pathname).toBe('/oauth2/fallbacks/error');
    const own = await browser.open(String(body.redirect_to));
    expect(own.url.searchParams.get('consent_challenge')).not.toBeNull();
    const again = await browser.open(String(body.redirect_to));
    expect(again.url.pathname).toBe('/oauth2/fallbacks/error');
    await house.close();
  });

  test('remembered: skipped next time, for nobody else, and not after the session was ended', async () => {
    const { house, config } = await prepare(open);
    const browser = browserAt(house);
    await signIn(house, remembered, browser);
    const { url } = await codeRequest(config);
    const login = (await browser.open(url)).url.searchParams.get('login_challenge') ?? '';
    const { body } = await house.call('GET', `${loginPath}?login_challenge=${login}`);
    expect(body).toMatchObject({ skip: true, subject: 'ada' });
    const other = await house.call('PUT', `${loginPath}/accept?login_challenge=${login}`, { subject: 'eve' });
    expect(other.status).toBe(400);
    const silent = await codeRequest(config, { prompt: 'none' });
    expect((await authorize(house, silent.url, {}, browser)).searchParams.get('code')).not.toBeNull();
    const asked = await codeRequest(config, { prompt: 'login' });
    const again = (await browser.open(asked.url)).url.searchParams.get('login_challenge') ?? '';
    expect((await house.call('GET', `${loginPath}?login_challenge=${again}`)).body.skip).toBe(false);

    await house.call('DELETE', '/oauth2/auth/sessions/login?subject=ada');
    const after = (await browser.open(url)).url.searchParams.get('login_challenge') ?? '';
    expect((await house.call('GET', `${loginPath}?login_challenge=${after}`)).body.skip).toBe(false);
    await house.close();
  });

  test('an unremembered sign-in leaves nothing behind, and another person may follow', async () => {
    const { house, config } = await prepare(open);
    const browser = browserAt(house);
    await signIn(house, {}, browser);
    const silent = await codeRequest(config, { prompt: 'none' });
    expect((await authorize(house, silent.url, {}, browser)).searchParams.get('error')).toBe('login_required');
    const { callback, request } = await signIn(house, { login: { subject: 'bob' } }, browser);
    const tokens = await client.authorizationCodeGrant(config, callback, request.checks);
    expect(tokens.claims()?.sub).toBe('bob');
    await house.close();
  });

  test('prompt=none without an earlier consent answers consent_required', async () => {
    const { house, config } = await prepare(open);
    const browser = browserAt(house);
    await signIn(house, { login: { remember: true } }, browser);
    const { url } = await codeRequest(config, { prompt: 'none' });
    expect((await authorize(house, url, {}, browser)).searchParams.get('error')).toBe('consent_required');
    await house.close();
  });

  test('refusing the login or the consent goes back to the client with its state', async () => {
    const { house, config } = await prepare(open);
    for (const reject of ['login', 'consent'] as const) {
      const { url, checks } = await codeRequest(config);
      const callback = await authorize(house, url, { reject });
      expect(callback.origin + callback.pathname).toBe(redirectUri);
      expect(Object.fromEntries(callback.searchParams)).toMatchObject({
        error: 'access_denied',
        error_description: 'No, thanks.',
        state: checks.expectedState,
      });
    }
    await house.close();
  });

  test('nothing is granted that was not asked for, and reserved claims stay the server’s', async () => {
    const { house, config } = await prepare(open);
    const more = [
      { consent: { grant_scope: ['openid', 'admin'] } },
      { consent: { grant_access_token_audience: ['octavo', 'other'] } },
      { consent: { session: { id_token: { sub: 'eve' } } } },
    ];
    for (const decisions of more) {
      const { url } = await codeRequest(config);
      await expect(authorize(house, url, decisions)).rejects.toThrow('invalid_request');
    }
    const { url } = await codeRequest(config, { scope: 'openid admin' });
    expect((await authorize(house, url)).searchParams.get('error')).toBe('invalid_scope');
    const { url: elsewhere } = await codeRequest(config, { audience: 'other' });
    expect((await authorize(house, elsewhere)).searchParams.get('error')).toBe('invalid_request');
    await house.close();
  });

  test('only registered redirect URIs are ever redirected to; loopback ports may vary', async () => {
    const { house, config } = await prepare(open);
    const hostile = [
      'https://evil.example/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1@evil.example/callback',
      'http://127.0.0.1:1/other',
      'http://localhost/callback',
      'javascript:alert(1)',
      '//evil.example',
      'http://127.0.0.1/callback/../x',
    ];
    for (const uri of hostile) {
      const { url } = await codeRequest(config, { redirect_uri: uri });
      const page = await browserAt(house).open(url);
      expect(page.url.origin + page.url.pathname).toBe(`${house.issuer}oauth2/fallbacks/error`);
    }
    const { url } = await codeRequest(config, { client_id: 'nobody' });
    expect((await browserAt(house).open(url)).url.pathname).toBe('/oauth2/fallbacks/error');
    const { url: weak } = await codeRequest(config, { state: 'short' });
    expect((await authorize(house, weak)).searchParams.get('error')).toBe('invalid_state');
    const { url: token } = await codeRequest(config, { response_type: 'token' });
    expect((await browserAt(house).open(token)).url.href).toContain('error=unsupported_response_type');
    await house.close();
  });

  test('the error page escapes what it is told', async () => {
    const { house } = await prepare(open);
    const page = await browserAt(house).open(`${house.issuer}oauth2/fallbacks/error?error=<script>alert(1)</script>`);
    expect(page.status).toBe(400);
    expect(page.html).not.toContain('<script>');
    await house.close();
  });

  test('the authorization endpoint takes a form as well', async () => {
    const { house, config } = await prepare(open);
    const { url } = await codeRequest(config);
    const page = await browserAt(house).open(`${house.issuer}oauth2/auth`, { method: 'POST', body: url.searchParams });
    expect(page.url.searchParams.get('login_challenge')).not.toBeNull();
    await house.close();
  });

  test('behind a proxy that serves https, addresses and cookies are those of the issuer', async () => {
    const database = await open<AuthTables & AccountTables>(authMigrations, accountMigrations);
    const house = await openHouse(database, { issuer: 'https://auth.example/' });
    await registerReader(house);
    const discovery = await (await fetch(`${house.public}/.well-known/openid-configuration`)).json();
    expect(discovery).toMatchObject({
      issuer: 'https://auth.example/',
      token_endpoint: 'https://auth.example/oauth2/token',
      device_authorization_endpoint: 'https://auth.example/oauth2/device/auth',
    });
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      state: 'long enough',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const reply = await fetch(`${house.public}/oauth2/auth?${query}`, { redirect: 'manual' });
    expect(reply.status).toBe(303);
    const cookies = reply.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/);
    await house.close();
  });

  test('consents are listed by person and revoked with their tokens, for one client or all', async () => {
    const { house } = await prepare(open);
    const { tokens } = await signInForTokens(house, remembered);
    const list = await fetch(`${house.admin}/oauth2/auth/sessions/consent?subject=ada&limit=1`);
    expect(list.headers.get('link')).toContain('rel="first"');
    expect(await list.json()).toMatchObject([
      { grant_scope: ['openid', 'profile', 'offline_access'], remember: true, consent_request: { subject: 'ada' } },
    ]);
    await house.call('DELETE', '/oauth2/auth/sessions/consent?subject=ada&client=other');
    expect((await introspect(house, tokens.access_token)).active).toBe(true);
    await house.call('DELETE', `/oauth2/auth/sessions/login?subject=ada&client=${clientId}`);
    expect((await introspect(house, tokens.access_token)).active).toBe(false);
    expect(await (await fetch(`${house.admin}/oauth2/auth/sessions/consent?subject=ada`)).json()).toEqual([]);
    await house.close();
  });

  test('login sessions are listed by person', async () => {
    const { house } = await prepare(open);
    await signIn(house, remembered);
    const list = await (await fetch(`${house.admin}/oauth2/auth/sessions/login?subject=ada`)).json();
    expect(list).toMatchObject([{ subject: 'ada', remember: true, clients: [clientId] }]);
    await house.close();
  });
});
