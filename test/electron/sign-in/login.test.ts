// Signing in and out against a fake service and a fake authorization server, both over real HTTP.

import { expect, test } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import type { AccountState } from '../../../api/ipc.ts';
import { signInByItself } from '../../../electron/sign-in/auto-sign-in.ts';
import { createLogin } from '../../../electron/sign-in/login.ts';
import { eventually } from '../../eventually.ts';
import { type FakeService, failing, fakeService, sessionReply } from '../fake-service.ts';
import { signedIn } from '../signed-in.ts';

const device = (more: object = {}) => ({
  device_code: 'device-code-1',
  user_code: 'ABCD-EFGH',
  verification_uri: 'http://127.0.0.1:4444/device',
  verification_uri_complete: 'http://127.0.0.1:4444/device?user_code=ABCD-EFGH',
  expires_in: 600,
  interval: 0.02,
  ...more,
});

/** A service and the authorization server that it names. */
async function platform(more: object = {}): Promise<{ service: FakeService; issuer: FakeService }> {
  const issuer = await fakeService();
  const service = await fakeService();
  const configuration = {
    service: service.url,
    issuer: `${issuer.url}/`,
    clientId: 'octavo-reader',
    audience: 'octavo',
  };
  service.on('GET /.well-known/octavo-configuration', () => ({ ...configuration, version: '1' }));
  const endpoint = (path: string) => `${issuer.url}${path}`;
  issuer.on('GET /.well-known/openid-configuration', () => ({
    issuer: `${issuer.url}/`,
    authorization_endpoint: endpoint('/oauth2/auth'),
    token_endpoint: endpoint('/oauth2/token'),
    device_authorization_endpoint: endpoint('/oauth2/device/auth'),
    jwks_uri: endpoint('/jwks'),
  }));
  issuer.on('POST /oauth2/device/auth', () => device(more));
  return { service, issuer };
}

async function start(service: FakeService) {
  const one = await signedIn(service.url);
  await one.accounts.remove('u_reader-test');
  const states: AccountState[] = [];
  const opened: string[] = [];
  const login = createLogin({
    accounts: one.accounts,
    transport: one.transport,
    clock: one.clock,
    service: () => service.url,
    deviceId: 'device-1',
    isOnline: () => true,
    log: one.log,
    changed: (state) => states.push(state),
    openOutside: async (url) => void opened.push(url),
  });
  return { ...one, login, states, opened };
}

test('by QR code: the code is shown, and once it is approved the account is there', async () => {
  const { service, issuer } = await platform();
  const answers = ['authorization_pending', 'authorization_pending'] as const;
  let asked = 0;
  service.on('POST /login', () => {
    const code = answers[asked++];
    if (code) throw new AppError(code);
    return sessionReply(1);
  });
  const { login, states, accounts } = await start(service);
  expect(login.state()).toMatchObject({ state: 'signedOut', account: 'local', deviceId: 'device-1' });
  const { shown, ended } = await login.startDevice();
  expect(shown).toMatchObject({ userCode: 'ABCD-EFGH', verificationUriComplete: device().verification_uri_complete });
  expect(shown.qr).toMatch(/^<svg /);
  expect(shown.expiresAt).toBeGreaterThan(Date.now() / 1000 + 500);
  expect(await ended).toBe(true);
  expect(states).toMatchObject([{ state: 'signedIn', vid: 'u_reader', name: 'Ada' }]);
  expect(JSON.stringify(states)).not.toMatch(/access-1|refresh-1|sign-key/);
  expect(accounts.active()?.session?.refreshToken).toBe('refresh-1');
  const sent = service.received.find(({ name }) => name === 'POST /login')?.json();
  expect(sent).toMatchObject({ code: 'device-code-1', isFromQrcode: 1, deviceId: 'device-1' });
  const grant = new URLSearchParams(issuer.received.at(-1)?.body.toString());
  expect(Object.fromEntries(grant)).toMatchObject({ client_id: 'octavo-reader', audience: 'octavo' });
  // Whoever confirms the code is shown which machine asks.
  expect(issuer.received.at(-1)?.headers['user-agent']).toMatch(/^Octavo on [\w.-]+$/);
});

test('asking again while a code is good shows the same one', async () => {
  const { service, issuer } = await platform();
  service.on('POST /login', failing('authorization_pending'));
  const { login } = await start(service);
  const [first, atOnce] = await Promise.all([login.startDevice(), login.startDevice()]);
  const second = await login.startDevice();
  expect([atOnce.shown, second.shown]).toEqual([first.shown, first.shown]);
  expect(issuer.count('POST /oauth2/device/auth')).toBe(1);
  login.cancel();
  expect(await first.ended).toBe(false);
  await login.startDevice();
  expect(issuer.count('POST /oauth2/device/auth')).toBe(2);
  login.cancel();
});

test('a refused code ends, is told, and the next one is new', async () => {
  const { service, issuer } = await platform();
  service.on('POST /login', failing('access_denied'));
  const { login, states } = await start(service);
  expect(await (await login.startDevice()).ended).toBe(false);
  expect(states).toMatchObject([{ state: 'signedOut' }]);
  await (await login.startDevice()).ended;
  expect(issuer.count('POST /oauth2/device/auth')).toBe(2);
});

test('a code that ran out ends', async () => {
  const { service } = await platform({ expires_in: 0.1 });
  service.on('POST /login', failing('authorization_pending'));
  const { login, log } = await start(service);
  expect(await (await login.startDevice()).ended).toBe(false);
  expect(log.messages().join()).toContain('The sign-in by code ended');
});

test('without the authorization server the service starts the sign-in', async () => {
  const { service, issuer } = await platform();
  await issuer.close();
  const ticket = {
    deviceCode: 'by-ticket',
    userCode: 'WXYZ',
    verificationUri: 'http://a/device',
    verificationUriComplete: 'http://a/device?user_code=WXYZ',
    expiresIn: 600,
    interval: 0.02,
    issuer: issuer.url,
  };
  service.on('GET /extticket', () => ticket);
  service.on('POST /login', (received) => (received.json().code === 'by-ticket' ? sessionReply(1) : failing));
  const { login } = await start(service);
  const { shown, ended } = await login.startDevice();
  expect(shown.userCode).toBe('WXYZ');
  expect(await ended).toBe(true);
  expect(service.received.find(({ name }) => name === 'GET /extticket')?.query.get('nonceStr')).toMatch(
    /^[0-9a-f]{32}$/,
  );
});

test('a service that is not there is offline, one that is none says so', async () => {
  const { service } = await platform();
  const { login } = await start(service);
  service.on('GET /.well-known/octavo-configuration', () => ({ hello: 1 }));
  await expect(login.startDevice()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  service.on('GET /.well-known/octavo-configuration', () => ({
    issuer: 'http://far.example/',
    clientId: 'x',
    audience: 'y',
  }));
  await expect(login.startDevice()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  await service.close();
  await expect(login.startDevice()).rejects.toMatchObject({ code: 'offline' });
});

/** An unsigned ID token would do for no one but this fake: the code flow trusts the token endpoint's connection. */
function idToken(issuer: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'octavo-reader', sub: 'ada', iat: now, exp: now + 60 };
  return `${part({ alg: 'RS256' })}.${part(claims)}.${Buffer.from('signature').toString('base64url')}`;
}

test('through the browser: PKCE, a loopback redirect, and the access token goes to the service only', async () => {
  const { service, issuer } = await platform();
  issuer.on('POST /oauth2/token', () => ({
    access_token: 'external-token',
    token_type: 'bearer',
    id_token: idToken(`${issuer.url}/`),
  }));
  service.on('POST /login', () => sessionReply(1));
  const { login, states, opened } = await start(service);
  const { url } = await login.startBrowser();
  expect(opened).toEqual([url]);
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: 'octavo-reader',
    response_type: 'code',
    code_challenge_method: 'S256',
    audience: 'octavo',
  });
  const redirect = new URL(String(asked.get('redirect_uri')));
  expect(redirect.origin + redirect.pathname).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  expect((await fetch(new URL('/other', redirect))).status).toBe(404);
  redirect.search = String(new URLSearchParams({ code: 'the-code', state: String(asked.get('state')) }));
  expect(await (await fetch(redirect)).text()).toContain('go back to Octavo');
  await eventually(() => expect(states).toMatchObject([{ state: 'signedIn' }]));
  const sent = service.received.find(({ name }) => name === 'POST /login')?.json();
  expect(sent).toMatchObject({ extToken: 'external-token' });
  const exchanged = new URLSearchParams(issuer.received.at(-1)?.body.toString());
  expect(exchanged.get('code')).toBe('the-code');
  expect(exchanged.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
  await expect(fetch(redirect)).rejects.toThrow();
});

test('the code stays good while the browser is open, and whichever is first ends the other', async () => {
  const { service } = await platform();
  let approved = false;
  service.on('POST /login', () => {
    if (!approved) throw new AppError('authorization_pending');
    return sessionReply(1);
  });
  const { login } = await start(service);
  const { ended } = await login.startDevice();
  const { url } = await login.startBrowser();
  const redirect = String(new URL(url).searchParams.get('redirect_uri'));
  await login.startDevice();
  expect((await fetch(new URL('/other', redirect))).status).toBe(404);
  approved = true;
  expect(await ended).toBe(true);
  await expect(fetch(redirect)).rejects.toThrow();
});

test('asked for twice at once, the browser is opened once', async () => {
  const { service } = await platform();
  const { login, opened } = await start(service);
  const [first, second] = await Promise.allSettled([login.startBrowser(), login.startBrowser()]);
  expect(first).toMatchObject({ reason: { code: 'cancelled' } });
  const { url } = second.status === 'fulfilled' ? second.value : { url: 'none' };
  expect(opened).toEqual([url]);
  login.cancel();
});

test('a browser that comes back with another state signs nobody in', async () => {
  const { service } = await platform();
  const { login, states, log } = await start(service);
  const { url } = await login.startBrowser();
  const redirect = new URL(String(new URL(url).searchParams.get('redirect_uri')));
  redirect.search = 'code=stolen&state=guessed';
  await fetch(redirect);
  await eventually(() => expect(states).toMatchObject([{ state: 'signedOut' }]));
  expect(log.messages().join()).toContain('through the browser failed');
  expect(service.count('POST /login')).toBe(0);
});

test('signing out ends the session at the service and forgets it here, also offline', async () => {
  const { service } = await platform();
  service.on('POST /login', () => sessionReply(1));
  const { login, accounts, states } = await start(service);
  await (await login.startDevice()).ended;
  const account = accounts.active()?.account;
  expect(await login.signOut()).toBe(account);
  expect(service.received.at(-1)?.json()).toMatchObject({ refreshToken: 'refresh-1', isAutoLogout: 1 });
  expect(accounts.active()).toBeUndefined();
  expect(states.at(-1)).toMatchObject({ state: 'signedOut' });
  await (await login.startDevice()).ended;
  await service.close();
  await login.signOut();
  expect(accounts.active()).toBeUndefined();
});

test('working without an account is remembered and left by signing in or out', async () => {
  const { service } = await platform();
  const { login } = await start(service);
  expect(await login.useLocal()).toMatchObject({ state: 'local', account: 'local' });
  await login.signOut();
  expect(login.state().state).toBe('signedOut');
});

test('signing in by itself prints the code and the name, and waits for a service that comes later', async () => {
  const { service } = await platform();
  service.on('POST /login', () => sessionReply(1));
  const { login, log } = await start(service);
  const lines: string[] = [];
  await signInByItself(login, (line) => lines.push(line), log, new AbortController().signal);
  expect(lines).toEqual(['user-code ABCD-EFGH', 'signed-in Ada']);
  await signInByItself(login, (line) => lines.push(line), log, new AbortController().signal);
  expect(lines.slice(2)).toEqual(['signed-in Ada']);
});
