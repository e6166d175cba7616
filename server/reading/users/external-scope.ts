// What the external platform was allowed to share: as the newest sign-in showed, or asked anew.

import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import type { Caller, Reading, Trx } from '../reading.ts';
import type { ExternalGrant } from '../sign-in/external-grant.ts';
import type { IdentityProvider } from '../sign-in/identity.ts';

type Asked = Params<(typeof user)['routes']['GET /ext/scope']>;

export function externalScopeRoutes(reading: Reading, identity: IdentityProvider) {
  return {
    'GET /ext/scope': async ({ vid }: Caller, asked: Asked) => {
      if (asked.vid !== undefined && asked.vid !== vid) {
        throw new AppError('no_permission', 'What is shared is told to the person alone.', { vid: 'not you' });
      }
      if (asked.refresh) await refresh(reading, identity, vid);
      const row = await reading.database.kysely
        .selectFrom('users')
        .select(['issuer', 'ext_scope', 'ext_granted_at', 'ext_expires_at', 'ext_revoked_at'])
        .where('vid', '=', vid)
        .executeTakeFirstOrThrow();
      const isOver = row.ext_expires_at > 0 && row.ext_expires_at <= reading.now();
      const isRevoked = row.ext_revoked_at > 0 || isOver;
      return {
        provider: row.issuer,
        scopes: isRevoked ? [] : row.ext_scope.split(' ').filter(Boolean).slice(0, 64),
        grantTime: row.ext_granted_at,
        expireTime: row.ext_expires_at,
        state: isRevoked ? ('revoked' as const) : row.ext_granted_at > 0 ? ('granted' as const) : ('never' as const),
      };
    },
  };
}

async function refresh(reading: Reading, identity: IdentityProvider, vid: string): Promise<void> {
  if (!identity.currentGrant) {
    throw new AppError('upstream_unavailable', 'This provider cannot be asked; signing in again tells it.');
  }
  const { subject } = await reading.database.kysely
    .selectFrom('users')
    .select('subject')
    .where('vid', '=', vid)
    .executeTakeFirstOrThrow();
  const grant = await identity.currentGrant(subject);
  const now = reading.now();
  await reading.database.transaction(async (trx) => {
    if (grant) await keepGrant(trx, vid, grant);
    else await trx.updateTable('users').set({ ext_revoked_at: now }).where('vid', '=', vid).execute();
  });
}

/** Part of the transaction that signs the person in. */
export async function keepGrant(trx: Trx, vid: string, grant: ExternalGrant): Promise<void> {
  const scope = grant.scopes.join(' ').slice(0, 8192);
  await trx
    .updateTable('users')
    .set({
      ext_scope: scope,
      ext_granted_at: grant.grantedAt,
      ext_expires_at: grant.expiresAt,
      ext_revoked_at: 0,
    })
    .where('vid', '=', vid)
    .execute();
}
