// A grant and the tokens that came of it stand and fall together, also when one request ends the grant while another
// issues tokens under it.

import { type CompiledQuery, sql } from 'kysely';
import type { Database } from '../../base/database/database.ts';
import type { AuthTables } from '../storage/tables.ts';

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
