// The two listeners: TLS and its renewal, plain http, cross-origin requests, limits, malformed requests, header
// injection, paths of former releases, and the pages that stand in for a provider's.

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { createAuthServer } from '../../../server/auth/auth-server.ts';
import { answerErrors } from '../../../server/auth/error-replies.ts';
import { openListeners } from '../../../server/auth/listeners/listen.ts';
import { requireTls } from '../../../server/auth/listeners/require-tls.ts';
import { type AuthSettings, defaultCors, defaultSettings } from '../../../server/auth/settings/settings.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../server/base/database/database.ts';
import { migrate } from '../../../server/base/database/migrations.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { readTls } from '../../../server/base/http/tls.ts';
import { createLog } from '../../../server/base/log.ts';
import { type House, openHouse, registerReader } from '../accounts/house.ts';
import { firstCertificate, secondCertificate } from '../base/certificates.ts';
import { browserAt } from './authorize.ts';

const log = createLog({ name: 'test', level: 'silent' });
const app = 'https://app.example';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

async function memory() {
  const database = await openDatabase<AuthTables & AccountTables>('memory');
  onTestFinished(() => database.close());
  return database;
}

async function listenersWith(change: Partial<AuthSettings>) {
  const database = await openDatabase<AuthTables>('memory');
  await migrate(database, authMigrations);
  const settings: AuthSettings = {
    ...defaultSettings,
    databaseUrl: 'memory',
    issuer: 'https://127.0.0.1/',
    systemSecrets: ['a-system-secret-for-tests'],
    public: { host: '127.0.0.1', port: 0 },
    admin: { host: '127.0.0.1', port: 0 },
    ...change,
  };
  const server = await createAuthServer(settings, database, log);
  const listeners = await openListeners(server, 'all', 'test');
  onTestFinished(async () => {
    await listeners.close();
    server.stop();
    await database.close();
  });
  return listeners;
}

/** The certificate that a listener shows, and its answer. */
async function askTls(address: string, path: string): Promise<{ subject: string; reply: string }> {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const subject = String(socket.getPeerCertificate().subject.CN);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  let reply = '';
  for await (const chunk of socket) reply += String(chunk);
  return { subject, reply };
}

/** The bytes of a request as no client library would send them. */
async function raw(address: string, text: string): Promise<string> {
  const socket = connectPlain(Number(new URL(address).port), '127.0.0.1');
  socket.write(text);
  let reply = '';
  for await (const chunk of socket) reply += String(chunk);
  return reply;
}

describe('TLS', () => {
  test('certificate and key come from files, and a renewed certificate is taken up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-tls-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const certPath = join(folder, 'cert.pem');
    const keyPath = join(folder, 'key.pem');
    await writeFile(certPath, firstCertificate.cert);
    await writeFile(keyPath, firstCertificate.key);
    const listeners = await listenersWith({ tls: { certPath, keyPath } });
    expect(listeners.public).toMatch(/^https:/);
    for (const address of [listeners.public, listeners.admin]) {
      const { subject, reply } = await askTls(address ?? '', '/health/ready');
      expect([subject, reply]).toEqual(['octavo-test-1', expect.stringContaining('200 OK')]);
    }
    // Half of the renewal is there: the former pair stays.
    await writeFile(certPath, secondCertificate.cert);
    listeners.renewTls();
    expect((await askTls(listeners.admin ?? '', '/version')).subject).toBe('octavo-test-1');
    await writeFile(keyPath, secondCertificate.key);
    listeners.renewTls();
    for (const address of [listeners.public, listeners.admin]) {
      expect((await askTls(address ?? '', '/health/alive')).subject).toBe('octavo-test-2');
    }
  });

  test('they may stand in the settings themselves, and are refused when they do not fit', () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const { cert, key } = firstCertificate;
    expect(readTls({ cert: base64(cert), key: base64(key) })).toEqual(firstCertificate);
    expect(() => readTls({ cert, key: secondCertificate.key })).toThrow('does not belong');
    expect(() => readTls({ cert: 'nonsense', key })).toThrow('not valid PEM');
    expect(() => readTls({ certPath: '/nowhere.pem', keyPath: '/nowhere.pem' })).toThrow('/nowhere.pem');
  });

  test('plain http from another machine is refused, except through a named proxy that used TLS', async () => {
    const from = async (listener: 'public' | 'admin', change: Partial<AuthSettings>, request: object) => {
      const settings = {
        ...defaultSettings,
        databaseUrl: '',
        issuer: 'https://id.example/',
        systemSecrets: [],
        ...change,
      };
      const http = createHttp({ log });
      const hook = requireTls(settings, listener);
      http.register(async (scope) => {
        answerErrors(scope);
        if (hook) scope.addHook('onRequest', hook);
        scope.get('/*', async () => ({ ok: true }));
      });
      const { statusCode } = await http.inject({ url: '/x', ...request });
      await http.close();
      return statusCode;
    };
    const proxied = { trustedProxies: ['10.1.0.0/16', 'fd00::/8'] };
    const https = { 'x-forwarded-proto': 'https' };
    const far = { remoteAddress: '203.0.113.7' };
    const proxy = { remoteAddress: '::ffff:10.1.2.3' };
    expect(await from('public', {}, { remoteAddress: '127.0.0.1' })).toBe(200);
    expect(await from('public', {}, { remoteAddress: '::1' })).toBe(200);
    expect(await from('public', {}, far)).toBe(400);
    expect(await from('public', {}, { ...far, headers: https })).toBe(400);
    expect(await from('public', {}, { ...far, url: '/health/ready' })).toBe(200);
    expect(await from('public', proxied, { ...proxy, headers: https })).toBe(200);
    expect(await from('public', proxied, { remoteAddress: 'fd00::5', headers: https })).toBe(200);
    expect(await from('public', proxied, proxy)).toBe(400);
    expect(await from('public', proxied, { ...proxy, headers: { 'x-forwarded-proto': 'http' } })).toBe(400);
    expect(await from('public', {}, { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-proto': 'http' } })).toBe(
      400,
    );
    expect(await from('admin', proxied, proxy)).toBe(200);
    expect(await from('admin', proxied, far)).toBe(400);
    expect(await from('admin', { dangerousForceHttp: true }, far)).toBe(200);
  });
});

describe('other origins', () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const ask = (address: string, origin: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { ...init.headers, origin } });

  test('are told nothing unless it is turned on', async () => {
    const house = await openHouse(await memory());
    await registerReader(house, { allowed_cors_origins: [app] });
    for (const path of ['.well-known/openid-configuration', '.well-known/jwks.json', 'oauth2/token', 'userinfo']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const headers = method === 'OPTIONS' ? preflight : {};
        const reply = await ask(house.issuer + path, app, { method, headers });
        const names = [...reply.headers.keys()].filter((name) => name.startsWith('access-control'));
        expect(names, `${method} ${path}`).toEqual([]);
      }
    }
    await house.close();
  });

  test('those of the settings may use the listener, those of a client its endpoints', async () => {
    const cors = { ...defaultCors, enabled: true, origins: ['https://*.example.org'], credentials: true };
    const house = await openHouse(await memory(), { cors: { public: cors, admin: defaultCors } });
    await registerReader(house, { allowed_cors_origins: [app] });
    const ours = 'https://pages.example.org';
    const before = await ask(`${house.issuer}oauth2/token`, ours, { method: 'OPTIONS', headers: preflight });
    expect(before.status).toBe(204);
    expect(Object.fromEntries(before.headers)).toMatchObject({
      'access-control-allow-origin': ours,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'Authorization, Content-Type',
      vary: 'Origin',
    });
    const token = (origin: string, client: string) =>
      ask(`${house.issuer}oauth2/token`, origin, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: client }),
      });
    const allowed = async (reply: Promise<Response>) => (await reply).headers.get('access-control-allow-origin');
    expect(await allowed(token(ours, 'octavo-reader'))).toBe(ours);
    expect(await allowed(token(app, 'octavo-reader'))).toBe(app);
    await registerReader(house, { client_id: 'other', allowed_cors_origins: [] });
    for (const origin of ['https://evil.example', 'https://evilexample.org', 'http://pages.example.org', 'null']) {
      expect(await allowed(token(origin, 'octavo-reader')), origin).toBeNull();
    }
    expect(await allowed(token(app, 'other'))).toBeNull();
    expect(await allowed(ask(`${house.issuer}.well-known/openid-configuration`, app))).not.toBeNull();
    expect((await ask(`${house.admin}/clients`, ours)).status).toBe(403);
    const wrong = { client_id: 'w', redirect_uris: ['https://a.example/'], allowed_cors_origins: [`${app}/path`] };
    expect((await house.call('POST', '/clients', wrong)).body.error).toBe('invalid_client_metadata');
    await house.close();
  });

  test('the administration answers a page only where it was named', async () => {
    const admin = { ...defaultCors, enabled: true, origins: [app] };
    const house = await openHouse(await memory(), { cors: { public: defaultCors, admin } });
    const reply = await ask(`${house.admin}/clients`, app, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, app]);
    expect((await ask(`${house.admin}/clients/x`, app, { method: 'OPTIONS', headers: preflight })).status).toBe(204);
    expect((await ask(`${house.admin}/clients`, 'https://evil.example')).status).toBe(403);
    await house.close();
  });
});

test('what anybody may ask is limited by address', async () => {
  const house = await openHouse(await memory(), { anonymousRequestsPerMinute: 3 });
  const ask = (path: string) => fetch(house.issuer + path, { redirect: 'manual' });
  const statuses = async (path: string, times: number) => {
    const replies = await Promise.all(Array.from({ length: times }, () => ask(path)));
    return replies.map((reply) => reply.status === 429).sort();
  };
  expect(await statuses('oauth2/auth?client_id=x', 5)).toEqual([false, false, false, true, true]);
  expect(await statuses('oauth2/device/verify', 1)).toEqual([true]);
  expect(await statuses('oauth2/sessions/logout', 4)).toEqual([false, false, false, true]);
  // Nor is the limit that of one spelling.
  expect(await statuses('oauth2/sessions/%6Cogout', 1)).toEqual([true]);
  const refused = await ask('oauth2/auth');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: 'too_many_requests', status_code: 429 });
  expect(await statuses('health/alive', 4)).not.toContain(true);
  await house.close();
});

describe('requests that are wrong', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
    await registerReader(house);
  });
  afterAll(async () => {
    await house.close();
    await house.database.close();
  });

  test('have flat errors: method, size, type, syntax and depth', async () => {
    const json = { 'content-type': 'application/json' };
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    const large = `token=${'x'.repeat(60_000)}`;
    const wrong: [string, string, RequestInit, number, string][] = [
      ['admin', '/clients', { method: 'PATCH' }, 405, 'method_not_allowed'],
      ['public', 'oauth2/token', { method: 'DELETE' }, 405, 'method_not_allowed'],
      ['public', 'oauth2/token', { method: 'POST', headers: json, body: '{}' }, 415, 'unsupported_media_type'],
      ['public', 'oauth2/revoke', { method: 'POST', headers: formType, body: large }, 413, 'payload_too_large'],
      ['public', 'oauth2/auth', { method: 'POST', headers: json, body: '{}' }, 415, 'unsupported_media_type'],
      ['admin', '/clients', { method: 'POST', headers: json, body: '{"a":' }, 400, 'invalid_request'],
      ['admin', '/clients', { method: 'POST', headers: json, body: deep }, 400, 'invalid_request'],
      ['admin', '/clients', { method: 'POST', headers: json, body: '{"__proto__":{}}' }, 400, 'invalid_request'],
      [
        'admin',
        '/clients',
        { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
        415,
        'unsupported_media_type',
      ],
      [
        'admin',
        '/clients',
        { method: 'POST', headers: json, body: `"${'x'.repeat(1_100_000)}"` },
        413,
        'payload_too_large',
      ],
      ['admin', '/clients', { method: 'POST', headers: json, body: '{"public":true}' }, 400, 'invalid_request'],
      ['admin', '/nothing', {}, 404, 'not_found'],
      ['public', '%', {}, 400, 'invalid_request'],
    ];
    for (const [listener, path, init, status, error] of wrong) {
      const reply = await fetch((listener === 'admin' ? house.admin : house.issuer) + path, init);
      const body = (await reply.json()) as Record<string, unknown>;
      expect([reply.status, body.error, body.status_code], `${path} ${JSON.stringify(body)}`).toEqual([
        status,
        error,
        status,
      ]);
      expect(body.error_description).toBeTypeOf('string');
      expect(Object.values(body).some((value) => typeof value === 'object')).toBe(false);
    }
    const { body } = await house.call('POST', '/clients', { public: true });
    expect(body.error_hint).toContain('token_endpoint_auth_method');
  });

  test('the engine is reached by the one spelling of its paths only', async () => {
    const spellings =
      'oauth2/AUTH oauth2/auth/ oauth2/%61uth oauth2//auth oauth2/Auth/x oauth2/auth/x/ OAUTH2/TOKEN userinfo/';
    const more =
      'oauth2/device/VERIFY oauth2/sessions/LOGOUT oauth2/sessions/logout/ oauth2/auth;x .well-known/JWKS.json';
    for (const path of `${spellings} ${more}`.split(' ')) {
      const reply = await raw(house.public, `GET /${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([path, reply.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 404 Not Found']);
      expect(reply).toContain('"error":"not_found"');
    }
  });

  test('paths of former releases are gone', async () => {
    const gone = [
      'health/status',
      'health/metrics',
      'oauth2/consent/requests/1',
      'oauth2/consent/requests/1/accept',
      'oauth2/auth/requests/login/challenge',
      'policies',
      'warden/allowed',
      'roles',
    ];
    for (const path of gone) {
      for (const address of [`${house.admin}/`, house.issuer]) {
        const reply = await fetch(address + path);
        expect([path, reply.status, await reply.json()]).toMatchObject([path, 404, { error: 'not_found' }]);
      }
    }
  });

  test('no header comes of what was sent', async () => {
    const line = '%0d%0aSet-Cookie:%20evil=1%0d%0a%0d%0a<html>';
    for (const path of [
      `/oauth2/auth?client_id=${line}&state=${line}&redirect_uri=${line}`,
      `/oauth2/sessions/logout?state=${line}&post_logout_redirect_uri=${line}`,
      `/oauth2/device/verify?user_code=${line}`,
      `/oauth2/fallbacks/error?error=${line}`,
      `/nothing${line}`,
    ]) {
      const reply = await raw(house.public, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const [head = ''] = reply.split('\r\n\r\n');
      expect(reply, path).toMatch(/^HTTP\/1\.1 \d/);
      expect(head.toLowerCase(), path).not.toContain('\nset-cookie: evil');
    }
    const id = await raw(
      house.public,
      'GET /health/alive HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\tb\r\nConnection: close\r\n\r\n',
    );
    expect(id).not.toContain('a\tb');
    const large = await raw(house.public, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(JSON.parse(large.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'invalid_request', status_code: 400 });
    // Two lengths are what smuggling begins with.
    const two = await raw(
      house.admin,
      'POST /clients HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect(two).toMatch(/^HTTP\/1\.1 400/);
  });

  test('pages that stand in for a provider’s explain what to do, and run nothing', async () => {
    const bare = await openHouse(await memory(), { loginUrl: undefined, consentUrl: undefined });
    await registerReader(bare);
    const page = await browserAt(bare).open(`${bare.issuer}oauth2/fallbacks/login?login_challenge=abc`);
    expect(page.status).toBe(501);
    expect(page.html).toContain('OAUTH2_LOGIN_URL');
    expect(page.html).toContain('/oauth2/auth/requests/login/accept?login_challenge=abc');
    for (const name of ['login', 'consent', 'logout', 'device', 'error', 'logout/callback']) {
      const query = '?login_challenge="><script>&error=<b>x</b>&error_description=%00';
      const reply = await fetch(`${bare.issuer}oauth2/fallbacks/${name}${query}`);
      expect(await reply.text()).not.toMatch(/<script|<b>/);
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    await bare.close();
  });

  test('health, figures and version', async () => {
    for (const path of ['/metrics', '/health/scrape']) {
      const reply = await fetch(house.admin + path);
      expect(reply.headers.get('content-type')).toContain('text/plain');
      expect(await reply.text()).toContain('http_request_duration_seconds');
    }
    for (const path of ['metrics', 'health/scrape', 'version', 'swagger.json', 'clients']) {
      expect((await fetch(house.issuer + path)).status).toBe(404);
    }
  });
});

test('readiness is refused when the database is gone', async () => {
  const database = await openDatabase<AuthTables & AccountTables>('memory');
  const house = await openHouse(database);
  await database.close();
  expect((await fetch(`${house.admin}/health/ready`)).status).toBe(503);
  const reply = await fetch(`${house.issuer}health/ready`);
  expect([reply.status, await reply.json()]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
  expect((await fetch(`${house.admin}/health/alive`)).status).toBe(200);
  await house.close();
});
