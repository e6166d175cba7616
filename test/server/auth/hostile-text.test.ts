// Text that no database keeps, no header carries and no page may show as it is: everywhere a stranger or a provider may
// put it, it is refused or escaped, and never ends in a failure of the server.

import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { clientId, codeRequest, configure, type House, openHouse, registerReader } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt, introspect, walk } from './authorize.ts';

const hostile = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\r\nX-Injected: yes',
  '"><script>alert(1)</script>',
  'x'.repeat(9_000),
];

forEachDatabase((_name, open) => {
  let house: House;

  beforeAll(async () => {
    house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
    await registerReader(house);
  });
  afterAll(() => house.close());

  /** Never a failure of the server, and nothing that a browser would take for ours. */
  async function expectCalm(what: string, url: URL | string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    expect([what, response.status < 500]).toEqual([what, true]);
    expect([what, response.headers.get('x-injected'), text.includes('<script>alert')]).toEqual([what, null, false]);
    expect([what, response.headers.get('location')?.includes('server_error') ?? false]).toEqual([what, false]);
  }

  test('in every parameter of the public endpoints', async () => {
    const { url } = await codeRequest(await configure(house));
    for (const value of hostile) {
      for (const name of [
        'client_id',
        'state',
        'scope',
        'audience',
        'login_hint',
        'nonce',
        'redirect_uri',
        'prompt',
        'claims',
      ]) {
        const spoilt = new URL(url);
        spoilt.searchParams.set(name, value);
        await expectCalm(`${name}=${JSON.stringify(value.slice(0, 20))}`, spoilt);
      }
      for (const [path, name] of [
        ['oauth2/device/verify', 'user_code'],
        ['oauth2/device/verify', 'device_verifier'],
        ['oauth2/sessions/logout', 'logout_verifier'],
        ['oauth2/sessions/logout', 'id_token_hint'],
        ['oauth2/fallbacks/error', 'error_description'],
      ]) {
        await expectCalm(`${path} ${name}`, `${house.issuer}${path}?${new URLSearchParams({ [String(name)]: value })}`);
      }
      for (const fields of [
        { grant_type: 'authorization_code', code: value, redirect_uri: value },
        { grant_type: 'refresh_token', refresh_token: value },
        { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: value },
        { grant_type: value },
        { grant_type: 'client_credentials', client_id: value },
        { grant_type: 'client_credentials', client_assertion: value, client_assertion_type: value },
      ]) {
        const body = new URLSearchParams({ client_id: clientId, ...fields });
        await expectCalm(JSON.stringify(fields).slice(0, 60), `${house.issuer}oauth2/token`, { method: 'POST', body });
      }
      const headers = { authorization: `Bearer ${new URLSearchParams({ value }).toString()}` };
      await expectCalm('userinfo', `${house.issuer}userinfo`, { headers });
    }
  });

  test('in challenges, subjects and everything else that providers send', async () => {
    const { url } = await codeRequest(await configure(house));
    for (const value of hostile) {
      const query = new URLSearchParams({ login_challenge: value });
      expect((await house.call('GET', `/oauth2/auth/requests/login?${query}`)).status).toBeLessThan(500);
      const challenge = (await browserAt(house).open(url)).url.searchParams.get('login_challenge') ?? '';
      const path = `/oauth2/auth/requests/login/accept?login_challenge=${challenge}`;
      for (const body of [
        { subject: value },
        { subject: 'ada', acr: value },
        { subject: 'ada', amr: [value] },
        { subject: 'ada', context: { [value]: value } },
        { subject: 'ada', force_subject_identifier: value },
      ]) {
        const reply = await house.call('PUT', path, body);
        expect([JSON.stringify(body).slice(0, 60), reply.status < 500]).toEqual([
          JSON.stringify(body).slice(0, 60),
          true,
        ]);
      }
    }
  });

  test('refusals and states travel to the client unharmed and without harm, by form as well', async () => {
    const config = await configure(house);
    const state = '"><script>alert(1)</script>&amp;';
    for (const mode of ['query', 'fragment', 'form_post']) {
      const { url } = await codeRequest(config, { state, response_mode: mode });
      const page = await browserAt(house).open(url);
      const challenge = page.url.searchParams.get('login_challenge');
      expect(challenge).not.toBeNull();
      const browser = browserAt(house);
      const again = (await browser.open(url)).url.searchParams.get('login_challenge');
      const refuse = await house.call('PUT', `/oauth2/auth/requests/login/reject?login_challenge=${again}`, {
        error: 'not today',
        error_description: '<script>alert(2)</script>\r\nX-Injected: yes',
      });
      const { url: end, html } = await browser.open(String(refuse.body.redirect_to));
      expect(html).not.toContain('<script>alert');
      const given = new URLSearchParams(mode === 'fragment' ? end.hash.slice(1) : end.search);
      if (mode !== 'form_post') expect([given.get('state'), given.get('error')]).toEqual([state, 'not today']);
      else expect(html).toContain('value="not today"');
    }
  });

  test('session data of the consent provider comes out as it went in', async () => {
    const odd = { 'a b': '\u{1f4da} \u2028 </script>', deep: { list: [1, null, { x: 'ü' }] } };
    const config = await configure(house);
    const { url, checks } = await codeRequest(config);
    const session = { id_token: odd, access_token: odd };
    const { visit } = await walk(house, url, { consent: { session } });
    const tokens = await client.authorizationCodeGrant(config, visit.url, checks);
    expect(tokens.claims()).toMatchObject(odd);
    expect((await introspect(house, tokens.access_token)).ext).toEqual(odd);
    expect(await client.fetchUserInfo(config, tokens.access_token, 'ada')).toMatchObject(odd);
  });
});
