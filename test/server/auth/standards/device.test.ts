// The device grant (RFC 8628) where it may be attacked: polling, guessing of user codes, codes of other clients, and forged
// answers on the device page. What works in ordinary use is tested in `accounts/device.test.ts`.

import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { approveDevice } from '../../../../server/accounts/approve-device.ts';
import { defaultSettings } from '../../../../server/auth/settings/settings.ts';
import { Browser } from '../../accounts/browser.ts';
import { browserAt } from '../authorize.ts';
import { passSeconds } from '../providers.ts';
import { type Params, Party, type Posted, reader } from './party.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
let party: Party;
beforeAll(async () => {
  party = await Party.open();
  await party.register({ client_id: 'television', token_endpoint_auth_method: 'none', grant_types: [deviceGrant] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => party.close());

interface Device {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

async function ask(change: Params = {}): Promise<Device> {
  const { status, body } = await party.post('oauth2/device/auth', { client_id: reader, scope: 'openid', ...change });
  expect([status, body.error_description]).toEqual([200, undefined]);
  return body as unknown as Device;
}

const poll = (device: Pick<Device, 'device_code'>, client_id = reader): Promise<Posted> =>
  party.post('oauth2/token', { grant_type: deviceGrant, client_id, device_code: device.device_code });

const approve = ({ user_code: userCode }: Device, subject = 'ada') => {
  const { issuer: issuerUrl, admin: adminUrl } = party.house;
  return approveDevice({ issuerUrl, adminUrl, userCode, subject, displayName: subject });
};

test('the reply has what a device needs, and nothing that the page’s address would leak (section 3.2)', async () => {
  const device = await ask();
  const page = `${party.house.issuer}oauth2/device/verify`;
  expect(device).toEqual({
    device_code: expect.any(String),
    user_code: expect.any(String),
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${device.user_code}`,
    expires_in: defaultSettings.lifespans.deviceCode,
    interval: 5,
  });
  expect(device.verification_uri_complete).not.toContain(device.device_code);
});

test('user codes: 34 bits of letters that nobody mixes up; device codes: 256 bits (sections 5.1, 5.2 and 6.1)', async () => {
  const devices = await Promise.all(Array.from({ length: 20 }, () => ask()));
  // Twenty consonants, eight places.
  for (const { user_code } of devices)
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(new Set(devices.map(({ user_code }) => user_code)).size).toBe(20);
  expect(Math.log2(20 ** 8)).toBeGreaterThan(34);
  for (const { device_code } of devices) {
    expect(Buffer.from(device_code.split('.')[0] ?? '', 'base64url')).toHaveLength(32);
  }
  // Who reads the database cannot poll.
  const rows = await party.house.database.kysely
    .selectFrom('oauth_record')
    .select(['id', 'payload'])
    .where('kind', '=', 'DeviceCode')
    .execute();
  for (const { device_code } of devices) expect(JSON.stringify(rows)).not.toContain(device_code.split('.')[0]);
});

test('each poll that comes too early makes the pause five seconds longer (section 3.5)', async () => {
  const device = await ask();
  const errors: unknown[] = [];
  const pollAfter = async (seconds: number) => {
    if (seconds > 0) passSeconds(seconds);
    errors.push((await poll(device)).body.error);
  };
  // Pauses of 5, 5, 10 and 15 seconds are due.
  for (const seconds of [0, 5, 1, 6, 15]) await pollAfter(seconds);
  expect(errors).toEqual([
    'authorization_pending',
    'authorization_pending',
    'slow_down',
    'slow_down',
    'authorization_pending',
  ]);
});

test('a device code is for its client, for a while, and for one reply', async () => {
  const device = await ask();
  for (const [code, client, error] of [
    [device.device_code, 'television', 'invalid_grant'],
    [device.device_code, 'web', 'invalid_client'],
    [device.user_code, reader, 'invalid_grant'],
    ['nonsense', reader, 'invalid_grant'],
  ] as const) {
    expect([client, (await poll({ device_code: code }, client)).body.error]).toEqual([client, error]);
  }
  await approve(device);
  // Whoever shows another client's code ends nothing.
  expect((await poll(device, 'television')).body.error).toBe('invalid_grant');
  const { body } = await poll(device);
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'openid' });
  // By its session it is known as an ID token when it comes back as a hint.
  expect(decodeJwt(String(body.id_token))).toMatchObject({ sub: 'ada', sid: expect.any(String) });
  expect((await poll(device)).body.error).toBe('invalid_grant');
  expect(await party.isActive(String(body.access_token))).toBe(false);
  const late = await ask();
  passSeconds(defaultSettings.lifespans.deviceCode + 1);
  expect((await poll(late)).body.error).toBe('expired_token');
});

test('requests of devices are checked like those of browsers (section 3.1)', async () => {
  for (const [change, error] of [
    [{ client_id: undefined }, 'invalid_request'],
    [{ client_id: 'nobody' }, 'invalid_client'],
    [{ client_id: 'web' }, 'invalid_client'],
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ scope: ['openid', 'profile'] }, 'invalid_request'],
    [{ audience: 'elsewhere' }, 'invalid_request'],
  ] as [Params, string][]) {
    const { status, body } = await party.post('oauth2/device/auth', { client_id: reader, scope: 'openid', ...change });
    expect([change, status >= 400 && status < 500, body.error]).toEqual([change, true, error]);
  }
  const secret = await party.post('oauth2/device/auth', { scope: 'openid' }, party.authorizationOf('web'));
  expect([secret.status, secret.body.device_code]).toEqual([400, undefined]);
});

test('the library’s own form is closed, and an answer counts in the browser that was asked', async () => {
  const device = await ask();
  const posted = await party.post('oauth2/device/verify', { user_code: device.user_code, confirm: 'yes', xsrf: 'x' });
  expect([posted.status, posted.body.error]).toEqual([405, 'method_not_allowed']);
  const attacker = browserAt(party.house);
  const { url } = await attacker.open(device.verification_uri_complete);
  const challenge = url.searchParams.get('device_challenge') ?? '';
  const path = `/oauth2/auth/requests/device/accept?device_challenge=${challenge}`;
  const { body } = await party.house.call('PUT', path, { user_code: device.user_code });
  // The victim who is sent the way back is not asked to sign in for the attacker's device.
  const victim = await browserAt(party.house).open(String(body.redirect_to));
  expect(victim.url.searchParams.has('login_challenge')).toBe(false);
  expect((await poll(device)).body.error).toBe('authorization_pending');
});

test('the device page takes no forged form, and shows the code before anything is connected (section 5.4)', async () => {
  const device = await ask();
  const browser = new Browser([party.house.issuer, party.house.accounts]);
  const page = await browser.open(device.verification_uri_complete);
  // Nothing is connected by the address alone: the person compares the code and presses a button.
  expect(page.html).toContain(`<dd class="code">${device.user_code}</dd>`);
  expect(page.html).toContain('Connect it only if you hold it in your hands');
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    expect((await browser.submit(page, { decision: 'connect' }, headers)).status).toBe(403);
  }
  expect((await browser.submit(page, { decision: 'connect', form_token: 'x'.repeat(43) })).status).toBe(403);
  expect((await poll(device)).body.error).toBe('authorization_pending');
});
