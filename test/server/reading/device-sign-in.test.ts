// The usual sign-in with nothing replaced: both programs, a device that asks for a code, a person who agrees.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as oidc from 'openid-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteUrl } from '../../../server/base/database/database.ts';
import { freePort } from '../../free-port.ts';
import { call, killAll, launch, ready, run, type Service } from '../programs.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-sign-in-'));
});
afterEach(async () => {
  await killAll();
  await rm(folder, { recursive: true, force: true });
});

async function startBoth() {
  const [port, authPort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const service = `http://127.0.0.1:${port}`;
  const issuer = `http://127.0.0.1:${authPort}/`;
  const env = {
    HOME: folder,
    OCTAVO_DATA: join(folder, 'service'),
    OCTAVO_PORT: String(port),
    OCTAVO_ISSUER_URL: issuer,
    OCTAVO_AUTH_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
  };
  const authEnv = {
    DATABASE_URL: sqliteUrl(join(folder, 'authsrv.sqlite')),
    OAUTH2_ISSUER_URL: issuer,
    OAUTH2_LOGIN_URL: `${service}/accounts/signin`,
    OAUTH2_CONSENT_URL: `${service}/accounts/consent`,
    OAUTH2_LOGOUT_URL: `${service}/accounts/signout`,
    OAUTH2_DEVICE_URL: `${service}/accounts/device`,
    SYSTEM_SECRET: 'a secret for this test alone',
    PUBLIC_PORT: String(authPort),
    ADMIN_PORT: String(adminPort),
    DEVICE_POLL_INTERVAL: '1s',
  };
  // The service comes first on purpose: it waits for the other.
  const octavo = launch('octavo', ['serve'], env);
  const authsrv = await ready(launch('authsrv', ['serve', 'all'], authEnv), /authsrv ready public=(\S+)/);
  return { octavo: await ready(octavo, /octavo ready (\S+)\n/), authsrv, env, issuer };
}

async function requestCode(issuer: string, { address }: Service) {
  const about = await call(address, 'GET /.well-known/octavo-configuration', {});
  const { clientId, audience } = about as unknown as { clientId: string; audience: string };
  const options = { execute: [oidc.allowInsecureRequests] };
  const configuration = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options);
  return oidc.initiateDeviceAuthorization(configuration, { scope: 'openid profile offline_access', audience });
}

test('a device signs in once the person has agreed, and the same person again later', {
  timeout: 300_000,
}, async () => {
  const { octavo, authsrv, env, issuer } = await startBoth();
  expect(await run(['users', 'add', 'ann', '--password-stdin'], env, 'a long password')).toMatchObject({ code: 0 });

  const signIn = async (deviceId: string) => {
    const device = await requestCode(issuer, octavo);
    const login = { deviceId, deviceName: 'Tablet', code: device.device_code, isFromQrcode: 1 };
    expect(await call(octavo.address, 'POST /login', login)).toMatchObject({ error: 'authorization_pending' });
    const approved = await run(['device', 'approve', '--user', 'ann', '--code', device.user_code], env);
    expect(approved).toMatchObject({ code: 0, out: 'The device is connected to ann.\n' });
    for (;;) {
      await wait((device.interval ?? 5) * 1000 + 500);
      const reply = await call(octavo.address, 'POST /login', login);
      if (reply.error !== 'slow_down') return reply;
    }
  };
  const first = await signIn('tablet-1');
  expect(first).toMatchObject({ name: 'ann', firstLogin: 1 });
  const second = await signIn('tablet-2');
  expect(second).toMatchObject({ vid: first.vid, firstLogin: 0 });
  for (const { accessToken } of [first, second]) {
    expect(await call(octavo.address, 'GET /user', {}, accessToken)).toMatchObject({ userVid: first.vid, name: 'ann' });
  }

  // What the provider shares is told as it was agreed to, and as it stands when it is asked again.
  const shared = { provider: 'accounts', state: 'granted', scopes: expect.arrayContaining(['openid', 'profile']) };
  const scope = (params: object) => call(octavo.address, 'GET /ext/scope', params, String(first.accessToken));
  expect(await scope({})).toMatchObject(shared);
  expect(await scope({ refresh: 1 })).toMatchObject({ ...shared, grantTime: expect.any(Number) });
  expect(await scope({ vid: 'u_somebody' })).toMatchObject({ error: 'no_permission' });
  const who = new URLSearchParams({ subject: String(first.openId) });
  await fetch(`${env.OCTAVO_AUTH_ADMIN_URL}/oauth2/auth/sessions/consent?${who}`, { method: 'DELETE' });
  expect(await scope({ refresh: 1 })).toMatchObject({ state: 'revoked', scopes: [] });

  const wrong = await run(['device', 'approve', '--user', 'ann', '--code', 'BBBB-BBBB'], env);
  expect([wrong.code, wrong.err]).toEqual([2, expect.not.stringContaining('    at ')]);
  for (const program of [octavo, authsrv]) {
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  }
});
