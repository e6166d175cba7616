// The zone in which a reader's days are told: where their newest reading was recorded.

import type { Db, Trx } from '../reading.ts';

/** UTC before the first record. */
export async function timeZoneOf(db: Db | Trx, vid: string): Promise<string> {
  const user = await db.selectFrom('users').select('time_zone').where('vid', '=', vid).executeTakeFirstOrThrow();
  return user.time_zone || 'UTC';
}
