// The queries of one kind of record, compiled once: each request of the library's makes several of them, and putting
// them together anew would take longer than they do. The values stand in the order of the functions' parameters.

import { type CompiledQuery, sql } from 'kysely';
import type { Database } from '../../base/database/database.ts';
import { withValues } from '../../base/together.ts';
import type { AuthTables, RecordTable } from '../storage/tables.ts';

export type NewRecord = Omit<RecordTable, 'consumed_at' | 'polled_at' | 'poll_interval'>;
export type FoundRecord = Pick<RecordTable, 'payload' | 'consumed_at'>;
type Key = 'id' | 'uid' | 'user_code';

export interface RecordQueries {
  find(by: Key, value: string): CompiledQuery<FoundRecord>;
  upsert(row: NewRecord): CompiledQuery;
  /** Only while the grant stands; on PostgreSQL the grant is held meanwhile. */
  insertGranted(row: NewRecord, grantId: string): CompiledQuery;
  use(id: string, time: number): CompiledQuery;
  remove(id: string): CompiledQuery;
  removeOfGrant(grantId: string): CompiledQuery;
}

const sample = { grant_id: '', uid: '', user_code: '', client_id: '', subject: '', payload: '', expires_at: 0 };

export function recordQueries(database: Database<AuthTables>, kind: string): RecordQueries {
  const { kysely } = database;
  const records = { of: (column: Key | 'grant_id') => kysely.selectFrom('oauth_record').where(column, '=', '') };
  const finds = Object.fromEntries(
    (['id', 'uid', 'user_code'] as const).map((by) => [
      by,
      records.of(by).select(['payload', 'consumed_at']).where('kind', '=', kind).compile(),
    ]),
  ) as Record<Key, CompiledQuery<FoundRecord>>;
  const upsert = kysely
    .insertInto('oauth_record')
    .values({ kind, id: '', ...sample })
    .onConflict((at) => at.columns(['kind', 'id']).doUpdateSet(sample))
    .compile();
  const granted = insertGranted(database);
  const mine = { kind, id: '' };
  const use = kysely
    .updateTable('oauth_record')
    .set({ consumed_at: 0 })
    .where('kind', '=', mine.kind)
    .where('id', '=', mine.id)
    .where('consumed_at', 'is', null)
    .compile();
  const remove = kysely.deleteFrom('oauth_record').where('kind', '=', mine.kind).where('id', '=', mine.id).compile();
  const ofGrant = kysely.deleteFrom('oauth_record').where('grant_id', '=', '').where('kind', '=', kind).compile();
  return {
    find: (by, value) => withValues(finds[by], value, kind),
    upsert: (row) => withValues(upsert, ...valuesOf(row), ...valuesOf(row).slice(2)),
    insertGranted: (row, grantId) => withValues(granted, ...valuesOf(row), grantId),
    use: (id, time) => withValues(use, time, kind, id),
    remove: (id) => withValues(remove, kind, id),
    removeOfGrant: (grantId) => withValues(ofGrant, grantId, kind),
  };
}

function valuesOf(row: NewRecord): unknown[] {
  const { kind, id, grant_id, uid, user_code, client_id, subject, payload, expires_at } = row;
  return [kind, id, grant_id, uid, user_code, client_id, subject, payload, expires_at];
}

function insertGranted({ dialect, kysely }: Database<AuthTables>): CompiledQuery {
  const hold = dialect === 'postgres' ? sql`for share` : sql``;
  const [kind, id, grant, uid, code, client, subject, payload, expiry] = Array.from({ length: 9 }, () => '');
  return sql`
    insert into oauth_record (kind, id, grant_id, uid, user_code, client_id, subject, payload, expires_at)
    select ${kind}, ${id}, ${grant}, ${uid}, ${code}, ${client}, ${subject}, ${payload}, cast(${expiry} as bigint)
    from oauth_record where kind = 'Grant' and id = ${''} ${hold}`.compile(kysely);
}
