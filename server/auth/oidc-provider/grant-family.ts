// A grant and the tokens that came of it stand and fall together, also when one request ends the grant while another
// issues tokens under it.

import { type CompiledQuery, sql } from 'kysely';
import type { Database } from '../../base/database.ts';
import type { AuthTables, RecordTable } from '../tables.ts';

export type NewRecord = Omit<RecordTable, 'consumed_at' | 'polled_at' | 'poll_interval'>;

/** Stores a token only if its grant still stands, in one statement; on PostgreSQL the grant is held meanwhile. */
export function insertGranted(database: Database<AuthTables>, row: NewRecord, grantId: string): CompiledQuery {
  const hold = database.dialect === 'postgres' ? sql`for share` : sql``;
  return sql`
    insert into oauth_record (kind, id, grant_id, uid, user_code, client_id, subject, payload, expires_at)
    select ${row.kind}, ${row.id}, ${row.grant_id}, ${row.uid}, ${row.user_code}, ${row.client_id}, ${row.subject},
      ${row.payload}, cast(${row.expires_at} as bigint)
    from oauth_record where kind = 'Grant' and id = ${grantId} ${hold}`.compile(database.kysely);
}

/** Holds the grant; undefined on SQLite, where one writes at a time. */
export function holdGrant({ dialect, kysely }: Database<AuthTables>, grantId: string): CompiledQuery | undefined {
  if (dialect !== 'postgres') return undefined;
  return sql`select 1 from oauth_record where kind = 'Grant' and id = ${grantId} for share`.compile(kysely);
}

/** The grant first: whoever holds it finishes before the rest is looked for. */
export function endFamily({ kysely }: Database<AuthTables>, grantId: string): CompiledQuery[] {
  return [
    kysely.deleteFrom('oauth_record').where('kind', '=', 'Grant').where('id', '=', grantId).compile(),
    kysely.deleteFrom('oauth_record').where('grant_id', '=', grantId).compile(),
  ];
}
