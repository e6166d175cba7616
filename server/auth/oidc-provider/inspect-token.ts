// Looks up what a token stands for: the signature is checked first, then one indexed query finds the row.

import type { CompiledQuery, Kysely } from 'kysely';
import type { Payload } from 'oidc-provider';
import type { Database } from '../../base/database/database.ts';
import { withValues } from '../../base/together.ts';
import { seconds } from '../clock.ts';
import type { ConsentStore } from '../consents.ts';
import type { InspectedToken } from '../engine.ts';
import type { SecretRing } from '../keys/secret-ring.ts';
import { words } from '../scope.ts';
import type { AuthTables, RecordTable } from '../storage/tables.ts';
import { tokenId } from '../token-format.ts';
import type { JwtAccessTokens } from './jwt-access-token.ts';

const kinds = ['AccessToken', 'ClientCredentials', 'RefreshToken'];

export class TokenInspector {
  readonly #kysely: Kysely<AuthTables>;
  readonly #ring: SecretRing;
  readonly #consents: ConsentStore;
  readonly #find: CompiledQuery<Pick<RecordTable, 'kind' | 'payload' | 'consumed_at'>>;

  constructor({ kysely }: Database<AuthTables>, ring: SecretRing, consents: ConsentStore) {
    this.#kysely = kysely;
    this.#ring = ring;
    this.#consents = consents;
    // A token whose client is gone is worth nothing, also while the client's rows are still being removed.
    this.#find = kysely
      .selectFrom('oauth_record')
      .innerJoin('oauth_client', 'oauth_client.client_id', 'oauth_record.client_id')
      .select(['kind', 'payload', 'consumed_at'])
      .where('kind', 'in', kinds)
      .where('id', '=', '')
      .compile();
  }

  async inspect(jwt: JwtAccessTokens, token: string): Promise<InspectedToken | undefined> {
    const id = tokenId(this.#ring, token) ?? (await jwt.verify(token));
    if (id === undefined) return undefined;
    const { rows } = await this.#kysely.executeQuery(withValues(this.#find, ...kinds, id));
    const [row] = rows;
    if (!row || row.consumed_at !== null) return undefined;
    const payload = JSON.parse(row.payload) as Payload;
    if ((payload.exp ?? 0) <= seconds()) return undefined;
    // Access tokens carry what was granted; a refresh token's grant has to be asked.
    const consent = payload.extra || !payload.grantId ? undefined : await this.#consents.find(payload.grantId);
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
}
