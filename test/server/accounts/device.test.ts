// Connecting a device (RFC 8628): pending, slow_down, refused, expired and used codes, through the device page and on
// behalf of the person who operates the machine.

import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { AppError } from '../../../api/errors.ts';
import { approveDevice } from '../../../server/accounts/approve-device.ts';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { addUser, type User } from '../../../server/accounts/users.ts';
import { type AuthSettings, defaultLifespans } from '../../../server/auth/settings/settings.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { forEachDatabase, type OpenDatabase } from '../databases.ts';
import { Browser } from './browser.ts';
import { clientId, configure, type House, holdBlocks, openHouse, registerReader } from './house.ts';

interface Device {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

async function prepare(open: OpenDatabase, change: Partial<AuthSettings> = {}) {
  const database = await open<AuthTables & AccountTables>(authMigrations, accountMigrations);
  const house = await openHouse(database, change);
  await registerReader(house);
  const user = await addUser(database, { name: 'Ada', password: 'correct horse', displayName: 'Ada L.' });
  return { house, user };
}

async function ask(house: House): Promise<Device> {
  const response = await fetch(`${house.issuer}oauth2/device/auth`, {
    method: 'POST',
    headers: { 'user-agent': 'Octavo/1 <tablet>' },
    body: new URLSearchParams({ client_id: clientId, scope: 'openid profile offline_access', audience: 'octavo' }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Device;
}

async function poll(house: House, device: Device): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${house.issuer}oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function approve(house: House, user: User, userCode: string): Promise<void> {
  const { issuer, admin } = house;
  return approveDevice({
    issuerUrl: issuer,
    adminUrl: admin,
    userCode,
    subject: user.id,
    displayName: user.displayName,
  });
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

forEachDatabase((_name, open) => {
  test('a person connects a device from its QR code', async () => {
    // The client waits that long before its first question.
    const { house, user } = await prepare(open, { lifespans: { ...defaultLifespans, devicePoll: 1 } });
    const config = await configure(house);
    const started = await client.initiateDeviceAuthorization(config, {
      scope: 'openid profile offline_access',
      audience: 'octavo',
    });
    expect(started.verification_uri_complete).toContain(started.user_code);
    const browser = new Browser([house.issuer, house.accounts]);
    let page = await browser.open(started.verification_uri_complete ?? '');
    expect(page.html).toContain('Connect this device?');
    expect(page.html).toContain(started.user_code);
    page = await browser.submit(page, { decision: 'connect' });
    expect(page.html).toContain('<h1>Sign in</h1>');
    page = await browser.submit(page, { name: 'Ada', password: 'correct horse' });
    expect(page.html).toContain('Allow Octavo?');
    page = await browser.submit(page, { decision: 'allow' });
    expect(page.html).toContain('The device is connected');
    const tokens = await client.pollDeviceAuthorizationGrant(config, started);
    expect(tokens.claims()).toMatchObject({ sub: user.id, name: 'Ada L.' });
    await house.close();
  });

  test('the device page names the device, escapes what it says, and takes typed codes in any spelling', async () => {
    const { house } = await prepare(open);
    const device = await ask(house);
    expect(device.interval).toBe(5);
    const browser = new Browser([house.issuer, house.accounts]);
    let page = await browser.open(device.verification_uri);
    expect(page.html).toContain('Code shown on the device');
    page = await browser.submit(page, { user_code: 'XXXX-XXXX' });
    expect(page.status).toBe(422);
    expect(page.html).toContain('No device is waiting with that code');
    page = await browser.submit(page, { user_code: ` ${device.user_code.toLowerCase().replace('-', '')} ` });
    expect(page.html).toContain('Octavo/1 &#60;tablet&#62;');
    expect(page.html).not.toContain('<tablet>');
    await house.close();
  });

  test('pending, then slow_down for a device that polls too fast, then the tokens once', async () => {
    const { house, user } = await prepare(open);
    const device = await ask(house);
    expect(await poll(house, device)).toMatchObject({
      status: 400,
      body: { error: 'authorization_pending', status_code: 400 },
    });
    // As if the first poll had been this moment, however slow the machine is.
    await house.database.kysely
      .updateTable('oauth_record')
      .set({ polled_at: Date.now() + 60_000 })
      .execute();
    expect((await poll(house, device)).body.error).toBe('slow_down');
    await approve(house, user, device.user_code);
    const first = await poll(house, device);
    expect(first.body).toMatchObject({ token_type: 'Bearer', scope: 'openid profile offline_access' });
    const second = await poll(house, device);
    expect(second.body.error).toBe('invalid_grant');
    const introspected = await introspect(house, String(first.body.access_token));
    expect(introspected).toEqual({ active: false });
    await house.close();
  });

  test('a refused device gets access_denied, on the device page and at the consent', async () => {
    const { house } = await prepare(open);
    const browser = new Browser([house.issuer, house.accounts]);
    const first = await ask(house);
    let page = await browser.open(first.verification_uri_complete);
    page = await browser.submit(page, { decision: 'refuse' });
    expect(page.html).toContain('The device was refused');
    expect((await poll(house, first)).body.error).toBe('access_denied');

    const second = await ask(house);
    page = await browser.open(second.verification_uri_complete);
    page = await browser.submit(page, { decision: 'connect' });
    page = await browser.submit(page, { name: 'Ada', password: 'correct horse' });
    page = await browser.submit(page, { decision: 'refuse' });
    expect(page.html).toContain('The device was refused');
    expect((await poll(house, second)).body.error).toBe('access_denied');
    await house.close();
  });

  test('an expired code cannot be connected, and its device is told', async () => {
    const { house, user } = await prepare(open, { lifespans: { ...defaultLifespans, deviceCode: 1 } });
    const device = await ask(house);
    await expireRecords(house, 'DeviceCode');
    expect((await poll(house, device)).body.error).toBe('expired_token');
    expect(await approve(house, user, device.user_code).catch(codeOf)).toBe('expired_token');
    await house.close();
  });

  test('guessing user codes is slowed down', async () => {
    const { house } = await prepare(open);
    const browser = new Browser([house.issuer, house.accounts]);
    const page = await browser.open(`${house.issuer}oauth2/device/verify`);
    for (let guess = 0; guess < 11; guess++) {
      expect((await browser.submit(page, { user_code: 'BBBB-BBBB' })).status).toBe(422);
    }
    await holdBlocks(house);
    expect((await browser.submit(page, { user_code: 'BBBB-BBBB' })).status).toBe(429);
    await house.close();
  });

  test('connecting and refusing are limited like looking up, and a code of one’s own does not lift the limit', async () => {
    const { house } = await prepare(open);
    const device = await ask(house);
    const browser = new Browser([house.issuer, house.accounts]);
    const page = await browser.open(device.verification_uri);
    const wrong = { user_code: 'BBBB-BBBB', decision: 'connect' };
    for (let attempt = 0; attempt < 10; attempt++) {
      const answer = await browser.submit(page, wrong);
      expect(answer.status).toBe(422);
      expect(answer.html).toContain('No device is waiting with that code');
    }
    expect((await browser.submit(page, { user_code: device.user_code })).status).toBe(200);
    expect((await browser.submit(page, { ...wrong, decision: 'refuse' })).status).not.toBe(429);
    expect((await browser.submit(page, wrong)).status).toBe(429);
    await house.close();
  });

  test('one address cannot fill the database with device codes', async () => {
    const { house } = await prepare(open);
    const ask = () => fetch(`${house.issuer}oauth2/device/auth`, { method: 'POST', body: new URLSearchParams() });
    let refused: Response | undefined;
    for (let asked = 0; asked <= 300 && !refused; asked++) {
      const response = await ask();
      if (response.status === 429) refused = response;
      else await response.body?.cancel();
    }
    expect(await refused?.json()).toMatchObject({ error: 'too_many_requests', status_code: 429 });
    expect(refused?.headers.get('retry-after')).not.toBeNull();
    await house.close();
  });

  test('approving says when a code is unknown or used', async () => {
    const { house, user } = await prepare(open);
    const device = await ask(house);
    const unknown = approve(house, user, 'BBBB-BBBB');
    await expect(unknown).rejects.toThrow('No device is waiting with that code.');
    expect(await unknown.catch(codeOf)).toBe('not_found');
    await approve(house, user, device.user_code);
    expect(await approve(house, user, device.user_code).catch(codeOf)).toBe('conflict');
    await house.close();
  });
});

async function introspect(house: House, token: string): Promise<unknown> {
  const response = await fetch(`${house.admin}/oauth2/introspect`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  });
  return response.json();
}

/** Moves the time of expiry into the past instead of waiting for it. */
async function expireRecords(house: House, kind: string): Promise<void> {
  const rows = await house.database.kysely.selectFrom('oauth_record').selectAll().where('kind', '=', kind).execute();
  for (const row of rows) {
    const payload = JSON.stringify({ ...JSON.parse(row.payload), exp: 1_000_000_000 });
    await house.database.kysely
      .updateTable('oauth_record')
      .set({ payload, expires_at: 1_000_000_000 })
      .where('id', '=', row.id)
      .execute();
  }
}
