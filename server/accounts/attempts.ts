// Slows down guessing: each failure beyond the free ones doubles the wait, per name and per address, kept in the
// database so that a restart forgives nothing. Must not know what is guessed.

import { createHash } from 'node:crypto';
import { networkOf } from '../base/http/network-of.ts';
import type { AccountDatabase } from './tables.ts';

export interface Limit {
  key: string;
  /** Failures without any wait. */
  free: number;
  /** Seconds. */
  longestWait: number;
  /** Does a success forgive all failures? Otherwise it only was none: whoever succeeds at will may not go on guessing. */
  startsAnew?: boolean;
}

const forgottenAfter = 86_400;

export function nameLimit(nameKey: string): Limit {
  const hash = createHash('sha256').update(nameKey).digest('base64url');
  return { key: `name:${hash}`, free: 5, longestWait: 300, startsAnew: true };
}

export function addressLimit(address: string): Limit {
  return { key: `address:${networkOf(address)}`, free: 30, longestWait: 900 };
}

export function userCodeLimit(address: string): Limit {
  return { key: `code:${networkOf(address)}`, free: 10, longestWait: 900 };
}

export function inviteLimit(address: string): Limit {
  return { key: `invite:${networkOf(address)}`, free: 10, longestWait: 900 };
}

/**
 * Counts an attempt as failed before it is made, so that many at once gain nothing. Answers 0 when it may be made, or
 * the seconds to wait; a refused attempt is not counted.
 */
export async function beginAttempt(database: AccountDatabase, limits: readonly Limit[]): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const keys = limits.map((limit) => limit.key).sort();
  return database.transaction(async (trx) => {
    // Writing the rows first locks them: attempts at the same moment are counted one after the other.
    const rows = await trx
      .insertInto('account_attempt')
      .values(keys.map((key) => ({ key, failures: 0, last_at: now, blocked_until: 0 })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({ failures: row.ref('account_attempt.failures') })),
      )
      .returningAll()
      .execute();
    const wait = Math.max(0, ...rows.map((row) => Number(row.blocked_until) - now));
    if (wait > 0) return wait;
    const counted = limits.map((limit) => {
      const row = rows.find((candidate) => candidate.key === limit.key);
      const failures = row && now - Number(row.last_at) < forgottenAfter ? row.failures + 1 : 1;
      const over = failures - limit.free;
      const blocked = over > 0 ? now + Math.min(limit.longestWait, 2 ** Math.min(over, 20)) : 0;
      return { key: limit.key, failures, last_at: now, blocked_until: blocked };
    });
    await trx
      .insertInto('account_attempt')
      .values(counted)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({
          failures: row.ref('excluded.failures'),
          last_at: row.ref('excluded.last_at'),
          blocked_until: row.ref('excluded.blocked_until'),
        })),
      )
      .execute();
    await trx
      .deleteFrom('account_attempt')
      .where('last_at', '<', now - forgottenAfter)
      .execute();
    return 0;
  });
}

/** The attempt succeeded: limits start anew or get back the one attempt. */
export async function endAttempt(database: AccountDatabase, limits: readonly Limit[]): Promise<void> {
  const forgiven = limits.filter((limit) => limit.startsAnew).map((limit) => limit.key);
  const others = limits.filter((limit) => !limit.startsAnew).map((limit) => limit.key);
  await database.transaction(async (trx) => {
    if (forgiven.length > 0) await trx.deleteFrom('account_attempt').where('key', 'in', forgiven).execute();
    if (others.length === 0) return;
    await trx
      .updateTable('account_attempt')
      .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
      .where('key', 'in', others)
      .where('failures', '>', 0)
      .execute();
  });
}
