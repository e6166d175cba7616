// The API description and the settings page: they say what is served and read, no more and no less.

import type { RouteOptions } from 'fastify';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { createAuthServer } from '../../../server/auth/auth-server.ts';
import { createSwagger, operations } from '../../../server/auth/description/swagger.ts';
import { serveAdmin } from '../../../server/auth/listeners/admin-listener.ts';
import { servePublic } from '../../../server/auth/listeners/public-listener.ts';
import { publicPaths } from '../../../server/auth/oidc-provider/public-paths.ts';
import { defaultRegistration, defaultSettings } from '../../../server/auth/settings/settings.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import { type Database, openDatabase } from '../../../server/base/database/database.ts';
import { migrate } from '../../../server/base/database/migrations.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';
import { settingsPage } from '../../../server/cli/authsrv/settings-page.ts';
import { openHouse, registerReader } from '../accounts/house.ts';
import { browserAt, signInForTokens } from './authorize.ts';

test('every served route is described, and every described one is served', async () => {
  const log = createLog({ name: 'test', level: 'silent' });
  const database = await openDatabase<AuthTables>('memory');
  await migrate(database, authMigrations);
  const registration = { ...defaultRegistration, enabled: true };
  const settings = { ...defaultSettings, databaseUrl: 'memory', issuer: 'http://127.0.0.1:4444/', registration };
  const server = await createAuthServer({ ...settings, systemSecrets: ['a-system-secret-for-tests'] }, database, log);
  const served = new Set<string>();
  for (const tag of ['public', 'admin'] as const) {
    const app = createHttp({ log });
    app.addHook('onRoute', ({ method, url }: RouteOptions) => {
      if (url.includes('*')) return;
      for (const each of [method].flat()) {
        if (each !== 'HEAD') served.add(`${tag} ${each.toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`);
      }
    });
    if (tag === 'public') servePublic(app, server);
    else serveAdmin(app, server, 'test');
    await app.ready();
    await app.close();
  }
  // Served by the library below one route of ours.
  for (const [path, methods] of Object.entries(publicPaths)) {
    for (const method of methods) served.add(`public ${method.toLowerCase()} ${path}`);
  }
  served.add('public get /oauth2/auth/{uid}').add('public get /oauth2/device/verify/{uid}');
  const described = operations.map(({ tag, method, path }) => `${tag} ${method} ${path}`);
  expect([...served].sort()).toEqual([...new Set(described)].sort());
  server.stop();
  await database.close();
});

test('the description is Swagger 2.0 that generators understand', () => {
  const document = JSON.parse(JSON.stringify(createSwagger('1', 'rn:authsrv')));
  expect(document.swagger).toBe('2.0');
  expect(document.tags.map((tag: { name: string }) => tag.name)).toEqual(['public', 'admin']);
  const nodes = Object.values(document.paths).flatMap((path) => Object.values(path as object));
  const ids = nodes.map((operation) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const operation of nodes) {
    expect(Object.keys(operation.responses).length, operation.operationId).toBeGreaterThan(1);
    for (const tag of operation.tags) expect(['public', 'admin']).toContain(tag);
  }
  expect(JSON.stringify(document)).not.toMatch(/"(anyOf|oneOf|allOf|const|patternProperties|\$id)"/);
  expect(document.paths['/clients/{id}'].get).toMatchObject({
    'x-resource': 'rn:authsrv:clients:<id>',
    parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
  });
});

test('real replies have the form that is described', async () => {
  const database = await openDatabase<AuthTables & AccountTables>('memory');
  const house = await openHouse(database as Database<AuthTables & AccountTables>);
  await registerReader(house);
  const browser = browserAt(house);
  const login = (await browser.open(await authorizationAddress(house.issuer))).url.searchParams.get('login_challenge');
  const check = async (method: string, address: string, id: string, body?: object) => {
    const { status, body: reply } = await house.call(method, address, body);
    const schema = operations.find((operation) => operation.id === id)?.replies[status]?.schema;
    expect(schema, `${id} ${status} ${JSON.stringify(reply)}`).toBeDefined();
    const [problem] = Value.Errors(schema as object, reply);
    expect(problem, `${id} ${JSON.stringify(reply)}`).toBeUndefined();
    return reply;
  };
  await check('GET', `/oauth2/auth/requests/login?login_challenge=${login}`, 'getLoginRequest');
  const accept = `/oauth2/auth/requests/login/accept?login_challenge=${login}`;
  const { redirect_to } = await check('PUT', accept, 'acceptLoginRequest', { subject: 'ada', remember: true });
  const consent = (await browser.open(String(redirect_to))).url.searchParams.get('consent_challenge');
  await check('GET', `/oauth2/auth/requests/consent?consent_challenge=${consent}`, 'getConsentRequest');
  const { tokens } = await signInForTokens(house, {
    login: { remember: true },
    consent: { remember: true, session: { access_token: { username: 'ann' } } },
  });
  await check('GET', '/clients', 'listOAuth2Clients');
  const secret = await check('POST', '/clients', 'createOAuth2Client', { redirect_uris: ['https://app.example/cb'] });
  expect(secret.client_secret).toBeTypeOf('string');
  await check('GET', '/jwks', 'listJsonWebKeySets');
  await check('GET', '/jwks/authsrv.openid.id-token', 'getJsonWebKeySet');
  await check('POST', '/jwks/mine', 'createJsonWebKeySet', { alg: 'HS512' });
  await check('GET', '/oauth2/auth/sessions/login?subject=ada', 'listAuthenticationSessions');
  await check('GET', '/oauth2/auth/sessions/consent?subject=ada', 'listSubjectConsentSessions');
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const told = await check('POST', '/oauth2/introspect', 'introspectOAuth2Token', { token });
    expect(told).toMatchObject({ active: true, username: 'ann', ext: { username: 'ann' }, sub: 'ada' });
  }
  await check('POST', '/oauth2/introspect', 'introspectOAuth2Token', { token: 'nonsense' });
  await check('GET', '/health/alive', 'isInstanceAlive');
  await check('GET', '/health/ready', 'isInstanceReady');
  await check('GET', '/version', 'getVersion');
  const { body } = await house.call('GET', '/swagger.json');
  expect(body).toEqual(JSON.parse(JSON.stringify(createSwagger('test', 'rn:authsrv'))));
  await house.close();
  await database.close();
});

test('the settings page is what the schema says', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../../docs/authorization-server-settings.md');
});

async function authorizationAddress(issuer: string): Promise<URL> {
  const address = new URL(`${issuer}oauth2/auth`);
  address.search = new URLSearchParams({
    client_id: 'octavo-reader',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1/callback',
    scope: 'openid',
    state: 'long enough',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }).toString();
  return address;
}
