// The commands on the server itself: how it is reached, its version, and its database.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { authMigrations } from '../../../../server/auth/storage/migrations.ts';
import { sqliteUrl } from '../../../../server/base/database/database.ts';
import { commandHouse } from './command-house.ts';

const one = commandHouse();
const { authsrv } = one;

test('a gateway gets the access token, or the user and password of the address, at a path of its own', async () => {
  const seen: (string | undefined)[] = [];
  const gateway = createServer((request, response) => {
    seen.push(request.url, request.headers.authorization);
    response.setHeader('content-type', 'application/json').end('[]');
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  onTestFinished(() => void gateway.close());
  const address = `127.0.0.1:${(gateway.address() as AddressInfo).port}/below`;
  await authsrv(`clients list --endpoint http://${address} --access-token abc`);
  await authsrv(`--endpoint http://${address}/ clients list`, { environment: { OAUTH2_ACCESS_TOKEN: 'def' } });
  await authsrv(`clients list --endpoint=http://ann:p%40ss@${address}`);
  await authsrv(`token introspect x --endpoint http://${address} --client-id a --client-secret b:c`);
  const path = '/below/clients?limit=100&offset=0';
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(seen).toEqual([
    path,
    'Bearer abc',
    path,
    'Bearer def',
    path,
    encoded('ann:p@ss'),
    '/below/oauth2/introspect',
    encoded('a:b%3Ac'),
  ]);
});

test('version: of the program, and of a server when one is named', async () => {
  expect((await authsrv('version')).output).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await authsrv(`version --endpoint ${one.house.admin} --format json`)).json()).toMatchObject({
    server: 'test',
  });
});

test('migrate sql shows its plan, asks, and applies it once', async () => {
  const url = sqliteUrl(join(one.folder, 'new.sqlite'));
  const environment = { DATABASE_URL: url };
  const asked = await authsrv('migrate sql', { environment });
  expect(asked).toMatchObject({ code: 2, output: expect.stringContaining('These steps will be applied') });
  expect(asked.notes).toContain('Nothing was changed. Give --yes');
  expect((await authsrv('migrate sql', { environment, types: 'no' })).notes).toContain('Nothing was changed.');
  const done = await authsrv('migrate sql', { environment, types: 'y' });
  expect(done, done.notes).toMatchObject({ code: 0, output: expect.stringMatching(/Applied \d+ steps?\.\n$/) });
  expect(done.notes).toContain('Make a backup first. Apply them now?');
  expect((await authsrv(['migrate', 'sql', url, '--yes'])).output).toMatch(/is up to date\.\n$/);
  const other = { DATABASE_URL: sqliteUrl(join(one.folder, 'other.sqlite')) };
  const config = await one.file('authsrv.yaml', `DATABASE_URL: ${url}\n`);
  expect((await authsrv(['migrate', 'sql', '--config', config])).output).toMatch(/is up to date\.\n$/);
  const plan = (await authsrv('migrate sql --yes --format json', { environment: other })).json();
  expect((plan.applied as string[]).length).toBe(authMigrations.migrations.length);
});
