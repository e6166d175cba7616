// Reads the authorization server's settings from the environment; a wrong value is refused in one sentence that names
// its variable. Must not know what the settings do.

import { randomBytes } from 'node:crypto';
import type { ScopeStrategy } from '../../auth/scope.ts';
import { type AuthSettings, defaultLifespans, defaultRegistration, defaultSettings } from '../../auth/settings.ts';
import { StartError } from '../../base/start-error.ts';

export type Environment = Record<string, string | undefined>;

const shortestSecret = 16;
const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function readSettings(environment: Environment): AuthSettings {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const databaseUrl = read('DATABASE_URL');
  if (!databaseUrl) {
    throw new StartError('Set DATABASE_URL: sqlite:///path, postgres://user@host/name, or memory to keep nothing.');
  }
  const dangerousForceHttp = flag('DANGEROUS_FORCE_HTTP', read('DANGEROUS_FORCE_HTTP'));
  const publicPort = port('PUBLIC_PORT', read('PUBLIC_PORT'), 4444);
  return {
    ...defaultSettings,
    databaseUrl,
    issuer: readIssuer(read('OAUTH2_ISSUER_URL') ?? `http://127.0.0.1:${publicPort}/`, dangerousForceHttp),
    loginUrl: address('OAUTH2_LOGIN_URL', read('OAUTH2_LOGIN_URL')),
    consentUrl: address('OAUTH2_CONSENT_URL', read('OAUTH2_CONSENT_URL')),
    logoutUrl: address('OAUTH2_LOGOUT_URL', read('OAUTH2_LOGOUT_URL')),
    deviceUrl: address('OAUTH2_DEVICE_URL', read('OAUTH2_DEVICE_URL')),
    errorUrl: address('OAUTH2_ERROR_URL', read('OAUTH2_ERROR_URL')),
    postLogoutUrl: address('OAUTH2_POST_LOGOUT_URL', read('OAUTH2_POST_LOGOUT_URL')),
    systemSecrets: readSecrets(read('SYSTEM_SECRET'), databaseUrl),
    // Beyond this machine only when told: the administrative listener asks nobody for credentials.
    public: { host: read('PUBLIC_HOST') ?? '127.0.0.1', port: publicPort },
    admin: { host: read('ADMIN_HOST') ?? '127.0.0.1', port: port('ADMIN_PORT', read('ADMIN_PORT'), 4445) },
    accessTokenStrategy: choice('OAUTH2_ACCESS_TOKEN_STRATEGY', read('OAUTH2_ACCESS_TOKEN_STRATEGY'), [
      'opaque',
      'jwt',
    ]),
    scopeStrategy: readScopeStrategy(read('SCOPE_STRATEGY')),
    lifespans: {
      accessToken: lifespan('ACCESS_TOKEN_LIFESPAN', read, defaultLifespans.accessToken),
      authorizationCode: lifespan('AUTH_CODE_LIFESPAN', read, defaultLifespans.authorizationCode),
      idToken: lifespan('ID_TOKEN_LIFESPAN', read, defaultLifespans.idToken),
      refreshToken: lifespan('REFRESH_TOKEN_LIFESPAN', read, defaultLifespans.refreshToken, true),
      deviceCode: lifespan('DEVICE_CODE_LIFESPAN', read, defaultLifespans.deviceCode),
      devicePoll: lifespan('DEVICE_POLL_INTERVAL', read, defaultLifespans.devicePoll),
      request: lifespan('LOGIN_CONSENT_REQUEST_LIFESPAN', read, defaultLifespans.request),
    },
    dangerousForceHttp,
    registration: {
      enabled: flag('DYNAMIC_REGISTRATION_ENABLED', read('DYNAMIC_REGISTRATION_ENABLED')),
      initialAccessToken: read('DYNAMIC_REGISTRATION_INITIAL_ACCESS_TOKEN'),
      scopes: list(read('DYNAMIC_REGISTRATION_SCOPES')) ?? defaultRegistration.scopes,
    },
    pairwiseSalt: readSalt(read('OIDC_SUBJECT_IDENTIFIERS_PAIRWISE_SALT')),
    outgoingAddresses: list(read('OUTGOING_ALLOWED_ADDRESSES')) ?? [],
  };
}

/** Words separated by commas or spaces. */
function list(text: string | undefined): string[] | undefined {
  return text?.split(/[\s,]+/).filter(Boolean);
}

/** The log's settings, read before anything can fail. */
export function readLogSettings(environment: Environment): { level: string; format: 'json' | 'text' } {
  return { level: environment.LOG_LEVEL || 'info', format: environment.LOG_FORMAT === 'json' ? 'json' : 'text' };
}

function readIssuer(text: string, allowHttp: boolean): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new StartError(`OAUTH2_ISSUER_URL must be an http(s) address without query, not "${text}".`);
  }
  if (url.protocol === 'http:' && !allowHttp && !['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)) {
    throw new StartError(
      'OAUTH2_ISSUER_URL must use https beyond this machine; DANGEROUS_FORCE_HTTP=true allows http.',
    );
  }
  return text;
}

function readSecrets(text: string | undefined, databaseUrl: string): string[] {
  if (!text && databaseUrl.startsWith('memory')) return [randomBytes(32).toString('base64url')];
  const secrets = (text ?? '').split(',').map((secret) => secret.trim());
  if (secrets.some((secret) => secret.length < shortestSecret)) {
    throw new StartError(
      `Set SYSTEM_SECRET to a secret of at least ${shortestSecret} characters (several are separated by commas; ` +
        'the first signs and encrypts), for example the output of: openssl rand -base64 32.',
    );
  }
  return secrets;
}

function readSalt(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < shortestSecret) {
    throw new StartError(`OIDC_SUBJECT_IDENTIFIERS_PAIRWISE_SALT needs at least ${shortestSecret} characters.`);
  }
  return text;
}

function readScopeStrategy(text: string | undefined): ScopeStrategy {
  if (text === undefined) return 'wildcard';
  if (text.toUpperCase() === 'DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY') return 'hierarchical';
  return choice('SCOPE_STRATEGY', text, ['wildcard', 'exact', 'hierarchical']);
}

function address(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError(`${name} must be an http(s) address, not "${text}".`);
  return text;
}

function port(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new StartError(`${name} must be a port number from 0 to 65535, not "${text}".`);
  }
  return number;
}

function flag(name: string, text: string | undefined): boolean {
  return choice(name, text, ['false', 'true']) === 'true';
}

function choice<const Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice {
  if (text === undefined) return choices[0] as Choice;
  const chosen = choices.find((word) => word === text);
  if (chosen === undefined) throw new StartError(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return chosen;
}

/** `90s`, `30m`, `720h`, `1h30m`, `30d`; `-1` where never is allowed. */
function lifespan(
  name: string,
  read: (name: string) => string | undefined,
  fallback: number,
  mayBeNever = false,
): number {
  const text = read(name);
  if (text === undefined) return fallback;
  if (text === '-1' && mayBeNever) return -1;
  const parts = [...text.matchAll(/(\d+)([smhd])/g)];
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitSeconds[unit ?? ''] ?? 0), 0);
  if (parts.map(([part]) => part).join('') !== text || seconds === 0) {
    throw new StartError(`${name} must be a time such as 30m, 720h or 30d${mayBeNever ? ', or -1 for never' : ''}.`);
  }
  return seconds;
}
