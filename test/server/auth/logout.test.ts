// Signing out: challenges, who may come back with them, what is ended with a session, and what attackers try with
// redirects, hints and other people's browsers.

import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type House, openHouse } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { browserAt, introspect } from './authorize.ts';
import { bye, finishLogout, isSignedIn, LogoutParty } from './logout-party.ts';

const path = '/oauth2/auth/requests/logout';
const errorPage = '/oauth2/fallbacks/error';

forEachDatabase((_name, open) => {
  let house: House;
  let app: LogoutParty;
  let other: LogoutParty;

  beforeAll(async () => {
    house = await openHouse(await open<AuthTables & AccountTables>(authMigrations, accountMigrations));
    app = await LogoutParty.register(house, 'app', { client_name: 'The app' });
    other = await LogoutParty.register(house, 'other', { access_token_strategy: 'jwt' });
  });
  afterAll(() => house.close());
  afterEach(() => vi.useRealTimers());

  const challengeAt = (url: URL) => url.searchParams.get('logout_challenge') ?? '';

  test('the provider reads who leaves, from which client and how it was asked, and nothing secret', async () => {
    const { browser, idToken, claims } = await app.signIn();
    const params = { id_token_hint: idToken, ui_locales: 'de fr', logout_hint: 'ada@example.org', state: 'abc' };
    const challenge = challengeAt((await browser.open(app.url(params))).url);
    const { body } = await house.call('GET', `${path}?challenge=${challenge}`);
    expect(body).toMatchObject({
      challenge,
      subject: 'ada',
      sid: claims.sid,
      rp_initiated: true,
      ui_locales: ['de', 'fr'],
      logout_hint: 'ada@example.org',
      client: { client_id: 'app', client_name: 'The app' },
    });
    const request = new URL(String(body.request_url));
    expect(request.origin + request.pathname).toBe(`${house.issuer}oauth2/sessions/logout`);
    expect(request.searchParams.get('state')).toBe('abc');
    expect(JSON.stringify(body)).not.toContain(idToken);
    expect(body.after).toBeUndefined();
  });

  test('challenges: unknown 404, outlived 410, refused and used 409; refusing ends nothing', async () => {
    const { browser } = await app.signIn();
    const ask = async () => challengeAt((await browser.open(app.url())).url);
    const read = async (challenge: string) => (await house.call('GET', `${path}?logout_challenge=${challenge}`)).status;
    expect(await read('unknown')).toBe(404);
    expect((await house.call('GET', path)).status).toBe(400);
    const refused = await ask();
    expect((await house.call('PUT', `${path}/reject?logout_challenge=${refused}`, { bogus: 1 })).status).toBe(400);
    expect((await house.call('PUT', `${path}/accept?logout_challenge=${refused}`, { bogus: 1 })).status).toBe(400);
    expect((await house.call('PUT', `${path}/reject?logout_challenge=${refused}`)).status).toBe(204);
    expect(await read(refused)).toBe(409);
    expect((await house.call('PUT', `${path}/accept?logout_challenge=${refused}`)).status).toBe(409);
    const late = await ask();
    const rows = house.database.kysely.updateTable('oauth_request').set({ expires_at: 1 });
    await rows.where('challenge', '=', late).execute();
    expect(await read(late)).toBe(410);
    expect(await isSignedIn(app, browser)).toBe(true);
    const { challenge = '' } = await app.leave(browser);
    expect(await read(challenge)).toBe(409);
    expect(await isSignedIn(app, browser)).toBe(false);
  });

  test('two windows may leave at once; both arrive, and each step is taken once', async () => {
    const { browser, idToken } = await app.signIn();
    const params = { id_token_hint: idToken, post_logout_redirect_uri: bye };
    const accept = async () => {
      const challenge = challengeAt((await browser.open(app.url(params))).url);
      const { body } = await house.call('PUT', `${path}/accept?logout_challenge=${challenge}`);
      return String(body.redirect_to);
    };
    const addresses = [await accept(), await accept()];
    const visits = await Promise.all(addresses.map((address) => browser.open(address)));
    expect(visits.map(({ url }) => url.href)).toEqual([bye, bye]);
    for (const address of addresses) expect((await browser.open(address)).url.pathname).toBe(errorPage);
  });

  test('a form that another site posts works, without the ID token in any address', async () => {
    const { browser, idToken } = await app.signIn();
    const form = { id_token_hint: idToken, post_logout_redirect_uri: bye, state: 'posted' };
    // SameSite=Lax: the browser sends no cookie with it.
    const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' as const };
    const posted = await fetch(app.url(), init);
    const next = new URL(posted.headers.get('location') ?? '');
    expect([posted.status, next.pathname]).toEqual([303, '/oauth2/sessions/logout']);
    expect(next.href).not.toContain(idToken.split('.')[1]);
    const { visit, request } = await finishLogout(house, browser, await browser.open(next));
    expect(request).toMatchObject({ rp_initiated: true });
    expect(visit.url.href).toBe(`${bye}?state=posted`);
    expect(await isSignedIn(app, browser)).toBe(false);

    const damaged = next.href.slice(0, -2);
    expect((await browser.open(damaged)).url.pathname).toBe(errorPage);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    expect((await browser.open(next)).url.pathname).toBe(errorPage);
    const large = { ...init, body: new URLSearchParams({ state: 'x'.repeat(70_000) }) };
    expect((await fetch(app.url(), large)).status).toBe(413);
    const long = { ...init, body: new URLSearchParams({ state: 'x'.repeat(20_000) }) };
    expect((await fetch(app.url(), long)).headers.get('location')).toContain('error=payload_too_large');
  });

  test('nobody signs another browser out with a challenge of his own', async () => {
    const victim = await app.signIn();
    const attacker = await app.signIn();
    const challenge = challengeAt((await attacker.browser.open(app.url())).url);
    const { body } = await house.call('PUT', `${path}/accept?logout_challenge=${challenge}`);
    const trapped = await victim.browser.open(String(body.redirect_to));
    expect(trapped.url.pathname).toBe(errorPage);
    expect(await isSignedIn(app, victim.browser)).toBe(true);
    expect(await isSignedIn(app, attacker.browser)).toBe(true);
  });

  test('the engine’s own way to sign somebody out is closed', async () => {
    const { browser } = await app.signIn();
    for (const step of ['confirm', 'success', 'confirm/']) {
      const body = new URLSearchParams({ logout: 'yes', xsrf: '' });
      const visit = await browser.open(`${house.issuer}oauth2/sessions/logout/${step}`, { method: 'POST', body });
      expect(visit.status).toBe(404);
    }
    expect(await isSignedIn(app, browser)).toBe(true);
  });

  test('a link of another site ends nothing by itself, and says that no client of the session asks', async () => {
    const victim = await app.signIn();
    const elsewhere = await app.signIn();
    for (const params of [{}, { client_id: 'app' }, { id_token_hint: elsewhere.idToken }]) {
      const visit = await victim.browser.open(app.url(params));
      const { body } = await house.call('GET', `${path}?logout_challenge=${challengeAt(visit.url)}`);
      expect(body).toMatchObject({ sid: victim.claims.sid, rp_initiated: false });
    }
    expect(await isSignedIn(app, victim.browser)).toBe(true);
  });

  test('a hint is read after it expired, and refused when it is not an ID token of ours for that client', async () => {
    const { browser, idToken, tokens } = await app.signIn();
    const access = (await other.signIn(browser)).tokens.access_token;
    const { privateKey } = await generateKeyPair('RS256');
    const claims = { iss: house.issuer, aud: 'app', sub: 'ada', iat: 1, exp: 9_999_999_999 };
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    const secret = new TextEncoder().encode('guessed'.repeat(8));
    const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    const unsigned = new UnsecuredJWT(claims).encode();
    const hints = [
      forged,
      symmetric,
      unsigned,
      String(access),
      String(tokens.access_token),
      'x',
      'a.b.c',
      `${idToken}x`,
    ];
    for (const hint of hints) {
      const { url } = await browser.open(app.url({ id_token_hint: hint, post_logout_redirect_uri: bye }));
      expect([url.pathname, url.searchParams.get('error')]).toEqual([errorPage, 'invalid_request']);
    }
    const mixed = app.url({ id_token_hint: idToken, client_id: 'other' });
    expect((await browser.open(mixed)).url.pathname).toBe(errorPage);
    expect((await browser.open(app.url({ client_id: 'nobody' }))).url.pathname).toBe(errorPage);
    expect(await isSignedIn(app, browser)).toBe(true);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    const { visit, request } = await app.leave(browser, { id_token_hint: idToken, post_logout_redirect_uri: bye });
    expect(request).toMatchObject({ rp_initiated: true });
    expect(visit.url.href).toBe(bye);
  });

  test('the browser is only sent to an address that is registered letter by letter', async () => {
    const { browser, idToken } = await app.signIn();
    const hostile = [
      `${bye}/`,
      `${bye}?`,
      `${bye}#`,
      `${bye}%20`,
      'https://rp.example/BYE',
      'HTTPS://rp.example/bye',
      'https://rp.example:443/bye',
      'https://rp.example/x/../bye',
      'https://rp.example%2f@evil.example/bye',
      'https://rp.example@evil.example/bye',
      'https://rp.example.evil.example/bye',
      'http://rp.example/bye',
      '//rp.example/bye',
      '/bye',
      'javascript:alert(1)',
      'data:text/html,x',
      ` ${bye}`,
      `${bye}\r\nset-cookie: a=b`,
    ];
    for (const uri of hostile) {
      for (const params of [{ id_token_hint: idToken }, { client_id: 'app' }]) {
        const { url } = await browser.open(app.url({ ...params, post_logout_redirect_uri: uri }));
        expect(url.pathname, uri).toBe(errorPage);
      }
    }
    const twice = app.url({ client_id: 'app', post_logout_redirect_uri: bye });
    twice.searchParams.append('post_logout_redirect_uri', 'https://evil.example/');
    expect((await browser.open(twice)).url.pathname).toBe(errorPage);
    for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'https://a.example/#x', 'http://a.example/', 'bye']) {
      const body = { redirect_uris: ['https://rp.example/'], post_logout_redirect_uris: [uri] };
      expect((await house.call('POST', '/clients', body)).body.error, uri).toBe('invalid_redirect_uri');
    }
    const state = 'a\r\nset-cookie: x=y&other=1#frag';
    const { visit } = await app.leave(browser, { id_token_hint: idToken, post_logout_redirect_uri: bye, state });
    expect([visit.url.pathname, visit.url.hash, Object.fromEntries(visit.url.searchParams)]).toEqual([
      '/bye',
      '',
      { state },
    ]);
  });

  test('text that no database keeps ends in an error page, not in a failure', async () => {
    const { browser } = await app.signIn();
    for (const value of ['\u0000', 'a\u0000b', '\r\nx-injected: yes', 'x'.repeat(9_000)]) {
      for (const name of ['client_id', 'id_token_hint', 'logout_verifier', 'logout_ticket']) {
        const visit = await browser.open(app.url({ [name]: value }));
        expect([visit.url.pathname, visit.headers.get('x-injected')], name).toEqual([errorPage, null]);
      }
      for (const name of ['state', 'logout_hint', 'ui_locales']) {
        const { url } = await browser.open(app.url({ [name]: value }));
        expect(challengeAt(url) !== '' || url.pathname === errorPage, name).toBe(true);
      }
      const query = new URLSearchParams({ sid: value, subject: value });
      expect((await house.call('DELETE', `/oauth2/auth/sessions/login?${query}`)).status).toBeLessThan(500);
    }
    expect(await isSignedIn(app, browser)).toBe(true);
  });

  test('ports of this machine do not vary at the end of a session', async () => {
    const native = await LogoutParty.register(house, 'native', {
      post_logout_redirect_uris: ['http://127.0.0.1/bye', 'com.example.app:/bye', 'https://rp.example/bye?kept=1'],
    });
    const after = async (uri: string) => {
      const params = { client_id: 'native', post_logout_redirect_uri: uri, state: 's' };
      return (await browserAt(house).open(native.url(params))).url.href;
    };
    expect(await after('http://127.0.0.1/bye')).toBe('http://127.0.0.1/bye?state=s');
    expect(await after('com.example.app:/bye')).toBe('com.example.app:/bye?state=s');
    expect(await after('https://rp.example/bye?kept=1')).toBe('https://rp.example/bye?kept=1&state=s');
    expect(await after('http://127.0.0.1:4000/bye')).toContain(errorPage);
  });

  test('an unremembered person leaves as well, and the former address asks like the other', async () => {
    const browser = browserAt(house);
    const unremembered = { login: { subject: 'ada', remember: false } };
    expect((await app.rp.ask(app.rp.url(), browser, unremembered)).params.code).toBeTypeOf('string');
    const revoke = await fetch(`${house.issuer}oauth2/auth/sessions/login/revoke`, { redirect: 'manual' });
    expect([revoke.status, revoke.headers.get('deprecation')]).toEqual([302, 'true']);
    expect(revoke.headers.get('location')).toBe(`${house.issuer}oauth2/sessions/logout`);
    const visit = await browser.open(`${house.issuer}oauth2/auth/sessions/login/revoke`);
    expect(challengeAt(visit.url)).not.toBe('');
    const left = await finishLogout(house, browser, visit);
    expect(left).toMatchObject({ request: { subject: 'ada' }, visit: { status: 200 } });
    expect(left.visit.url.pathname).toBe('/oauth2/fallbacks/logout/callback');
    const again = await browser.open(app.url());
    expect(again.url.pathname).toBe('/oauth2/fallbacks/logout/callback');
    const stranger = await browserAt(house).open(`${house.issuer}oauth2/sessions/logout`);
    expect(stranger.url.pathname).toBe('/oauth2/fallbacks/logout/callback');
  });

  test('a logout ends what was issued in its session without offline_access, and nothing else', async () => {
    const { browser, tokens: online, idToken } = await app.signIn();
    const { tokens: offline } = await app.signIn(browser, { scope: 'openid offline_access' });
    const { tokens: elsewhere } = await app.signIn();
    const redeemable = await app.rp.authorize({}, browser);
    await app.leave(browser, { id_token_hint: idToken });
    const active = async (token: unknown) => (await introspect(house, String(token))).active;
    expect(await active(online.access_token)).toBe(false);
    expect(await active(elsewhere.access_token)).toBe(true);
    expect(await active(offline.access_token)).toBe(true);
    expect(await active(offline.refresh_token)).toBe(true);
    expect((await app.rp.redeem(redeemable)).body.error).toBe('invalid_grant');
    const refresh = { grant_type: 'refresh_token', refresh_token: String(offline.refresh_token) };
    expect((await app.rp.token(refresh)).status).toBe(200);
  });

  test('a session stays ended, also when a request that was under way stores it once more', async () => {
    const { browser, claims } = await app.signIn();
    const table = house.database.kysely;
    const session = table.selectFrom('oauth_record').selectAll().where('uid', '=', String(claims.sid));
    const row = await session.where('kind', '=', 'Session').executeTakeFirstOrThrow();
    await house.call('DELETE', `/oauth2/auth/sessions/login?sid=${claims.sid}`);
    await table.insertInto('oauth_record').values(row).execute();
    expect(await isSignedIn(app, browser)).toBe(false);
    const visit = await browser.open(app.url());
    expect(visit.url.pathname).toBe('/oauth2/fallbacks/logout/callback');
  });

  test('the administration lists sessions and consents, and ends them by session, person and client', async () => {
    const as = { login: { subject: 'tenant/a.b', remember: true } };
    const person = encodeURIComponent('tenant/a.b');
    const enter = async (party: LogoutParty) => {
      const browser = browserAt(house);
      const answer = await party.rp.ask(party.rp.url({ scope: 'openid offline_access' }), browser, as);
      return { browser, tokens: await party.rp.tokens(answer) };
    };
    const first = await enter(app);
    const second = await enter(other);
    const list = async (kind: string) => {
      const response = await fetch(`${house.admin}/oauth2/auth/sessions/${kind}?subject=${person}`);
      return (await response.json()) as Record<string, unknown>[];
    };
    const sessions = await list('login');
    expect(sessions.map((session) => [session.subject, session.remember])).toEqual([
      ['tenant/a.b', true],
      ['tenant/a.b', true],
    ]);
    expect(sessions.flatMap((session) => session.clients).sort()).toEqual(['app', 'other']);
    expect(await list('consent')).toHaveLength(2);
    const ofApp = await fetch(`${house.admin}/oauth2/auth/sessions/consent?subject=${person}&client=app`);
    expect(await ofApp.json()).toMatchObject([{ consent_request: { client: { client_id: 'app' } } }]);

    const one = sessions.find((session) => String(session.clients) === 'app')?.sid;
    expect((await house.call('DELETE', `/oauth2/auth/sessions/login?sid=${one}`)).status).toBe(204);
    expect(await isSignedIn(app, first.browser)).toBe(false);
    expect(await isSignedIn(other, second.browser)).toBe(true);
    expect((await house.call('DELETE', `/oauth2/auth/sessions/login?subject=${person}`)).status).toBe(204);
    expect((await house.call('DELETE', `/oauth2/auth/sessions/login?subject=${person}`)).status).toBe(204);
    expect(await list('login')).toEqual([]);
    expect(await isSignedIn(other, second.browser)).toBe(false);

    const active = async (token: unknown) => (await introspect(house, String(token))).active;
    expect(await active(first.tokens.refresh_token)).toBe(true);
    await house.call('DELETE', `/oauth2/auth/sessions/consent?subject=${person}&client=app`);
    expect([await active(first.tokens.refresh_token), await active(second.tokens.refresh_token)]).toEqual([
      false,
      true,
    ]);
    await house.call('DELETE', `/oauth2/auth/sessions/consent?subject=${person}`);
    expect([await active(second.tokens.refresh_token), await list('consent')]).toEqual([false, []]);
    for (const kind of ['login', 'consent']) {
      for (const method of ['GET', 'DELETE']) {
        expect((await house.call(method, `/oauth2/auth/sessions/${kind}`)).status).toBe(400);
      }
    }
  });
});
