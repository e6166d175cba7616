// The variables and defaults that the document names.

import { expect, test } from 'vitest';
import { readSettings } from '../../../../server/cli/authsrv/read-settings.ts';

const needed = { DATABASE_URL: 'memory' };
const read = (environment: Record<string, string> = {}) => readSettings({ ...needed, ...environment });

test('defaults are those of the document', () => {
  const { settings, log } = read();
  expect(settings).toMatchObject({
    public: { port: 4444 },
    admin: { port: 4445 },
    lifespans: { refreshToken: 30 * 86_400 },
    cors: { public: { enabled: false }, admin: { enabled: false } },
    accessTokenStrategy: 'opaque',
    scopeStrategy: 'wildcard',
    resourceNamePrefix: 'rn:authsrv',
    tls: undefined,
  });
  expect(log.format).toBe('text');
});

test('every variable of the document is read', () => {
  const rows: [environment: Record<string, string>, settings: object][] = [
    [{ REFRESH_TOKEN_LIFESPAN: '720h' }, { lifespans: { refreshToken: 720 * 3_600 } }],
    [{ REFRESH_TOKEN_LIFESPAN: '-1' }, { lifespans: { refreshToken: -1 } }],
    [{ PUBLIC_PORT: '1', PUBLIC_HOST: '0.0.0.0' }, { public: { port: 1, host: '0.0.0.0' } }],
    [{ ADMIN_PORT: '2' }, { admin: { port: 2 } }],
    [{ ADMIN_POST: '3' }, { admin: { port: 3 } }],
    [{ LOGIN_CONSENT_REQUEST_LIFESPAN: '30m' }, { lifespans: { request: 1_800 } }],
    [{ CORS_ENABLED: 'true' }, { cors: { public: { enabled: true } } }],
    [
      { SYSTEM_SECRET: 'first-secret-of-all,the-former-secret' },
      { systemSecrets: ['first-secret-of-all', 'the-former-secret'] },
    ],
    [{ SCOPE_STRATEGY: 'DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY' }, { scopeStrategy: 'hierarchical' }],
    [{ DATABASE_URL: 'memory' }, { databaseUrl: 'memory' }],
    [{ OAUTH2_ISSUER_URL: 'https://id.example/' }, { issuer: 'https://id.example/' }],
    [{ OAUTH2_CONSENT_URL: 'https://id.example/consent' }, { consentUrl: 'https://id.example/consent' }],
    [
      { HTTPS_TLS_CERT_PATH: '/tls/cert.pem', HTTPS_TLS_KEY_PATH: '/tls/key.pem' },
      { tls: { certPath: '/tls/cert.pem', keyPath: '/tls/key.pem' } },
    ],
    [{ RESOURCE_NAME_PREFIX: 'rn:other' }, { resourceNamePrefix: 'rn:other' }],
  ];
  for (const [environment, settings] of rows)
    expect(read(environment).settings, JSON.stringify(environment)).toMatchObject(settings);
  expect(read({ LOG_FORMAT: 'json' }).log.format).toBe('json');
});

test('former variables are told of', () => {
  const rows = {
    ISSUER: 'OAUTH2_ISSUER_URL',
    CONSENT_URL: 'OAUTH2_CONSENT_URL',
    DATABASE_PLUGIN: 'plugin:///',
    ROTATED_SYSTEM_SECRET: 'SYSTEM_SECRET',
  };
  for (const [former, present] of Object.entries(rows)) {
    const { notes } = read({ [former]: 'https://id.example/' });
    expect(notes.join('\n')).toContain(former);
    expect(notes.join('\n')).toContain(present);
  }
});
