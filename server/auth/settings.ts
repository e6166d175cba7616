// What the authorization server can be told, as one typed object. Where the values come from is the command line's affair.

import type { ScopeStrategy } from './scope.ts';

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
  /** Allows http redirect URIs beyond this machine; for development only. */
  dangerousForceHttp: boolean;
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

/** An address below the issuer. */
export function issuerAddress(issuer: string, path: string): string {
  return issuer.replace(/\/$/, '') + path;
}
