// Starts an authorization server and the account pages on real listeners for a test, over databases that the test
// gives, and speaks for a client and its browser.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';
import * as client from 'openid-client';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import { mountAccounts } from '../../../server/accounts/mount.ts';
import type { AccountTables } from '../../../server/accounts/tables.ts';
import { createAuthServer } from '../../../server/auth/auth-server.ts';
import { generateJwk } from '../../../server/auth/keys/key-algorithms.ts';
import { idTokenSet } from '../../../server/auth/keys/key-names.ts';
import { KeyStore } from '../../../server/auth/keys/keys.ts';
import { SecretRing } from '../../../server/auth/keys/secret-ring.ts';
import { openListeners } from '../../../server/auth/listeners/listen.ts';
import { type AuthSettings, defaultSettings } from '../../../server/auth/settings/settings.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import type { AuthTables } from '../../../server/auth/storage/tables.ts';
import type { Database } from '../../../server/base/database/database.ts';
import { migrate } from '../../../server/base/database/migrations.ts';
import { createHttp } from '../../../server/base/http/http.ts';
import { createLog } from '../../../server/base/log.ts';

export const systemSecret = 'a-system-secret-for-tests';
export const clientId = 'octavo-reader';

export interface House {
  issuer: string;
  /** Where the public listener is, whatever the issuer says. */
  public: string;
  admin: string;
  accounts: string;
  database: Database<AuthTables & AccountTables>;
  call(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

export async function openHouse(
  database: Database<AuthTables & AccountTables>,
  change: Partial<AuthSettings> = {},
): Promise<House> {
  const log = createLog({ name: 'test', level: process.env.TEST_LOG ?? 'silent' });
  const [publicPort, adminPort, accountsPort] = await freePorts(3);
  const accounts = `http://127.0.0.1:${accountsPort}`;
  const settings: AuthSettings = {
    ...defaultSettings,
    databaseUrl: 'given',
    issuer: `http://127.0.0.1:${publicPort}/`,
    loginUrl: `${accounts}/accounts/signin`,
    consentUrl: `${accounts}/accounts/consent`,
    logoutUrl: `${accounts}/accounts/signout`,
    deviceUrl: `${accounts}/accounts/device`,
    systemSecrets: [systemSecret],
    public: { host: '127.0.0.1', port: publicPort ?? 0 },
    admin: { host: '127.0.0.1', port: adminPort ?? 0 },
    keyActivation: 0,
    ...change,
  };
  await migrate(database, authMigrations);
  await migrate(database, accountMigrations);
  const narrow = database as unknown as Database<AuthTables>;
  const key = await giveSigningKey(new KeyStore(narrow, new SecretRing(settings.systemSecrets)));
  const server = await createAuthServer(settings, narrow, log);
  const listeners = await openListeners(server, 'all', 'test');
  const app = createHttp({ log });
  const admin = `http://127.0.0.1:${adminPort}`;
  const accountDatabase = database as unknown as Database<AccountTables>;
  mountAccounts(app, { database: accountDatabase, adminUrl: admin, issuerUrl: settings.issuer, log });
  await app.listen({ host: '127.0.0.1', port: accountsPort ?? 0 });
  return {
    issuer: settings.issuer,
    public: listeners.public ?? '',
    admin,
    accounts,
    database,
    call: (method, path, body) => callAdmin(admin, method, path, body),
    close: async () => {
      await app.close();
      await listeners.close();
      await server.stop();
      if (key) signingKeys.push(key);
    },
  };
}

const signingKeys: JWK[] = [];

/**
 * Puts a key into an empty key store that no other house has at this time, so that the server need not make one: an RSA
 * key costs more than all the rest of its start. Nobody compares keys of houses that were closed. Undefined where there
 * are keys already.
 */
async function giveSigningKey(keys: KeyStore): Promise<JWK | undefined> {
  if ((await keys.fingerprint()) !== '') return undefined;
  const jwk = signingKeys.pop() ?? (await generateJwk('RS256'));
  const foreign = { jwk: { ...jwk, alg: 'RS256', use: 'sig' }, alg: 'RS256', use: 'sig', isPrivate: true };
  await keys.put(idTokenSet, { ...foreign, kid: `${idTokenSet}:private:${randomUUID()}` });
  return jwk;
}

/** Registers the reader's client, as the reading service does. */
export async function registerReader(house: House, change: object = {}): Promise<void> {
  await house.call('POST', '/clients', {
    client_id: clientId,
    client_name: 'Octavo',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    redirect_uris: ['http://127.0.0.1/callback'],
    scope: 'openid profile offline_access',
    audience: ['octavo'],
    ...change,
  });
}

export function configure(house: House, id = clientId, secret?: string): Promise<client.Configuration> {
  const authentication = secret === undefined ? client.None() : undefined;
  return client.discovery(new URL(house.issuer), id, secret, authentication, {
    execute: [client.allowInsecureRequests],
  });
}

/** Any port of this machine will do (RFC 8252). */
export const redirectUri = 'http://127.0.0.1:49152/callback';

export interface CodeRequest {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

export async function codeRequest(
  config: client.Configuration,
  change: Record<string, string> = {},
): Promise<CodeRequest> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile offline_access',
    audience: 'octavo',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...change,
  });
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
}

/** Lets the waits that were imposed so far last, however slow the machine is. */
export async function holdBlocks(house: House): Promise<void> {
  await house.database.kysely
    .updateTable('account_attempt')
    .set({ blocked_until: Math.floor(Date.now() / 1000) + 3_600 })
    .where('blocked_until', '>', 0)
    .execute();
}

async function callAdmin(admin: string, method: string, path: string, body?: object) {
  const response = await fetch(admin + path, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
