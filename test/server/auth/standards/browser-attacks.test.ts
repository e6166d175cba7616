// What another site, another person or another window may try with somebody's browser: cross-site requests, session
// fixation, login CSRF, frames, leaking headers, and parameters that come in more than one way (RFC 9700, section 4).

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultCors } from '../../../../server/auth/settings/settings.ts';
import { codeRequest, configure } from '../../accounts/house.ts';
import { browserAt } from '../authorize.ts';
import { loginPath, Providers } from '../providers.ts';
import { callback, Party, reader } from './party.ts';

let party: Party;
let providers: Providers;
beforeAll(async () => {
  party = await Party.open();
  providers = new Providers(party.house, await configure(party.house));
});
afterAll(() => party.close());

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
const go = (url: URL | string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });

describe('another person’s browser', () => {
  test('login CSRF: whoever is sent the way back of another sign-in gets neither a session nor a code', async () => {
    const attacker = browserAt(party.house);
    const back = await providers.acceptLogin(await providers.challengeOf(attacker), { subject: 'eve', remember: true });
    const victim = browserAt(party.house);
    const page = await victim.open(back);
    expect([page.url.pathname, page.url.searchParams.has('consent_challenge')]).toEqual([
      '/oauth2/fallbacks/error',
      false,
    ]);
    expect(await providers.readLogin(await providers.challengeOf(victim))).toMatchObject({ skip: false, subject: '' });
  });

  test('consent CSRF: a consent that one person gave is no code for another browser', async () => {
    const [ada, eve] = [browserAt(party.house), browserAt(party.house)];
    const asked = await providers.signIn(ada, await providers.challengeOf(ada), 'ada');
    await providers.signIn(eve, await providers.challengeOf(eve), 'eve');
    const heard = await providers.agree(eve, asked);
    expect([heard.get('code'), heard.get('error')]).toEqual([null, 'invalid_request']);
    expect((await providers.agree(ada, asked)).get('code')).not.toBeNull();
  });

  test('session fixation: a session that was planted before the sign-in is another one after it', async () => {
    const { url } = await codeRequest(await configure(party.house));
    const planted = await go(url);
    const cookie = cookiesOf(planted).join('; ');
    const challenge = new URL(planted.headers.get('location') ?? '').searchParams.get('login_challenge') ?? '';
    const back = await providers.acceptLogin(challenge, { subject: 'ada', remember: true });
    const signedIn = await go(back, { headers: { cookie } });
    expect(cookiesOf(signedIn).some((each) => each.startsWith('oauth2_authentication_session='))).toBe(true);
    // What the attacker knows from before the sign-in opens nothing.
    const again = await go(url, { headers: { cookie } });
    const next = new URL(again.headers.get('location') ?? '').searchParams.get('login_challenge') ?? '';
    expect(await providers.readLogin(next)).toMatchObject({ skip: false, subject: '' });
  });

  test('cookies that somebody made up or changed are none', async () => {
    const browser = browserAt(party.house);
    await providers.signIn(browser, await providers.challengeOf(browser), 'ada');
    const { url } = await codeRequest(await configure(party.house));
    for (const value of ['x', '', 'x'.repeat(3_000), '../../etc', '%00', 'a; oauth2_authentication_session=b']) {
      const response = await go(url, {
        headers: { cookie: `oauth2_authentication_session=${value}; oauth2_authentication_session.sig=${value}` },
      });
      expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/accounts/signin');
      const challenge = new URL(response.headers.get('location') ?? '').searchParams.get('login_challenge') ?? '';
      expect(await providers.readLogin(challenge)).toMatchObject({ skip: false });
    }
  });

  test('nobody agrees in the place of another: a consent names its person, and the answer cannot', async () => {
    const browser = browserAt(party.house);
    const asked = await providers.signIn(browser, await providers.challengeOf(browser), 'ada');
    const path = `/oauth2/auth/requests/consent/accept?consent_challenge=${asked}`;
    const { status, body } = await party.house.call('PUT', path, { grant_scope: ['openid'], subject: 'eve' });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect((await party.house.call('GET', path.replace('/accept', ''))).body.subject).toBe('ada');
    // Nor does a challenge of one kind do for another.
    expect((await party.house.call('GET', `${loginPath}?login_challenge=${asked}`)).status).toBe(404);
  });
});

describe('headers', () => {
  test('cookies are for the server alone, for this site and for its own paths', async () => {
    const secure = await Party.open({ issuer: 'https://auth.example/' });
    const query = secure.url().search;
    const response = await go(`${secure.house.public}/oauth2/auth${query}`);
    const cookies = response.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie.toLowerCase()).toMatch(/; httponly/);
      expect(cookie.toLowerCase()).toMatch(/; secure/);
      expect(cookie.toLowerCase()).toMatch(/; samesite=lax/);
      expect(cookie.toLowerCase()).not.toMatch(/; domain=/);
    }
    for (const cookie of cookies.filter((each) => each.startsWith('oauth2_resume'))) {
      expect(cookie).toMatch(/; path=\/oauth2\/auth\/[^;]+/);
    }
    await secure.close();
  });

  test('cookies go with frames of other sites only where the operator wants it', async () => {
    const issuer = 'https://auth.example/';
    const framed = await Party.open({ issuer, cookieSameSite: 'none' });
    const response = await go(`${framed.house.public}/oauth2/auth${framed.url().search}`);
    const cookies = response.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie.toLowerCase()).toMatch(/; samesite=none/);
      expect(cookie.toLowerCase()).toMatch(/; secure/);
    }
    await framed.close();
  });

  test('no page is framed, cached or told of to others', async () => {
    const pages = [
      party.url(),
      party.url({ client_id: 'nobody' }),
      party.url({ response_mode: 'form_post', scope: '"' }),
      `${party.house.issuer}oauth2/fallbacks/error?error=x`,
      `${party.house.issuer}oauth2/sessions/logout`,
      `${party.house.issuer}oauth2/device/verify`,
      `${party.house.accounts}/accounts/signin`,
      `${party.house.accounts}/accounts/device?outcome=connected`,
    ];
    for (const page of pages) {
      const { headers } = await go(page, { headers: { accept: 'text/html' } });
      expect([page, headers.get('content-security-policy')]).toEqual([
        page,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
      expect([page, headers.get('x-frame-options')]).toEqual([page, 'DENY']);
      expect([page, headers.get('referrer-policy')]).toEqual([
        page,
        expect.stringMatching(/^(no-referrer|same-origin)$/),
      ]);
      expect([page, headers.get('cache-control')]).toEqual([page, expect.stringContaining('no-store')]);
    }
  });

  test('replies with tokens, and refusals, are kept by nobody', async () => {
    const { access_token, refresh_token } = await party.tokens();
    const replies = [
      await party.token({ grant_type: 'client_credentials' }),
      await party.refresh(refresh_token),
      await party.token({ grant_type: 'nonsense' }),
      await party.userinfo(access_token),
      await party.post('oauth2/revoke', { token: 'x' }),
      await party.post('oauth2/device/auth', { client_id: reader }),
    ];
    for (const { headers } of replies) expect(headers.get('cache-control')).toContain('no-store');
  });

  test('addresses in replies come from the issuer, whatever host was asked for', async () => {
    const attack = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const replies = [
      await go(party.url(), { headers: attack }),
      await go(party.url({ client_id: 'nobody' }), { headers: attack }),
      await go(`${party.house.issuer}.well-known/openid-configuration`, { headers: attack }),
      await go(`${party.house.issuer}oauth2/device/verify?user_code=BBBB-BBBB`, { headers: attack }),
      await go(`${party.house.issuer}oauth2/sessions/logout`, { headers: attack }),
      await go(`${party.house.issuer}oauth2/device/auth`, {
        method: 'POST',
        headers: attack,
        body: new URLSearchParams({ client_id: reader }),
      }),
    ];
    for (const reply of replies) {
      expect(reply.status).toBeLessThan(500);
      expect(`${reply.headers.get('location')} ${await reply.text()}`).not.toContain('evil.example');
    }
  });
});

test('no page of another origin reads what people are asked, even where it may ask for tokens', async () => {
  const cors = { ...defaultCors, enabled: true, origins: ['https://spa.example'], credentials: true };
  const open = await Party.open({ cors: { public: cors, admin: defaultCors } });
  await open.register({ client_id: 'spa', allowed_cors_origins: ['https://own.example'] });
  for (const origin of ['https://spa.example', 'https://own.example']) {
    for (const path of [
      `oauth2/auth${open.url({}, 'spa').search}`,
      'oauth2/device/verify',
      'oauth2/sessions/logout',
      'oauth2/fallbacks/error',
    ]) {
      for (const method of ['GET', 'OPTIONS']) {
        const headers = { origin, 'access-control-request-method': 'GET' };
        const reply = await go(open.house.issuer + path, { method, headers });
        expect([method, path, reply.headers.get('access-control-allow-origin')]).toEqual([method, path, null]);
      }
    }
  }
  const token = await go(`${open.house.issuer}oauth2/token`, {
    method: 'POST',
    headers: { origin: 'https://spa.example' },
    body: new URLSearchParams({ grant_type: 'x' }),
  });
  expect(token.headers.get('access-control-allow-origin')).toBe('https://spa.example');
  await open.close();
});

describe('the redirect', () => {
  test('is a GET (303), so that no form is sent on to the client', async () => {
    const body = party.url().searchParams;
    const first = await go(`${party.house.issuer}oauth2/auth`, { method: 'POST', body });
    expect(first.status).toBe(303);
    const refused = await go(party.url({ scope: '"' }));
    expect(refused.status).toBe(303);
    expect(refused.headers.get('location')).toContain(callback);
  });

  test('of a form carries no token in an address, and leads to the client alone', async () => {
    const page = await go(party.url({ response_mode: 'form_post', scope: '"' }));
    const text = await page.text();
    expect([page.status, /action="([^"]*)"/.exec(text)?.[1]]).toEqual([expect.any(Number), callback]);
    expect(page.headers.get('content-security-policy')).toMatch(/form-action|script-src/);
  });

  test('gives no tokens that were not asked for, or not registered, or in the query', async () => {
    for (const [change, client] of [
      [{ response_type: 'token' }, 'web'],
      [{ response_type: 'code token' }, 'web'],
      [{ response_type: 'id_token' }, 'web'],
      [{ response_type: 'code  token' }, 'web'],
      [{ response_type: ['code', 'token'] }, 'web'],
      [{ response_type: 'token', response_mode: 'query' }, 'front'],
      [{ response_type: 'code id_token', response_mode: 'query' }, 'front'],
      [{ response_mode: 'web_message' }, 'web'],
      [{ response_mode: ['query', 'fragment'] }, 'web'],
      [{ response_type: 'none' }, 'front'],
    ] as const) {
      const { params } = await party.ask(party.url(change, client));
      expect([change, params.error !== undefined]).toEqual([change, true]);
      expect([params.code, params.access_token, params.id_token]).toEqual([undefined, undefined, undefined]);
    }
    // The order of the words says nothing.
    expect((await party.ask(party.url({ response_type: 'id_token code' }, 'front'))).params.code).toBeTypeOf('string');
  });
});

test('parameters that come twice, in query and form, are not chosen from', async () => {
  const body = party.url().searchParams;
  const mixed = `${party.house.issuer}oauth2/auth?redirect_uri=https%3A%2F%2Fevil.example%2F&client_id=other&scope=profile`;
  const end = await browserAt(party.house).open(mixed, { method: 'POST', body });
  const challenge = end.url.searchParams.get('login_challenge') ?? '';
  // The form stands for the whole request.
  expect(await providers.readLogin(challenge)).toMatchObject({
    client: { client_id: 'web' },
    requested_scope: ['openid', 'offline_access'],
  });
  for (const name of ['grant_type', 'scope', 'client_id', 'client_secret', 'audience', 'client_assertion']) {
    const { status, body: reply } = await party.token({ grant_type: 'client_credentials', [name]: ['a', 'b'] });
    expect([name, status >= 400, reply.access_token]).toEqual([name, true, undefined]);
  }
  // A NUL is found wherever it is, also behind a second question mark.
  expect((await go(`${party.house.issuer}oauth2/auth?state=long-enough?%00&client_id=web`)).status).toBe(400);
  // Nor from the query of the token endpoint.
  const inQuery = await party.post('oauth2/token?grant_type=client_credentials', {}, party.authorizationOf('web'));
  expect([inQuery.status, inQuery.body.error]).toEqual([400, 'invalid_request']);
});
