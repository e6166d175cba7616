// Brings what is sealed under the first system secret, so that a former one can be taken out one day. Only what was read
// is replaced: another process may have been faster, or the row may have changed.

import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../base/database/database.ts';
import type { AuthTables } from '../storage/tables.ts';
import type { SecretRing } from './secret-ring.ts';

const batch = 200;
/** Between two batches, so that requests are answered in between. */
const pauseMilliseconds = 20;

/** Answers how many rows were sealed anew. May be run by several processes at once, and again after it was cut off. */
export async function resealAll(
  database: Database<AuthTables>,
  ring: SecretRing,
  signal: AbortSignal,
): Promise<number> {
  const counts = [await resealKeys(database, ring)];
  for (const kind of ['Session', 'Interaction']) counts.push(await resealRecords(database, ring, kind, signal));
  counts.push(await resealConsents(database, ring, signal));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function resealKeys({ kysely }: Database<AuthTables>, ring: SecretRing): Promise<number> {
  let count = 0;
  let after = { set_name: '', kid: '' };
  for (;;) {
    const rows = await kysely
      .selectFrom('oauth_key')
      .select(['set_name', 'kid', 'sealed'])
      .where((where) =>
        where.or([
          where('set_name', '>', after.set_name),
          where.and([where('set_name', '=', after.set_name), where('kid', '>', after.kid)]),
        ]),
      )
      .orderBy('set_name')
      .orderBy('kid')
      .limit(batch)
      .execute();
    for (const { set_name, kid, sealed: before } of rows) {
      const sealed = ring.reseal(before);
      if (sealed === undefined) continue;
      await kysely
        .updateTable('oauth_key')
        .set({ sealed })
        .where('set_name', '=', set_name)
        .where('kid', '=', kid)
        .where('sealed', '=', before)
        .execute();
      count++;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) return count;
    after = last;
  }
}

async function resealRecords(
  { kysely }: Database<AuthTables>,
  ring: SecretRing,
  kind: string,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (let after = ''; !signal.aborted; await wait(pauseMilliseconds)) {
    const rows = await kysely
      .selectFrom('oauth_record')
      .select(['id', 'payload'])
      .where('kind', '=', kind)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, payload: before } of rows) {
      const payload = ring.reseal(before);
      if (payload === undefined) continue;
      await kysely
        .updateTable('oauth_record')
        .set({ payload })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('payload', '=', before)
        .execute();
      count++;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    after = last.id;
  }
  return count;
}

async function resealConsents(
  { kysely }: Database<AuthTables>,
  ring: SecretRing,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (let after = ''; !signal.aborted; await wait(pauseMilliseconds)) {
    const rows = await kysely
      .selectFrom('oauth_consent')
      .select(['grant_id', 'session'])
      .where('grant_id', '>', after)
      .orderBy('grant_id')
      .limit(batch)
      .execute();
    for (const { grant_id, session: before } of rows) {
      const session = ring.reseal(before);
      if (session === undefined) continue;
      await kysely
        .updateTable('oauth_consent')
        .set({ session })
        .where('grant_id', '=', grant_id)
        .where('session', '=', before)
        .execute();
      count++;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    after = last.grant_id;
  }
  return count;
}
