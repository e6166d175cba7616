// Makes the authorization server's settings of flags, environment and settings file; what is wrong is told all at once,
// by the names of the variables. Must not know what the settings do.

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Static } from 'typebox';
import type { ScopeStrategy } from '../../auth/scope.ts';
import type { AuthSettings, CorsSettings } from '../../auth/settings/settings.ts';
import { formerSettings, settingsSchema } from '../../auth/settings/settings-schema.ts';
import { readConfig } from '../../base/config/config.ts';
import type { TlsSource } from '../../base/http/tls.ts';
import { StartError } from '../../base/start-error.ts';

export type Environment = Record<string, string | undefined>;
type Values = Static<typeof settingsSchema>;

export interface ReadSettings {
  settings: AuthSettings;
  log: { level: string; format: 'json' | 'text' };
  /** The file that they were read from, to be read again. */
  file: string | undefined;
  /** Sentences about names that do nothing any more. */
  notes: string[];
}

const shortestSecret = 16;
const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const thisMachine = ['127.0.0.1', '[::1]', 'localhost'];

/** Flags go before the environment, which goes before the file of `--config` or AUTHSRV_CONFIG. */
export function readSettings(environment: Environment, args: readonly string[] = []): ReadSettings {
  const { file, rest } = takeConfigFlag(args, environment);
  const { values, positionals, notes } = readConfig(settingsSchema, {
    args: rest,
    env: environment,
    file,
    gone: formerSettings,
  });
  if (positionals.length > 0) throw new StartError(`"${positionals[0]}" is not understood here; try --help.`);
  return {
    settings: toSettings(values),
    log: { level: values.logLevel, format: values.logFormat === 'json' ? 'json' : 'text' },
    file,
    notes,
  };
}

function takeConfigFlag(args: readonly string[], environment: Environment) {
  const removed = args.find((arg) => /^--https-tls-(key|cert)-path\b/.test(arg));
  if (removed) throw new StartError(`${removed} was removed; set HTTPS_TLS_CERT_PATH and HTTPS_TLS_KEY_PATH.`);
  const rest: string[] = [];
  let file = environment.AUTHSRV_CONFIG || undefined;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    if (arg === '--config' || arg === '-c') {
      file = args[++index];
      if (file === undefined) throw new StartError('--config needs the path of a settings file.');
    } else if (arg.startsWith('--config=')) file = arg.slice('--config='.length);
    else rest.push(arg);
  }
  return { file, rest };
}

function toSettings(values: Values): AuthSettings {
  const tls = readTlsSource(values);
  const scheme = tls ? 'https' : 'http';
  const issuer = checkIssuer(values.issuer ?? `${scheme}://127.0.0.1:${values.publicPort}/`, values, tls !== undefined);
  if (values.cookieSameSite === 'none' && !issuer.startsWith('https:')) {
    throw new StartError('COOKIES_SAME_SITE=none needs an OAUTH2_ISSUER_URL with https: browsers refuse it otherwise.');
  }
  const scopes = values.registrationScopes.flatMap((each) => each.split(' '));
  return {
    databaseUrl: values.databaseUrl,
    issuer,
    loginUrl: values.loginUrl,
    consentUrl: values.consentUrl,
    logoutUrl: values.logoutUrl,
    deviceUrl: values.deviceUrl,
    errorUrl: values.errorUrl,
    postLogoutUrl: values.postLogoutUrl,
    systemSecrets: readSecrets(values.systemSecrets, values.databaseUrl),
    public: { host: values.publicHost, port: values.publicPort },
    admin: { host: values.adminHost, port: values.adminPort },
    accessTokenStrategy: values.accessTokenStrategy,
    scopeStrategy: scopeStrategy(values.scopeStrategy),
    lifespans: {
      accessToken: seconds(values.accessTokenLifespan),
      authorizationCode: seconds(values.authCodeLifespan),
      idToken: seconds(values.idTokenLifespan),
      refreshToken: seconds(values.refreshTokenLifespan),
      deviceCode: seconds(values.deviceCodeLifespan),
      devicePoll: seconds(values.devicePollInterval),
      request: seconds(values.requestLifespan),
    },
    dangerousForceHttp: values.dangerousForceHttp,
    registration: { enabled: values.registrationEnabled, initialAccessToken: values.registrationToken, scopes },
    outgoingAddresses: values.outgoingAddresses,
    pairwiseSalt: values.pairwiseSalt,
    tls,
    trustedProxies: checkNetworks('HTTPS_ALLOW_TERMINATION_FROM', values.trustedProxies),
    cors: { public: readCors(values, 'publicCors'), admin: readCors(values, 'adminCors') },
    cookieSameSite: values.cookieSameSite,
    anonymousRequestsPerMinute: values.anonymousRequestsPerMinute,
    keyActivation: seconds(values.keyActivation),
    resourceNamePrefix: values.resourceNamePrefix,
  };
}

function checkIssuer(text: string, { dangerousForceHttp }: Values, tls: boolean): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new StartError(`OAUTH2_ISSUER_URL must be an http(s) address without query, not "${text}".`);
  }
  if (url.protocol === 'http:' && tls) {
    throw new StartError('OAUTH2_ISSUER_URL must begin with https, because the listeners have a TLS certificate.');
  }
  if (url.protocol === 'http:' && !dangerousForceHttp && !thisMachine.includes(url.hostname)) {
    throw new StartError(
      'OAUTH2_ISSUER_URL must use https beyond this machine; DANGEROUS_FORCE_HTTP=true allows http.',
    );
  }
  return text;
}

function readSecrets(secrets: readonly string[], databaseUrl: string): readonly string[] {
  if (secrets.length === 0 && databaseUrl.startsWith('memory')) return [randomBytes(32).toString('base64url')];
  if (secrets.length === 0 || secrets.some((secret) => secret.length < shortestSecret)) {
    throw new StartError(
      `Set SYSTEM_SECRET to a secret of at least ${shortestSecret} characters (several are separated by commas; ` +
        'the first signs and encrypts), for example the output of: openssl rand -base64 32.',
    );
  }
  return secrets;
}

function readTlsSource({ tlsCert, tlsKey, tlsCertPath, tlsKeyPath }: Values): TlsSource | undefined {
  const inline = tlsCert !== undefined || tlsKey !== undefined;
  if (inline && (tlsCertPath !== undefined || tlsKeyPath !== undefined)) {
    throw new StartError('Give the TLS certificate and its key either as files or by themselves, not both.');
  }
  if (tlsCert !== undefined && tlsKey !== undefined) return { cert: tlsCert, key: tlsKey };
  if (tlsCertPath !== undefined && tlsKeyPath !== undefined) return { certPath: tlsCertPath, keyPath: tlsKeyPath };
  if (inline) throw new StartError('HTTPS_TLS_CERT and HTTPS_TLS_KEY belong together: set both.');
  if (tlsCertPath === undefined && tlsKeyPath === undefined) return undefined;
  throw new StartError('HTTPS_TLS_CERT_PATH and HTTPS_TLS_KEY_PATH belong together: set both.');
}

function readCors(values: Values, of: 'publicCors' | 'adminCors'): CorsSettings {
  const cors: CorsSettings = {
    enabled: values[`${of}.enabled`],
    origins: values[`${of}.origins`],
    methods: values[`${of}.methods`],
    headers: values[`${of}.headers`],
    exposedHeaders: values[`${of}.exposedHeaders`],
    credentials: values[`${of}.credentials`],
    maxAge: values[`${of}.maxAge`],
  };
  const prefix = of === 'adminCors' ? 'ADMIN_' : '';
  for (const origin of cors.origins) {
    if (origin === '*' || /^https?:\/\/(\*\.)?[A-Za-z0-9.-]+(:\d{1,5})?$/.test(origin)) continue;
    throw new StartError(`${prefix}CORS_ALLOWED_ORIGINS: "${origin}" is no origin such as https://app.example.org.`);
  }
  if (cors.origins.includes('*') && (cors.credentials || of === 'adminCors')) {
    const why = of === 'adminCors' ? 'every web page could administer this server' : 'every web page could use cookies';
    throw new StartError(`${prefix}CORS_ALLOWED_ORIGINS must not be *: ${why}; name the origins.`);
  }
  return cors;
}

function checkNetworks(name: string, networks: readonly string[]): readonly string[] {
  for (const network of networks) {
    const [address = '', bits, more] = network.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) !== 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= most)))
      continue;
    throw new StartError(`${name}: "${network}" is no address or network such as 10.0.0.0/8.`);
  }
  return networks;
}

function scopeStrategy(word: Values['scopeStrategy']): ScopeStrategy {
  return word === 'DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY' ? 'hierarchical' : word;
}

/** `90s`, `30m`, `1h30m`, `30d`; the schema has checked the form. */
function seconds(text: string): number {
  if (text === '-1') return -1;
  const parts = [...text.matchAll(/(\d+)([smhd])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitSeconds[unit ?? ''] ?? 0), 0);
}
