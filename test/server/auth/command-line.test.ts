// The program itself: start, ready line, refusals, `kill -9` between issue and use, a clean stop, migration and client
// commands. Nothing secret is readable in the database file.

import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client from 'openid-client';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteUrl } from '../../../server/base/database/database.ts';
import { freePort } from '../../free-port.ts';
import { codeRequest, configure, type House, registerReader } from '../accounts/house.ts';
import { forEachDatabase } from '../databases.ts';
import { type Launched, launch } from '../programs.ts';
import { authorize, browserAt, introspect, signIn } from './authorize.ts';

const secret = 'a-system-secret-for-tests';

function run(args: string[], environment: Record<string, string>): Launched {
  const launched = launch('authsrv', args, { LOG_LEVEL: 'warn', SYSTEM_SECRET: secret, ...environment });
  onTestFinished(async () => {
    launched.process.kill('SIGKILL');
    await launched.ended;
  });
  return launched;
}

/** The first that it says, or its end. */
function printed({ process, ended }: Launched): Promise<unknown> {
  return Promise.race([process.stdout && once(process.stdout, 'data'), ended]);
}

async function serve(environment: Record<string, string>): Promise<{ run: Launched; house: House }> {
  const started = run(['serve', 'all'], environment);
  await printed(started);
  const [, issuer = '', admin = ''] = /^authsrv ready public=(\S+) admin=(\S+)\n$/.exec(started.output.out) ?? [];
  expect(issuer, started.output.err).not.toBe('');
  return { run: started, house: { issuer: `${issuer}/`, admin, call: caller(admin) } as House };
}

function caller(admin: string): House['call'] {
  return async (method, path, body) => {
    const response = await fetch(admin + path, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
  };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'octavo-authsrv-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('kill -9 between issue and use loses nothing, and the file holds no usable secret', {
  timeout: 300_000,
}, async () => {
  const path = await folder();
  const environment = {
    DATABASE_URL: sqliteUrl(join(path, 'auth.sqlite')),
    PUBLIC_PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
  };
  let { run: first, house } = await serve(environment);
  await registerReader(house);
  const browser = browserAt(house);
  const { config, request, callback } = await signIn(
    house,
    { login: { remember: true, remember_for: 600 }, consent: { remember: true } },
    browser,
  );
  const halfway = (await browser.open((await codeRequest(config)).url)).url.searchParams.get('login_challenge');
  first.process.kill('SIGKILL');
  await first.ended;

  ({ run: first, house } = await serve(environment));
  const tokens = await client.authorizationCodeGrant(config, callback, request.checks);
  first.process.kill('SIGKILL');
  await first.ended;

  const second = await serve(environment);
  ({ house } = second);
  expect(await introspect(house, tokens.access_token)).toMatchObject({ active: true, sub: 'ada' });
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.claims()).toMatchObject({ sub: 'ada', name: 'Ada L.' });
  const half = await house.call('GET', `/oauth2/auth/requests/login?login_challenge=${halfway}`);
  expect(half.body).toMatchObject({ skip: true, subject: 'ada' });
  const silent = await codeRequest(await configure(house), { prompt: 'none' });
  expect((await authorize(house, silent.url, {}, browser)).searchParams.get('code')).not.toBeNull();

  second.run.process.kill('SIGTERM');
  expect(await second.run.ended).toBe(0);
  const files = (await readdir(path)).map((name) => readFile(join(path, name), 'latin1'));
  const bytes = (await Promise.all(files)).join('');
  expect(bytes.length).toBeGreaterThan(0);
  for (const value of [tokens.access_token, tokens.refresh_token ?? '', refreshed.access_token, secret]) {
    expect(bytes).not.toContain(value.split('.')[0]);
  }
  expect(bytes).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  expect(bytes).not.toContain('PRIVATE KEY');
});

test('public and administration as two processes on one database', { timeout: 300_000 }, async () => {
  const environment = {
    DATABASE_URL: sqliteUrl(join(await folder(), 'auth.sqlite')),
    PUBLIC_PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
  };
  const administration = run(['serve', 'admin'], environment);
  await printed(administration);
  expect(administration.output.out).toBe(`authsrv ready admin=http://127.0.0.1:${environment.ADMIN_PORT}\n`);
  const open = run(['serve', 'public'], environment);
  await printed(open);
  expect(open.output.out).toBe(`authsrv ready public=http://127.0.0.1:${environment.PUBLIC_PORT}\n`);
  const admin = `http://127.0.0.1:${environment.ADMIN_PORT}`;
  const house = { issuer: `http://127.0.0.1:${environment.PUBLIC_PORT}/`, admin, call: caller(admin) } as House;
  await registerReader(house);
  const { config, request, callback } = await signIn(house);
  const tokens = await client.authorizationCodeGrant(config, callback, request.checks);
  expect(await introspect(house, tokens.access_token)).toMatchObject({ active: true, sub: 'ada' });
});

test('a lost secret is told, and a replaced one keeps the former working', { timeout: 300_000 }, async () => {
  const path = await folder();
  const environment = {
    DATABASE_URL: sqliteUrl(join(path, 'auth.sqlite')),
    PUBLIC_PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
  };
  let { run: server, house } = await serve(environment);
  await registerReader(house);
  const { config, request, callback } = await signIn(house);
  const tokens = await client.authorizationCodeGrant(config, callback, request.checks);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  ({ run: server, house } = await serve({ ...environment, SYSTEM_SECRET: `another-system-secret,${secret}` }));
  expect(await introspect(house, tokens.access_token)).toMatchObject({ active: true });
  server.process.kill('SIGINT');
  expect(await server.ended).toBe(0);

  // What is stored was sealed anew with the replacement, so the former alone no longer opens it.
  const lost = run(['serve', 'all'], environment);
  expect(await lost.ended).toBe(2);
  expect(lost.output.err).toContain('add the former secret');
});

test('a wrong start is refused in one sentence with exit code 2', { timeout: 300_000 }, async () => {
  const path = await folder();
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo;
  const database = { DATABASE_URL: sqliteUrl(join(path, 'auth.sqlite')) };
  const wrong: [string[], Record<string, string>, string][] = [
    [['serve', 'public'], { DATABASE_URL: 'memory' }, 'memory is for "serve all"'],
    [['serve', 'everything'], database, 'Say what to serve'],
    [['serve', 'all'], {}, 'DATABASE_URL'],
    [['serve', 'all'], { ...database, SYSTEM_SECRET: 'short' }, 'Set SYSTEM_SECRET'],
    [['serve', 'all'], { ...database, PUBLIC_PORT: 'http' }, 'must be a port number'],
    [['serve', 'all'], { ...database, OAUTH2_ISSUER_URL: 'http://auth.example/' }, 'must use https'],
    [['serve', 'all'], { ...database, REFRESH_TOKEN_LIFESPAN: 'soon' }, 'REFRESH_TOKEN_LIFESPAN'],
    [
      ['serve', 'all'],
      { ...database, PUBLIC_PORT: String(port), ADMIN_PORT: '0' },
      `Port ${port} on 127.0.0.1 is in use`,
    ],
  ];
  for (const [args, environment, sentence] of wrong) {
    const refused = run(args, environment);
    expect(await refused.ended, args.join(' ')).toBe(2);
    expect(refused.output.err).toContain(sentence);
    expect(refused.output.out).toBe('');
  }
  busy.close();
});

forEachDatabase((name, open) => {
  test('migrate sql shows its plan and asks for --yes', { timeout: 300_000 }, async () => {
    const environment = {
      DATABASE_URL: await open.url(),
      PUBLIC_PORT: String(await freePort()),
      ADMIN_PORT: String(await freePort()),
    };
    if (name === 'postgres') {
      const early = run(['serve', 'all'], environment);
      expect(await early.ended).toBe(2);
      expect(early.output.err).toContain('authsrv migrate sql');
    }
    const asked = run(['migrate', 'sql'], environment);
    expect(await asked.ended).toBe(2);
    expect(asked.output.out).toContain('0001 records, clients, keys, requests, consents');
    const done = run(['migrate', 'sql', '--yes'], environment);
    expect(await done.ended, done.output.err).toBe(0);
    const again = run(['migrate', 'sql', '--yes'], environment);
    expect(await again.ended).toBe(0);
    expect(again.output.out).toContain('is up to date');
    const { house } = await serve(environment);
    expect((await house.call('GET', '/health/ready')).status).toBe(200);
  });
});
