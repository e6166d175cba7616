// How long the library keeps what it stores, in seconds. Must not know requests.

import type { Context, Session } from 'oidc-provider';
import type { AuthSettings } from '../settings/settings.ts';
import { rememberedSeconds } from './login-session.ts';

const forEver = 100 * 365 * 86_400;
const browserSession = 30 * 86_400;
const anonymousSession = 3_600;

export function lifespans(spans: AuthSettings['lifespans']) {
  return {
    AccessToken: spans.accessToken,
    ClientCredentials: spans.accessToken,
    AuthorizationCode: spans.authorizationCode,
    IdToken: spans.idToken,
    RefreshToken: spans.refreshToken < 0 ? forEver : spans.refreshToken,
    DeviceCode: spans.deviceCode,
    Interaction: spans.request,
    Grant: forEver,
    Session: (_ctx: Context, session: Session) => sessionLifespan(session, spans.request),
  };
}

/** Never shorter than a request may take, which would break off the very login that is not to be remembered long. */
function sessionLifespan(session: Session, request: number): number {
  if (!session.accountId) return Math.max(anonymousSession, request);
  return Math.max(request, session.rememberFor ? rememberedSeconds(session) : browserSession);
}
