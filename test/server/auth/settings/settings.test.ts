// Settings from file, environment and flags: which goes first, what is refused and how, and what a changed file changes.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../../server/cli/authsrv/read-settings.ts';

const secret = 'a-secret-of-sixteen';
const least = { DATABASE_URL: 'sqlite:///tmp/a.sqlite', SYSTEM_SECRET: secret };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(text: string, name = 'settings.yaml'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('flags go before the environment, which goes before the file', async () => {
  const path = await file(
    `DATABASE_URL: postgres://file/db\nSYSTEM_SECRET: [${secret}-1, ${secret}-2]\nPUBLIC_PORT: 1\nADMIN_PORT: 2\n` +
      'REFRESH_TOKEN_LIFESPAN: -1\nCORS_ENABLED: true\nLOG_FORMAT: json\n',
  );
  const environment = { AUTHSRV_CONFIG: '/nowhere', PUBLIC_PORT: '3', ADMIN_PORT: '4' };
  const { settings, log, file: from } = readSettings(environment, ['--config', path, '--public-port=5']);
  expect(settings).toMatchObject({
    databaseUrl: 'postgres://file/db',
    systemSecrets: [`${secret}-1`, `${secret}-2`],
    public: { port: 5 },
    admin: { port: 4 },
    issuer: 'http://127.0.0.1:5/',
    lifespans: { refreshToken: -1, accessToken: 3_600 },
    cors: { public: { enabled: true }, admin: { enabled: false } },
    resourceNamePrefix: 'rn:authsrv',
  });
  expect([log.format, from]).toEqual(['json', path]);
  expect(readSettings({ AUTHSRV_CONFIG: path }).settings.public.port).toBe(1);
  expect(readSettings({ AUTHSRV_CONFIG: await file(JSON.stringify(least), 's.json') }).settings.admin.port).toBe(4445);
});

test('wrong settings are refused by name, and never the secret itself', async () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ SYSTEM_SECRET: 'short', DATABASE_URL: 'sqlite:///a' }, /SYSTEM_SECRET/],
    [{ ...least, PUBLIC_PORT: '70000' }, /PUBLIC_PORT.* must be a port number/],
    [{ ...least, ACCESS_TOKEN_LIFESPAN: '-1' }, /ACCESS_TOKEN_LIFESPAN must be a time/],
    [{ ...least, ACCESS_TOKEN_LIFESPAN: '1 h' }, /ACCESS_TOKEN_LIFESPAN/],
    [{ ...least, OAUTH2_LOGIN_URL: 'javascript:alert(1)' }, /OAUTH2_LOGIN_URL must be an http/],
    [{ ...least, OAUTH2_ISSUER_URL: 'http://id.example/' }, /must use https/],
    [{ ...least, OAUTH2_ISSUER_URL: 'https://id.example/?a' }, /without query/],
    [{ ...least, COOKIES_SAME_SITE: 'strict' }, /COOKIES_SAME_SITE must be one of/],
    [{ ...least, COOKIES_SAME_SITE: 'none' }, /COOKIES_SAME_SITE=none needs .* https/],
    [{ ...least, SCOPE_STRATEGY: 'loose' }, /SCOPE_STRATEGY must be one of/],
    [{ ...least, RESOURCE_NAME_PREFIX: 'a b' }, /RESOURCE_NAME_PREFIX must be words/],
    [{ ...least, HTTPS_TLS_CERT_PATH: '/c.pem' }, /belong together/],
    [{ ...least, HTTPS_TLS_CERT: 'c', HTTPS_TLS_KEY: 'k', HTTPS_TLS_KEY_PATH: '/k' }, /not both/],
    [{ ...least, HTTPS_TLS_CERT: 'c', HTTPS_TLS_KEY: 'k', OAUTH2_ISSUER_URL: 'http://localhost/' }, /begin with https/],
    [{ ...least, HTTPS_ALLOW_TERMINATION_FROM: '10.0.0.0/99' }, /HTTPS_ALLOW_TERMINATION_FROM/],
    [{ ...least, CORS_ALLOWED_ORIGINS: 'app.example' }, /CORS_ALLOWED_ORIGINS/],
    [{ ...least, CORS_ALLOWED_ORIGINS: '*', CORS_ALLOW_CREDENTIALS: 'true' }, /must not be \*/],
    [{ ...least, ADMIN_CORS_ALLOWED_ORIGINS: '*' }, /ADMIN_CORS_ALLOWED_ORIGINS must not be \*/],
    [{ ...least, AUTHSRV_CONFIG: await file('DATABSE_URL: x\n') }, /DATABSE_URL in .* is not a setting/],
    [{ ...least, AUTHSRV_CONFIG: await file('ISSUER: x\n', 'former.yaml') }, /called OAUTH2_ISSUER_URL now/],
  ];
  for (const [environment, sentence] of wrong) {
    expect(() => readSettings(environment), JSON.stringify(environment)).toThrow(sentence);
    expect(() => readSettings(environment)).not.toThrow(secret);
  }
  expect(() => readSettings(least, ['--https-tls-key-path', '/k'])).toThrow('HTTPS_TLS_KEY_PATH');
  expect(() => readSettings(least, ['--config'])).toThrow('needs the path');
  expect(() => readSettings(least, ['stray'])).toThrow('stray');
  expect(() => readSettings({ ...least, DATABASE_URL: '' })).toThrow('DATABASE_URL');
});

test('other spellings, former names and lists', () => {
  const { settings, notes } = readSettings({
    ...least,
    ADMIN_POST: '9',
    CORS_ALLOWED_CREDENTIALS: 'true',
    CORS_ALLOWED_ORIGINS: 'https://a.example, https://*.b.example:8443',
    SCOPE_STRATEGY: 'DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY',
    ROTATED_SYSTEM_SECRET: 'x',
    LOGIN_CONSENT_REQUEST_LIFESPAN: '1h30m',
    HTTPS_ALLOW_TERMINATION_FROM: '10.0.0.0/8,fd00::/8,192.0.2.1',
  });
  expect(settings.admin.port).toBe(9);
  expect(settings.cors.public).toMatchObject({
    credentials: true,
    origins: ['https://a.example', 'https://*.b.example:8443'],
  });
  expect(settings.scopeStrategy).toBe('hierarchical');
  expect(settings.lifespans.request).toBe(5_400);
  expect(notes).toEqual([expect.stringMatching(/^ROTATED_SYSTEM_SECRET does nothing: .* SYSTEM_SECRET/)]);
  // What keeps nothing needs no secret of its own, and never the same one twice.
  const keepsNothing = () => readSettings({ DATABASE_URL: 'memory' }).settings.systemSecrets[0];
  expect(keepsNothing()).not.toBe(keepsNothing());
});
