// Rows of "Limits".

import { note, type Row, row } from './row.ts';

const settings = 'auth/document/settings >';
const defaults = `${settings} defaults are those of the document`;
const read = `${settings} every variable of the document is read`;

export const limitRows: readonly Row[] = [
  row(
    'LI01',
    'A refresh token lives for 30 days without use.',
    defaults,
    'auth/document/tokens > a refresh token lives from its last use',
  ),
  row('LI02', '`REFRESH_TOKEN_LIFESPAN` sets it.', read),
  row('LI03', '`-1` is for ever.', read, 'auth/document/tokens > a refresh token lives from its last use'),
  note(
    'LI04',
    'Tokens of earlier releases stay valid without expiry.',
    'This server never issued such tokens; one that was stored without an expiry stays valid, and is not flushed.',
    'auth/document/former-releases > a refresh token that was stored without expiry stays valid, and is not flushed',
  ),
  row('LI05', 'The public listener: 4444, `PUBLIC_PORT`, `PUBLIC_HOST`.', defaults, read),
  row('LI06', 'The administrative listener: 4445, `ADMIN_PORT`, also named `ADMIN_POST`.', defaults, read),
  row(
    'LI07',
    '`LOGIN_CONSENT_REQUEST_LIFESPAN` sets how long login and consent requests live.',
    read,
    'auth/authorization > challenges: unknown 404, used 409, outlived 410, unknown key 400, other subject 400',
  ),
  row(
    'LI08',
    'CORS is off by default.',
    defaults,
    'auth/listeners > other origins > are told nothing unless it is turned on',
  ),
  row(
    'LI09',
    '`CORS_ENABLED=true` turns it on.',
    read,
    'auth/listeners > other origins > those of the settings may use the listener, those of a client its endpoints',
  ),
  row(
    'LI10',
    'The system secret is an array: the first encrypts, every one may decrypt.',
    read,
    'auth/command-line > a lost secret is told, and a replaced one keeps the former working',
  ),
  row(
    'LI11',
    'It is rotated without a restart.',
    'auth/document/rotation > the system secret is replaced without a restart',
  ),
  row(
    'LI12',
    'Scopes: `foo` matches only `foo`; `foo.*` matches `foo.bar` and `foo.baz`.',
    'auth/document/clients > scopes are matched by the strategy that is set',
  ),
  row(
    'LI13',
    '`DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY` restores matching by prefix.',
    read,
    'auth/document/clients > scopes are matched by the strategy that is set',
  ),
  row(
    'LI14',
    '`max_conns`, `max_idle_conns` and `max_conn_lifetime` in the DSN.',
    'base/database/database > addresses > the pool is set by the address',
  ),
  row(
    'LI15',
    '`plugin:///<path>` loads a database plugin, and replaces `DATABASE_PLUGIN`.',
    'base/database/database > a plugin brings a database of its own',
    `${settings} former variables are told of`,
  ),
  row('LI16', '`LOG_FORMAT=json`.', read),
  row('LI17', '`DATABASE_URL`.', read),
  row('LI18', '`OAUTH2_ISSUER_URL`, once `ISSUER`.', read, `${settings} former variables are told of`),
  row('LI19', '`OAUTH2_CONSENT_URL`, once `CONSENT_URL`.', read, `${settings} former variables are told of`),
  row(
    'LI20',
    '`HTTPS_TLS_CERT_PATH` and `HTTPS_TLS_KEY_PATH`.',
    read,
    'auth/listeners > TLS > certificate and key come from files, and a renewed certificate is taken up',
  ),
  row('LI21', '`RESOURCE_NAME_PREFIX`, `rn:authsrv` by default.', defaults, read),
  note(
    'LI22',
    'Page size and highest `limit` are left open.',
    '100, and 500 at most.',
    'auth/document/paths > every list takes limit and offset',
  ),
];
