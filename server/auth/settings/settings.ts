// What the authorization server can be told, as one typed object. Where the values come from is the command line's affair.

import type { TlsSource } from '../../base/http/tls.ts';
import type { ScopeStrategy } from '../scope.ts';

export interface AuthSettings {
  databaseUrl: string;
  /** `iss` of every token, verbatim. */
  issuer: string;
  /** Pages of the login and consent provider; absent ones lead to the fallback pages. */
  loginUrl: string | undefined;
  consentUrl: string | undefined;
  logoutUrl: string | undefined;
  deviceUrl: string | undefined;
  errorUrl: string | undefined;
  postLogoutUrl: string | undefined;
  /** The first signs and seals. */
  systemSecrets: readonly string[];
  public: { host: string; port: number };
  admin: { host: string; port: number };
  accessTokenStrategy: 'opaque' | 'jwt';
  scopeStrategy: ScopeStrategy;
  /** Seconds; `refreshToken` −1 never expires. */
  lifespans: {
    accessToken: number;
    authorizationCode: number;
    idToken: number;
    refreshToken: number;
    deviceCode: number;
    /** How long a device waits between two questions; RFC 8628 leaves it to the server. */
    devicePoll: number;
    request: number;
  };
  /** Allows plain http beyond this machine, for redirect URIs as well; for development only. */
  dangerousForceHttp: boolean;
  /** Certificate and key of both listeners; plain http without. */
  tls: TlsSource | undefined;
  /** Addresses and networks (CIDR) of proxies that end TLS in front of this server and set X-Forwarded-*. */
  trustedProxies: readonly string[];
  cors: { public: CorsSettings; admin: CorsSettings };
  /** Whether pages of other sites may ask, in a frame, who is signed in. */
  cookieSameSite: 'lax' | 'none';
  /** From one address, at the public paths that write a row for anybody who asks; 0 is no limit. */
  anonymousRequestsPerMinute: number;
  /** Seconds between the publication of a new signing key and its first use, so that every process knows it by then. */
  keyActivation: number;
  /** Begins the names of resources in the API description, for the rules of a gateway. */
  resourceNamePrefix: string;
  /** Dynamic client registration (RFC 7591 and 7592) on the public listener. */
  registration: {
    enabled: boolean;
    /** Who registers has to show it; without one, anybody may. */
    initialAccessToken: string | undefined;
    /** What a client that registered itself may ask people for. */
    scopes: readonly string[];
  };
  /** Turns pairwise subjects on, for clients that ask for them; must never change, because every identifier would. */
  pairwiseSalt: string | undefined;
  /** Private addresses (`10.0.0.0/8`, `127.0.0.1`) that this server may reach for a client all the same. */
  outgoingAddresses: readonly string[];
}

export interface CorsSettings {
  enabled: boolean;
  /** Origins, `https://*.example.org` for all below a domain, or `*`; those of a client come on top. */
  origins: readonly string[];
  methods: readonly string[];
  headers: readonly string[];
  exposedHeaders: readonly string[];
  credentials: boolean;
  /** Seconds that a browser may keep the answer to a preflight. */
  maxAge: number;
}

export const defaultLifespans: AuthSettings['lifespans'] = {
  accessToken: 3_600,
  authorizationCode: 600,
  idToken: 3_600,
  refreshToken: 30 * 86_400,
  deviceCode: 600,
  devicePoll: 5,
  request: 3_600,
};

export const defaultRegistration: AuthSettings['registration'] = {
  enabled: false,
  initialAccessToken: undefined,
  scopes: ['openid', 'offline', 'offline_access', 'profile', 'email', 'address', 'phone'],
};

export const defaultCors: CorsSettings = {
  enabled: false,
  origins: [],
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: ['Authorization', 'Content-Type'],
  exposedHeaders: ['Content-Type', 'WWW-Authenticate', 'X-Request-Id'],
  credentials: false,
  maxAge: 3_600,
};

/** Everything that has a default; the rest has to be told. */
export const defaultSettings: Omit<AuthSettings, 'databaseUrl' | 'issuer' | 'systemSecrets'> = {
  loginUrl: undefined,
  consentUrl: undefined,
  logoutUrl: undefined,
  deviceUrl: undefined,
  errorUrl: undefined,
  postLogoutUrl: undefined,
  public: { host: '127.0.0.1', port: 4444 },
  admin: { host: '127.0.0.1', port: 4445 },
  accessTokenStrategy: 'opaque',
  scopeStrategy: 'wildcard',
  lifespans: defaultLifespans,
  dangerousForceHttp: false,
  registration: defaultRegistration,
  pairwiseSalt: undefined,
  outgoingAddresses: [],
  tls: undefined,
  trustedProxies: [],
  cors: { public: defaultCors, admin: defaultCors },
  cookieSameSite: 'lax',
  anonymousRequestsPerMinute: 1_200,
  keyActivation: 60,
  resourceNamePrefix: 'rn:authsrv',
};

/** An address below the issuer. */
export function issuerAddress(issuer: string, path: string): string {
  return issuer.replace(/\/$/, '') + path;
}
