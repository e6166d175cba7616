// A grant and the tokens that came of it stand and fall together, also when one request ends the grant while another
// issues tokens under it.

import { sql } from 'kysely';
import { errors } from 'oidc-provider';
import type { Database } from '../../base/database.ts';
import type { AuthTables, RecordTable } from '../tables.ts';

type NewRecord = Omit<RecordTable, 'consumed_at' | 'polled_at' | 'poll_interval'>;

/** Stores a token only if its grant still stands, in one statement; on PostgreSQL the grant is held meanwhile. */
export async function insertGranted(database: Database<AuthTables>, row: NewRecord, grantId: string): Promise<void> {
  const hold = database.dialect === 'postgres' ? sql`for share` : sql``;
  const { numAffectedRows } = await sql`
    insert into oauth_record (kind, id, grant_id, uid, user_code, client_id, subject, payload, expires_at)
    select ${row.kind}, ${row.id}, ${row.grant_id}, ${row.uid}, ${row.user_code}, ${row.client_id}, ${row.subject},
      ${row.payload}, cast(${row.expires_at} as bigint)
    from oauth_record where kind = 'Grant' and id = ${grantId} ${hold}`.execute(database.kysely);
  if (numAffectedRows !== 1n) throw new errors.InvalidGrant('the grant was ended at the same moment');
}

/** The grant first: whoever holds it finishes before the rest is looked for. */
export async function endFamily(database: Database<AuthTables>, grantId: string): Promise<void> {
  const { kysely } = database;
  await kysely.deleteFrom('oauth_record').where('kind', '=', 'Grant').where('id', '=', grantId).execute();
  await kysely.deleteFrom('oauth_record').where('grant_id', '=', grantId).execute();
}
