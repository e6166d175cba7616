// Removes what is over: expired records and requests, and consents that no token and no memory needs any more.

import type { Database } from '../base/database.ts';
import { seconds } from './clock.ts';
import type { AuthTables } from './tables.ts';

/** Expired rows are kept for a day, so that a late answer still says "expired" and not "unknown". */
export const keptAfterExpiry = 86_400;

/** Removes what expired before `notAfter` (Unix seconds). */
export async function flush(database: Database<AuthTables>, notAfter = seconds() - keptAfterExpiry): Promise<void> {
  const { kysely } = database;
  await kysely.deleteFrom('oauth_record').where('expires_at', '<', notAfter).execute();
  await kysely.deleteFrom('oauth_request').where('expires_at', '<', notAfter).execute();
  await kysely
    .deleteFrom('oauth_consent')
    .where('granted_at', '<', notAfter)
    .where((where) => where.or([where('remember', '=', 0), where('remember_until', '<', notAfter)]))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('oauth_record')
            .select('id')
            .whereRef('oauth_record.grant_id', '=', 'oauth_consent.grant_id'),
        ),
      ),
    )
    .execute();
  await kysely
    .deleteFrom('oauth_record')
    .where('kind', '=', 'Grant')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('oauth_consent')
            .select('oauth_consent.grant_id')
            .whereRef('oauth_consent.grant_id', '=', 'oauth_record.id'),
        ),
      ),
    )
    .execute();
}
