// What an ID token says that is shown as a hint, at the authorization endpoint and at the end of a session. Whatever else
// this server signs with the same keys is none. Must not decide what a hint is good for.

import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import type { Provider } from 'oidc-provider';
import type { IdTokenHint } from '../engine.ts';

/** The library looks at issuer, audience and signature, which signed user information has as well. */
export function refuseOtherTokens(provider: Provider): void {
  const { IdToken } = provider;
  const validate = IdToken.validate;
  IdToken.validate = async function validateIdToken(token, client) {
    if (!readClaims(token)) throw new Error('It is no ID token.');
    return validate.call(IdToken, token, client);
  };
}

/** Also an expired one: a hint says who asks, it grants nothing. Undefined for whatever is no ID token of ours. */
export async function readIdTokenHint(provider: Provider, token: string): Promise<IdTokenHint | undefined> {
  const claims = readClaims(token);
  if (!claims) return undefined;
  const client = await provider.Client.find(claims.clientId);
  if (!client) return undefined;
  try {
    await provider.IdToken.validate(token, client);
  } catch {
    // Forged, foreign or damaged: the library throws something else for each.
    return undefined;
  }
  return claims;
}

/** Access tokens, logout tokens and signed user information come from the same keys and are no hints. */
function readClaims(token: string): IdTokenHint | undefined {
  let claims: JWTPayload;
  try {
    if ((decodeProtectedHeader(token).typ ?? 'JWT') !== 'JWT') return undefined;
    claims = decodeJwt(token);
  } catch {
    // Not a JWT at all.
    return undefined;
  }
  const { aud, sub, sid, exp, iat, scp, events } = claims;
  const isIssued = typeof aud === 'string' && typeof sub === 'string' && exp !== undefined && iat !== undefined;
  // Every ID token of this server names its session, and signed user information never does.
  if (!isIssued || typeof sid !== 'string' || scp !== undefined || events !== undefined) return undefined;
  return { clientId: aud, subject: sub, sid };
}
