// The system secret of a running program is replaced: the first signs from then on, the former ones keep verifying.

import { createHmac, hkdfSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteUrl } from '../../../../server/base/database/database.ts';
import { launch } from '../../programs.ts';

/** For machines that are busy. */
const patient = { timeout: 40_000 };
const former = 'the-former-system-secret';
const next = 'the-next-system-secret';

function isSignedWith(secret: string, token: string): boolean {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'authsrv tokens', 64));
  const [random = '', signature] = token.split('.');
  return createHmac('sha512', key).update(Buffer.from(random, 'base64url')).digest('base64url') === signature;
}

test('the system secret is replaced without a restart', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-rotation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = join(folder, 'authsrv.yaml');
  const write = (secrets: string[]) =>
    writeFile(
      settings,
      `DATABASE_URL: ${sqliteUrl(join(folder, 'auth.sqlite'))}\nSYSTEM_SECRET: [${secrets.join(', ')}]\n`,
    );
  await write([former]);
  const args = ['serve', 'all', '--config', settings, '--public-port', '0', '--admin-port', '0', '--log-level', 'warn'];
  const { process: child, output, ended } = launch('authsrv', args, {});
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => output.out, patient).toContain('authsrv ready');
  const [, open = '', admin = ''] = /public=(\S+) admin=(\S+)/.exec(output.out) ?? [];

  const json = { 'content-type': 'application/json' };
  const client = {
    client_id: 'machine',
    client_secret: 'a-secret-of-its-own',
    grant_types: ['client_credentials'],
    response_types: [],
  };
  await fetch(`${admin}/clients`, { method: 'POST', headers: json, body: JSON.stringify(client) });
  const newToken = async () => {
    const headers = { authorization: `Basic ${btoa('machine:a-secret-of-its-own')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const reply = await fetch(`${open}/oauth2/token`, { method: 'POST', headers, body });
    return String(((await reply.json()) as { access_token?: string }).access_token);
  };
  const isActive = async (token: string) => {
    const reply = await fetch(`${admin}/oauth2/introspect`, { method: 'POST', body: new URLSearchParams({ token }) });
    return ((await reply.json()) as { active: boolean }).active;
  };
  const first = await newToken();
  expect([isSignedWith(former, first), await isActive(first)]).toEqual([true, true]);

  await write([next, former]);
  child.kill('SIGHUP');
  await expect.poll(async () => isSignedWith(next, await newToken()), patient).toBe(true);
  const second = await newToken();
  expect([await isActive(first), await isActive(second)]).toEqual([true, true]);

  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
