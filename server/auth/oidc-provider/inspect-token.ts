// Looks up what a token stands for: the signature is checked first, then one indexed query finds the row.

import type { Payload } from 'oidc-provider';
import type { Database } from '../../base/database.ts';
import { seconds } from '../clock.ts';
import type { ConsentStore } from '../consents.ts';
import type { InspectedToken } from '../engine.ts';
import { words } from '../scope.ts';
import type { SecretRing } from '../secret-ring.ts';
import type { AuthTables } from '../tables.ts';
import { tokenId } from '../token-format.ts';
import type { JwtAccessTokens } from './jwt-access-token.ts';

const kinds = ['AccessToken', 'ClientCredentials', 'RefreshToken'];

export async function inspectToken(
  database: Database<AuthTables>,
  ring: SecretRing,
  consents: ConsentStore,
  jwt: JwtAccessTokens,
  token: string,
): Promise<InspectedToken | undefined> {
  const id = tokenId(ring, token) ?? (await jwt.verify(token));
  if (id === undefined) return undefined;
  const row = await database.kysely
    .selectFrom('oauth_record')
    .select(['kind', 'payload', 'consumed_at'])
    .where('kind', 'in', kinds)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.consumed_at !== null) return undefined;
  const payload = JSON.parse(row.payload) as Payload;
  if ((payload.exp ?? 0) <= seconds()) return undefined;
  // Access tokens carry what was granted; a refresh token's grant has to be asked.
  const consent = payload.extra || !payload.grantId ? undefined : await consents.find(payload.grantId);
  return {
    use: row.kind === 'RefreshToken' ? 'refresh_token' : 'access_token',
    clientId: payload.clientId ?? '',
    subject: payload.accountId ?? payload.clientId ?? '',
    scope: words(payload.scope),
    audience: payload.extra?.aud ?? consent?.audience ?? [],
    extension: payload.extra?.ext ?? consent?.session.access_token ?? {},
    issuedAt: payload.iat ?? 0,
    expiresAt: payload.exp ?? 0,
  };
}
