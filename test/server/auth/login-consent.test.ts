// Login and consent by challenge: what each side may send, how often, for how long, and what a browser with several
// pages or several people goes through.

import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import type { Browser } from '../accounts/browser.ts';
import { codeRequest, configure, type House, openHouse, registerReader } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt, introspect, walk } from './authorize.ts';
import { consentPath, loginPath, Providers, passSeconds, remembered } from './providers.ts';

forEachDatabase((_name, open) => {
  let house: House;
  let config: client.Configuration;
  let providers: Providers;

  beforeAll(async () => {
    house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
    await registerReader(house);
    config = await configure(house);
    providers = new Providers(house, config);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => house.close());

  test('both names of each challenge are understood, in every call', async () => {
    const browser = browserAt(house);
    const login = await providers.challengeOf(browser);
    for (const name of ['challenge', 'login_challenge']) {
      expect((await house.call('GET', `${loginPath}?${name}=${login}`)).body.challenge).toBe(login);
    }
    const accept = await house.call('PUT', `${loginPath}/accept?challenge=${login}`, { subject: 'ada' });
    const consent = await providers.consentAfter(browser, String(accept.body.redirect_to));
    for (const name of ['challenge', 'consent_challenge']) {
      expect((await house.call('GET', `${consentPath}?${name}=${consent}`)).body.challenge).toBe(consent);
    }
    const refuse = await house.call('PUT', `${consentPath}/reject?challenge=${consent}`, {});
    const { url } = await browser.open(String(refuse.body.redirect_to));
    expect(url.searchParams.get('error')).toBe('access_denied');
  });

  test('what the login provider says reaches the consent provider and the tokens', async () => {
    const { url, checks } = await codeRequest(config);
    const { visit, login, consent } = await walk(house, url, {
      login: { acr: 'gold', amr: ['pwd', 'otp'], context: { tenant: { id: 7 } } },
      consent: { handled_at: new Date().toISOString() },
    });
    expect(consent).toMatchObject({
      subject: 'ada',
      skip: false,
      acr: 'gold',
      context: { tenant: { id: 7 } },
      login_challenge: login?.challenge,
      login_session_id: login?.session_id,
      oidc_context: login?.oidc_context,
      client: login?.client,
    });
    const tokens = await client.authorizationCodeGrant(config, visit.url, checks);
    expect(tokens.claims()).toMatchObject({ acr: 'gold', amr: ['pwd', 'otp'], sid: login?.session_id });
    const { auth_time: authTime, nonce } = tokens.claims() ?? {};
    expect(authTime).toBeGreaterThan(Date.now() / 1000 - 60);
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.claims()).toMatchObject({ sub: 'ada', acr: 'gold', auth_time: authTime, name: 'Ada L.' });
    expect([undefined, nonce]).toContain(refreshed.claims()?.nonce);
    expect(decodeJwt(refreshed.id_token ?? '').at_hash).toBeTypeOf('string');
  });

  test('until the browser comes back the last answer counts, whether yes or no', async () => {
    const browser = browserAt(house);
    const login = await providers.challengeOf(browser);
    await providers.acceptLogin(login, { subject: 'eve' });
    const consent = await providers.consentAfter(browser, await providers.acceptLogin(login, { subject: 'zoe' }));
    expect((await house.call('GET', `${consentPath}?challenge=${consent}`)).body.subject).toBe('zoe');
    const accept = (body: object) => house.call('PUT', `${consentPath}/accept?consent_challenge=${consent}`, body);
    await accept({ grant_scope: ['openid', 'profile'], remember: true });
    await accept({ grant_scope: ['openid'], remember: true });
    const consents = async () =>
      (await house.call('GET', '/oauth2/auth/sessions/consent?subject=zoe')).body as unknown as {
        grant_scope: string[];
      }[];
    expect((await consents()).map((one) => one.grant_scope)).toEqual([['openid']]);
    const refuse = await house.call('PUT', `${consentPath}/reject?consent_challenge=${consent}`, {
      error_hint: 'Ask Bob.',
    });
    expect(await consents()).toEqual([]);
    const { url } = await browser.open(String(refuse.body.redirect_to));
    expect(url.searchParams.get('error_description')).toBe('The person refused the request. Ask Bob.');
    expect((await accept({ grant_scope: ['openid'] })).status).toBe(409);
    expect(await consents()).toEqual([]);
  });

  test('many accepts at once leave one consent and one grant', async () => {
    const browser = browserAt(house);
    const consent = await providers.consentAfter(
      browser,
      await providers.acceptLogin(await providers.challengeOf(browser), { subject: 'many' }),
    );
    const path = `${consentPath}/accept?consent_challenge=${consent}`;
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => house.call('PUT', path, { grant_scope: ['openid'], remember: true })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(replies.map(({ body }) => body.redirect_to)).size).toBe(1);
    const rows = await house.database.kysely
      .selectFrom('oauth_consent')
      .select('grant_id')
      .where('subject', '=', 'many')
      .execute();
    expect(rows).toHaveLength(1);
    expect((await browser.open(String(replies[0]?.body.redirect_to))).url.searchParams.get('code')).not.toBeNull();
  });

  test('unknown keys, reserved claims and malformed errors are refused', async () => {
    const login = await providers.challengeOf(browserAt(house));
    const bad: [string, object][] = [
      ['accept', { subject: 'ada', rembember: true }],
      ['accept', { subject: '' }],
      ['accept', { subject: 'ada', remember_for: -1 }],
      ['accept', { subject: 'ada', context: 'text' }],
      ['reject', { error: 'bad"quote' }],
      ['reject', { status_code: 200 }],
    ];
    for (const [action, body] of bad) {
      const reply = await house.call('PUT', `${loginPath}/${action}?login_challenge=${login}`, body);
      expect([reply.status, reply.body.error, body]).toEqual([400, 'invalid_request', body]);
    }
    expect((await providers.readLogin(login)).challenge).toBe(login);
  });

  test('a login that is remembered for some seconds ends after them, and not before', async () => {
    const browser = browserAt(house);
    const { url } = await codeRequest(config);
    const aWhile = { ...remembered, login: { remember: true, remember_for: 100 } };
    await walk(house, url, aWhile, browser);
    passSeconds(50);
    expect(await providers.readLogin(await providers.challengeOf(browser))).toMatchObject({
      skip: true,
      subject: 'ada',
    });
    passSeconds(60);
    expect(await providers.readLogin(await providers.challengeOf(browser))).toMatchObject({ skip: false, subject: '' });
    const silent = await walk(house, (await codeRequest(config, { prompt: 'none' })).url, {}, browser);
    expect(silent.visit.url.searchParams.get('error')).toBe('login_required');
  });

  test('a consent page that is open for longer than the login is remembered still works', async () => {
    const browser = browserAt(house);
    const login = await providers.challengeOf(browser);
    const brief = { subject: 'slow', remember: true, remember_for: 5 };
    const consent = await providers.consentAfter(browser, await providers.acceptLogin(login, brief));
    passSeconds(60);
    expect((await providers.agree(browser, consent)).get('code')).not.toBeNull();
  });

  test('a consent is remembered for its seconds, for its scopes and audiences only', async () => {
    const browser = browserAt(house);
    const { url } = await codeRequest(config, { scope: 'openid profile' });
    await walk(
      house,
      url,
      { login: { subject: 'kim', remember: true }, consent: { remember: true, remember_for: 10 } },
      browser,
    );
    const skips = async (change: Record<string, string>) => {
      const asked = await codeRequest(config, change);
      const way = await walk(house, asked.url, { login: { subject: 'kim' } }, browser);
      return way.consent?.skip;
    };
    expect(await skips({ scope: 'openid' })).toBe(true);
    expect(await skips({ scope: 'openid profile', prompt: 'consent' })).toBe(false);
    expect(await skips({ scope: 'openid offline_access' })).toBe(false);
    passSeconds(11);
    expect(await skips({ scope: 'openid profile' })).toBe(false);
  });

  test('who passes unasked keeps class, methods and time of the login', async () => {
    const browser = browserAt(house);
    const first = await walk(
      house,
      (await codeRequest(config)).url,
      {
        ...remembered,
        login: { subject: 'lea', remember: true, acr: 'gold', amr: ['otp'] },
      },
      browser,
    );
    expect(first.visit.url.searchParams.get('code')).not.toBeNull();
    passSeconds(30);
    const { url, checks } = await codeRequest(config);
    const second = await walk(house, url, { login: { subject: 'lea' } }, browser);
    const tokens = await client.authorizationCodeGrant(config, second.visit.url, checks);
    expect(tokens.claims()).toMatchObject({ acr: 'gold', amr: ['otp'], sid: first.login?.session_id });
    expect(tokens.claims()?.auth_time).toBeLessThan(Date.now() / 1000 - 25);
  });

  test('an essential class of authentication is reached or the request fails', async () => {
    const essential = JSON.stringify({ id_token: { acr: { essential: true, values: ['gold', 'silver'] } } });
    const ask = async (login: object, browser: Browser, change: Record<string, string> = { claims: essential }) =>
      walk(
        house,
        (await codeRequest(config, change)).url,
        { ...remembered, login: { remember: true, ...login } },
        browser,
      );
    const browser = browserAt(house);
    await ask({ acr: 'bronze' }, browser, {});
    const unmet = await ask({ acr: 'bronze' }, browser);
    expect(unmet.login).toMatchObject({ skip: false, oidc_context: { acr_values: ['gold', 'silver'] } });
    expect(unmet.visit.url.searchParams.get('error')).toBe('unmet_authentication_requirements');
    expect((await ask({ acr: 'silver' }, browser)).visit.url.searchParams.get('code')).not.toBeNull();
    expect((await ask({}, browser)).login?.skip).toBe(true);
    for (const claims of ['{', '[]', '{"id_token":{"acr":{"values":"gold"}}}', '{"userinfo":{"name":true}}', '{}']) {
      expect((await ask({}, browser, { claims })).visit.url.searchParams.get('error')).toBe('invalid_request');
    }
  });

  test('the first token of a refreshed family ends when the second is given', async () => {
    const { url, checks } = await codeRequest(config);
    const { visit } = await walk(house, url);
    const tokens = await client.authorizationCodeGrant(config, visit.url, checks);
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect((await introspect(house, tokens.access_token)).active).toBe(false);
    expect((await introspect(house, refreshed.access_token)).active).toBe(true);
  });
});
