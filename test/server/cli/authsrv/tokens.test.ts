// The commands on tokens against a running server. One is started as a program; the others run in this process.

import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../free-port.ts';
import { authorize, browserAt } from '../../auth/authorize.ts';
import { launch } from '../../programs.ts';
import { commandHouse } from './command-house.ts';

const one = commandHouse();
const { authsrv } = one;
const machine = { OAUTH2_CLIENT_ID: 'machine', OAUTH2_CLIENT_SECRET: 'machine-secret' };

test('token client, introspect, revoke and flush', async () => {
  await authsrv(
    'clients create --id machine --secret machine-secret -g client_credentials --scope a,b --audience https://api.example',
  );
  const got = await authsrv('token client --scope a --audience https://api.example', { environment: machine });
  expect(got.code, got.notes).toBe(0);
  const token = got.output.trim();
  const whole = await authsrv('token client --client-id machine --client-secret machine-secret --format json');
  expect(whole.json()).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number) });
  const asked = await authsrv('token introspect -', { environment: machine, input: `${token}\n` });
  expect(asked.json()).toMatchObject({ active: true, client_id: 'machine', scope: 'a', aud: ['https://api.example'] });
  expect((await authsrv(`token introspect ${token} --scope b`)).json()).toEqual({ active: false });
  const dashed = `-${'a'.repeat(42)}.${'b'.repeat(86)}`;
  expect((await authsrv(`token introspect ${dashed} --scope a`)).json()).toEqual({ active: false });
  expect(await authsrv(`token revoke ${token}`, { environment: machine })).toMatchObject({
    code: 0,
    output: '',
    notes: 'The token is revoked.\n',
  });
  expect((await authsrv(`token introspect ${token}`)).json()).toEqual({ active: false });

  const wrong = await authsrv('token client', { environment: { ...machine, OAUTH2_CLIENT_SECRET: 'wrong' } });
  expect(wrong).toMatchObject({ code: 1, output: '', notes: expect.stringMatching(/\(invalid_client\)\n$/) });
  expect((await authsrv('token client --scope c', { environment: machine })).notes).toMatch(/\(invalid_scope\)\n$/);
  expect((await authsrv('token revoke x --client-id nobody')).notes).toMatch(/\(invalid_client\)\n$/);
  const misnamed = await authsrv(
    ['token', 'client', '--endpoint', one.house.issuer.replace('127.0.0.1', 'localhost')],
    {
      environment: machine,
    },
  );
  expect(misnamed.notes).toContain(`calls itself ${one.house.issuer}; give that address.`);

  const row = () =>
    one.house.database.kysely.selectFrom('oauth_record').select('id').where('client_id', '=', 'machine').execute();
  expect(await row()).not.toHaveLength(0);
  await one.house.database.kysely
    .updateTable('oauth_record')
    .set({ expires_at: Math.floor(Date.now() / 1000) - 60 })
    .where('client_id', '=', 'machine')
    .execute();
  expect((await authsrv('token flush --min-age 1h')).code).toBe(0);
  expect(await row()).not.toHaveLength(0);
  expect(await authsrv('token flush')).toMatchObject({ code: 0, notes: 'What was over is removed.\n' });
  expect(await row()).toHaveLength(0);
});

/** Goes where the command says, signs in, and comes back to it. */
async function comeBack(address: string, decisions: Parameters<typeof authorize>[2] = {}) {
  const callback = await authorize(one.house, new URL(address), decisions);
  const stranger = new URL(callback);
  stranger.searchParams.set('state', 'another');
  expect((await fetch(stranger)).status).toBe(400);
  expect((await fetch(new URL('/', callback))).status).toBe(404);
  const page = await fetch(callback);
  expect(page.headers.get('cache-control')).toBe('no-store');
  return page.text();
}

test('token user signs a person in by the browser, with PKCE, and prints the tokens', async () => {
  await authsrv(
    'clients create --id native --token-endpoint-auth-method none -g authorization_code,refresh_token -c http://127.0.0.1/callback --scope openid,offline',
  );
  let page = '';
  const signedIn = await authsrv('token user --client-id native --port 0', {
    openBrowser: async (address) => {
      expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
      page = await comeBack(address);
      return true;
    },
  });
  expect(signedIn.code, signedIn.notes).toBe(0);
  expect(page).toContain('You are signed in');
  const [, access = '', refresh = ''] = /Access token:\n\t(\S+)\nRefresh token:\n\t(\S+)\n/.exec(signedIn.output) ?? [];
  expect((await authsrv(`token introspect ${access}`)).json()).toMatchObject({ active: true, sub: 'ada' });
  expect((await authsrv(`token introspect ${refresh}`)).json()).toMatchObject({ token_type: 'refresh_token' });

  const refused = await authsrv('token user --client-id native --port 0', {
    openBrowser: async (address) => (await comeBack(address, { reject: 'consent' })) !== '',
  });
  expect(refused).toMatchObject({ code: 1, output: '', notes: expect.stringContaining('No, thanks. (access_denied)') });
  const silent = await authsrv('token user --client-id native --port 0 --prompt none --format json', {
    openBrowser: async (address) => (await fetch((await browserAt(one.house).open(address)).url)).ok,
  });
  expect(silent).toMatchObject({ code: 1, notes: expect.stringContaining('(login_required)') });
  const late = await authsrv('token user --client-id native --port 0 --timeout 0s --no-open');
  expect(late).toMatchObject({ code: 1, notes: expect.stringContaining('Nobody signed in within 0 seconds') });
  const taken = new URL(one.house.admin).port;
  expect(await authsrv(`token user --client-id native --port ${taken}`)).toMatchObject({
    code: 2,
    notes: expect.stringContaining('in use by another program'),
  });
});

test('the program itself: token user, and what it prints where', { timeout: 60_000 }, async () => {
  await authsrv(
    'clients create --id confidential --secret a-secret-of-its-own --token-endpoint-auth-method client_secret_post -g authorization_code -c http://127.0.0.1:4446/callback,http://127.0.0.1/callback --scope openid',
  );
  const port = await freePort();
  await authsrv(`clients update confidential -c http://127.0.0.1:${port}/callback`);
  const options = '--scope openid --token-endpoint-auth-method client_secret_post --format json';
  const { process, output, ended } = launch(
    'authsrv',
    ['token', 'user', '--no-open', '--port', String(port), ...options.split(' ')],
    {
      OAUTH2_ISSUER_URL: one.house.issuer,
      OAUTH2_CLIENT_ID: 'confidential',
      OAUTH2_CLIENT_SECRET: 'a-secret-of-its-own',
    },
  );
  onTestFinished(() => void process.kill('SIGKILL'));
  await expect.poll(() => output.err, { timeout: 40_000 }).toMatch(/^Open:\n\n(\S+)\n/);
  await comeBack(output.err.split('\n')[2] ?? '');
  expect(await ended).toBe(0);
  expect(output.err).not.toContain('a-secret-of-its-own');
  expect(JSON.parse(output.out)).toMatchObject({
    access_token: expect.any(String),
    id_token: expect.any(String),
    scope: 'openid',
  });
});
