// Every setting of the authorization server: its name, form, default and meaning. The reference page is printed from
// it. What is made of the values is the affair of `server/cli/authsrv/read-settings.ts`.

import { Type } from 'typebox';
import { type SettingOptions, setting } from '../../base/config/config.ts';

const Choice = <const W extends string[]>(words: readonly [...W], fallback: W[number]) =>
  Type.Enum(words, { type: 'string', default: fallback });
const Switch = () => Type.Boolean({ default: false });
const List = (fallback: string[] = []) => Type.Array(Type.String({ maxLength: 2048 }), { default: fallback });

const duration = '^(?:\\d{1,9}[smhd])+$';

function lifespan(env: string, fallback: string, description: string, mayBeNever = false) {
  const pattern = mayBeNever ? `^-1$|${duration}` : duration;
  const form = `a time such as 90s, 30m, 720h or 30d${mayBeNever ? ', or -1 for never' : ''}`;
  return setting(Type.String({ pattern, default: fallback }), { env, description, form });
}

function address(env: string, description: string) {
  const options: SettingOptions = { env, description, form: 'an http(s) address' };
  return Type.Optional(setting(Type.String({ pattern: '^https?://[^/?#]+', maxLength: 2048 }), options));
}

function port(env: string, fallback: number, description: string, options: Partial<SettingOptions>) {
  const schema = Type.Integer({ minimum: 0, maximum: 65_535, default: fallback });
  return setting(schema, { env, description, form: 'a port number from 0 to 65535', ...options });
}

function text(env: string, description: string, options: Partial<SettingOptions> = {}) {
  return Type.Optional(setting(Type.String({ minLength: 1, maxLength: 65_536 }), { env, description, ...options }));
}

function cors(prefix: string, listener: string) {
  const at = (name: string) => `${prefix}CORS_${name}`;
  return {
    enabled: setting(Switch(), {
      env: at('ENABLED'),
      description: `Whether web pages of other origins may call the ${listener} listener`,
    }),
    origins: setting(List(), {
      env: at('ALLOWED_ORIGINS'),
      description: 'Origins by commas, `https://*.example.org` for all below a domain',
    }),
    methods: setting(List(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), {
      env: at('ALLOWED_METHODS'),
      description: 'Methods that they may use',
    }),
    headers: setting(List(['Authorization', 'Content-Type']), {
      env: at('ALLOWED_HEADERS'),
      description: 'Request headers that they may send',
    }),
    exposedHeaders: setting(List(['Content-Type', 'WWW-Authenticate', 'X-Request-Id']), {
      env: at('EXPOSED_HEADERS'),
      description: 'Reply headers that they may read',
    }),
    credentials: setting(Switch(), {
      env: at('ALLOW_CREDENTIALS'),
      also: [at('ALLOWED_CREDENTIALS')],
      description: 'Whether they may send cookies',
    }),
    maxAge: setting(Type.Integer({ minimum: 0, maximum: 86_400, default: 3_600 }), {
      env: at('MAX_AGE'),
      description: 'Seconds that a browser may keep the answer to a preflight',
      form: 'a number of seconds from 0 to 86400',
    }),
  };
}

/** The members of `cors` under names of their own, because settings are one flat object. */
function corsSettings<const P extends 'publicCors' | 'adminCors'>(name: P, prefix: string, listener: string) {
  const members = cors(prefix, listener);
  return Object.fromEntries(Object.entries(members).map(([member, schema]) => [`${name}.${member}`, schema])) as {
    [M in keyof typeof members as `${P}.${M}`]: (typeof members)[M];
  };
}

export const settingsSchema = Type.Object({
  databaseUrl: setting(Type.String({ minLength: 1 }), {
    env: 'DATABASE_URL',
    flag: 'database-url',
    description:
      '`sqlite:///file`, `postgres://…`, `cockroach://…`, `plugin:///module`, or `memory` to keep nothing; to the ' +
      'address of a server may be added `max_conns`, `max_idle_conns` and `max_conn_lifetime`',
    form: 'sqlite:///path, postgres://user@host/name, plugin:///module, or memory to keep nothing',
  }),
  systemSecrets: setting(List(), {
    env: 'SYSTEM_SECRET',
    description:
      'At least 16 characters each; the first signs and encrypts, every one is accepted. May change while the server ' +
      'runs, in the settings file',
    secret: true,
  }),
  issuer: text('OAUTH2_ISSUER_URL', 'Address under which everyone reaches the public listener; `iss` of every token', {
    flag: 'issuer',
    form: 'an http(s) address without query',
  }),
  loginUrl: address('OAUTH2_LOGIN_URL', 'Login page of the login provider'),
  consentUrl: address('OAUTH2_CONSENT_URL', 'Consent page of the consent provider'),
  logoutUrl: address('OAUTH2_LOGOUT_URL', 'Page that asks whether to sign out'),
  deviceUrl: address('OAUTH2_DEVICE_URL', 'Page where the code of a device is entered'),
  errorUrl: address('OAUTH2_ERROR_URL', 'Page for errors that cannot be sent to a client'),
  postLogoutUrl: address('OAUTH2_POST_LOGOUT_URL', 'Page after signing out, where the client names none'),
  publicHost: setting(Type.String({ default: '127.0.0.1' }), {
    env: 'PUBLIC_HOST',
    flag: 'public-host',
    description: 'Where the public listener listens',
  }),
  publicPort: port('PUBLIC_PORT', 4444, 'Port of the public listener; 0 takes a free one', { flag: 'public-port' }),
  adminHost: setting(Type.String({ default: '127.0.0.1' }), {
    env: 'ADMIN_HOST',
    flag: 'admin-host',
    description: 'Where the administrative listener listens; it asks nobody for credentials',
  }),
  adminPort: port('ADMIN_PORT', 4445, 'Port of the administrative listener; also read as `ADMIN_POST`', {
    flag: 'admin-port',
    also: ['ADMIN_POST'],
  }),
  tlsCertPath: text('HTTPS_TLS_CERT_PATH', 'PEM file of the TLS certificate and its chain, for both listeners'),
  tlsKeyPath: text('HTTPS_TLS_KEY_PATH', 'PEM file of its private key; both are read again when they change'),
  tlsCert: text('HTTPS_TLS_CERT', 'The certificate itself instead of a file, PEM in base64'),
  tlsKey: text('HTTPS_TLS_KEY', 'The private key itself instead of a file, PEM in base64', { secret: true }),
  trustedProxies: setting(List(), {
    env: 'HTTPS_ALLOW_TERMINATION_FROM',
    description:
      'Addresses and networks (CIDR) that end TLS in front of this server and set `X-Forwarded-Proto` and ' +
      '`X-Forwarded-For`; this machine always may',
  }),
  dangerousForceHttp: setting(Switch(), {
    env: 'DANGEROUS_FORCE_HTTP',
    flag: 'dangerous-force-http',
    description: 'Allows plain http beyond this machine, for redirect URIs as well; for development only',
  }),
  ...corsSettings('publicCors', '', 'public'),
  ...corsSettings('adminCors', 'ADMIN_', 'administrative'),
  cookieSameSite: setting(Choice(['lax', 'none'], 'lax'), {
    env: 'COOKIES_SAME_SITE',
    description:
      '`SameSite` of the session’s cookies; `none`, with https only, lets clients of other sites renew tokens in a frame ' +
      '(`prompt=none`), where the browser still allows it',
  }),
  accessTokenStrategy: setting(Choice(['opaque', 'jwt'], 'opaque'), {
    env: 'OAUTH2_ACCESS_TOKEN_STRATEGY',
    description: 'Form of access tokens; a client may ask for the other by `access_token_strategy`',
  }),
  scopeStrategy: setting(
    Choice(['wildcard', 'exact', 'hierarchical', 'DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY'], 'wildcard'),
    {
      env: 'SCOPE_STRATEGY',
      description: '`wildcard`: `foo.*` covers `foo.bar`; `exact`: only equal ones; the former: `foo` covers `foo.bar`',
    },
  ),
  accessTokenLifespan: lifespan('ACCESS_TOKEN_LIFESPAN', '1h', 'Lifespan of access tokens'),
  idTokenLifespan: lifespan('ID_TOKEN_LIFESPAN', '1h', 'Lifespan of ID tokens'),
  authCodeLifespan: lifespan('AUTH_CODE_LIFESPAN', '10m', 'Lifespan of authorization codes'),
  refreshTokenLifespan: lifespan(
    'REFRESH_TOKEN_LIFESPAN',
    '30d',
    'Lifespan of refresh tokens from their last use; -1 never ends, which is discouraged',
    true,
  ),
  deviceCodeLifespan: lifespan('DEVICE_CODE_LIFESPAN', '10m', 'Lifespan of device codes'),
  devicePollInterval: lifespan('DEVICE_POLL_INTERVAL', '5s', 'How long a device waits between two questions'),
  requestLifespan: lifespan(
    'LOGIN_CONSENT_REQUEST_LIFESPAN',
    '1h',
    'How long a login, consent or logout request waits for its answer',
  ),
  keyActivation: lifespan(
    'KEY_ACTIVATION_DELAY',
    '60s',
    'How long a new signing key is published before it signs, so that every process and client knows it by then',
  ),
  registrationEnabled: setting(Switch(), {
    env: 'DYNAMIC_REGISTRATION_ENABLED',
    description: 'Whether clients may register themselves on the public listener',
  }),
  registrationToken: text(
    'DYNAMIC_REGISTRATION_INITIAL_ACCESS_TOKEN',
    'Who registers a client has to show it; without one, anybody may',
    { secret: true },
  ),
  registrationScopes: setting(List(['openid', 'offline', 'offline_access', 'profile', 'email', 'address', 'phone']), {
    env: 'DYNAMIC_REGISTRATION_SCOPES',
    description: 'What a client that registered itself may ask people for',
  }),
  outgoingAddresses: setting(List(), {
    env: 'OUTGOING_ALLOWED_ADDRESSES',
    description: 'Private addresses and networks that this server may reach for a client all the same',
  }),
  pairwiseSalt: Type.Optional(
    setting(Type.String({ minLength: 16 }), {
      env: 'OIDC_SUBJECT_IDENTIFIERS_PAIRWISE_SALT',
      description:
        'Makes the subjects of clients with `subject_type` `pairwise`; changing it changes every one of them',
      secret: true,
      form: 'at least 16 characters',
    }),
  ),
  anonymousRequestsPerMinute: setting(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_200 }), {
    env: 'ANONYMOUS_REQUESTS_PER_MINUTE',
    description: 'From one address, at the public paths that write a row for anybody who asks; 0 is no limit',
    form: 'a number from 0 to 1000000',
  }),
  resourceNamePrefix: setting(Type.String({ pattern: '^[A-Za-z0-9._-]+(:[A-Za-z0-9._-]+)*$', default: 'rn:authsrv' }), {
    env: 'RESOURCE_NAME_PREFIX',
    description: 'Begins the names of resources in the API description, for the rules of a gateway',
    form: 'words joined by colons',
  }),
  logLevel: setting(Choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'), {
    env: 'LOG_LEVEL',
    flag: 'log-level',
    description: 'How much is logged; may change while the server runs, in the settings file',
  }),
  logFormat: setting(Choice(['text', 'json'], 'text'), {
    env: 'LOG_FORMAT',
    flag: 'log-format',
    description: 'Form of the log, on standard error; `json` for machines',
  }),
});

/** Names of former releases, and what is said about them. */
export const formerSettings = {
  ISSUER: 'it is called OAUTH2_ISSUER_URL now.',
  CONSENT_URL: 'it is called OAUTH2_CONSENT_URL now.',
  ROTATED_SYSTEM_SECRET: 'put the former secret behind the new one in SYSTEM_SECRET, by a comma.',
  DATABASE_PLUGIN: 'give DATABASE_URL=plugin:///path instead.',
} as const;
