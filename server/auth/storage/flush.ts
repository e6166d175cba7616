// Removes what is over, a little at a time, so that nobody waits for it: expired records and requests, and consents that
// no token and no memory needs any more. May be run by several processes at once, and again after it was cut off.

import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../base/database/database.ts';
import { seconds } from '../clock.ts';
import type { AuthTables, ConsentTable } from './tables.ts';

/** Expired rows are kept for a day, so that a late answer still says "expired" and not "unknown". */
export const keptAfterExpiry = 86_400;
const rowsAtOnce = 200;
const consentsAtOnce = 100;

export interface FlushOptions {
  /** What expired before, Unix seconds; a day ago unless told. */
  notAfter?: number;
  /** Ends it early. */
  signal?: AbortSignal;
}

export async function flush(database: Database<AuthTables>, options: FlushOptions = {}): Promise<void> {
  const { notAfter = seconds() - keptAfterExpiry, signal } = options;
  await untilDone(signal, () => removeRecords(database, notAfter));
  await untilDone(signal, () => removeRequests(database, notAfter));
  await untilDone(signal, () => lookAtConsents(database, Math.min(notAfter, seconds() - keptAfterExpiry)));
}

/** Two thirds of the time belong to others. */
async function untilDone(signal: AbortSignal | undefined, removeSome: () => Promise<boolean>): Promise<void> {
  while (!signal?.aborted) {
    const begin = performance.now();
    if (!(await removeSome())) return;
    await wait(Math.max(1, 2 * (performance.now() - begin)));
  }
}

/** Whether there may be more. */
async function removeRecords({ kysely }: Database<AuthTables>, notAfter: number): Promise<boolean> {
  const rows = await kysely
    .selectFrom('oauth_record')
    .select(['kind', 'id'])
    .where('expires_at', '<', notAfter)
    .orderBy('expires_at')
    .limit(rowsAtOnce)
    .execute();
  for (const [kind, ids] of Map.groupBy(rows, (row) => row.kind)) {
    await kysely
      .deleteFrom('oauth_record')
      .where('kind', '=', kind)
      .where(
        'id',
        'in',
        ids.map((row) => row.id),
      )
      // A session that was used meanwhile lives on.
      .where('expires_at', '<', notAfter)
      .execute();
  }
  return rows.length === rowsAtOnce;
}

async function removeRequests({ kysely }: Database<AuthTables>, notAfter: number): Promise<boolean> {
  const rows = await kysely
    .selectFrom('oauth_request')
    .select('challenge')
    .where('expires_at', '<', notAfter)
    .orderBy('expires_at')
    .limit(rowsAtOnce)
    .execute();
  if (rows.length === 0) return false;
  const challenges = rows.map((row) => row.challenge);
  await kysely.deleteFrom('oauth_request').where('challenge', 'in', challenges).execute();
  return rows.length === rowsAtOnce;
}

type LookedAt = Pick<ConsentTable, 'grant_id' | 'granted_at' | 'remember' | 'remember_until'>;

/** Each consent is looked at when its memory or its last token should be over, not at every flush. */
async function lookAtConsents(database: Database<AuthTables>, notAfter: number): Promise<boolean> {
  const { kysely } = database;
  const consents = await kysely
    .selectFrom('oauth_consent')
    .select(['grant_id', 'granted_at', 'remember', 'remember_until'])
    .where('look_at', '<=', notAfter)
    .orderBy('look_at')
    .orderBy('grant_id')
    .limit(consentsAtOnce)
    .execute();
  if (consents.length === 0) return false;
  const lastExpiries = await lastExpiriesOf(database, consents);
  const over: string[] = [];
  const later = new Map<number | null, string[]>();
  for (const consent of consents) {
    const until = neededUntil(consent, lastExpiries.get(consent.grant_id));
    if (until !== null && until <= notAfter && !lastExpiries.has(consent.grant_id)) over.push(consent.grant_id);
    // Always later than now, or it would be looked at for ever.
    else {
      const lookAt = until === null ? null : Math.max(until, notAfter + 3_600);
      later.set(lookAt, [...(later.get(lookAt) ?? []), consent.grant_id]);
    }
  }
  for (const [lookAt, grantIds] of later) {
    await kysely.updateTable('oauth_consent').set({ look_at: lookAt }).where('grant_id', 'in', grantIds).execute();
  }
  if (over.length > 0) await removeConsents(database, over);
  return consents.length === consentsAtOnce;
}

/** Unix seconds; null for as long as nobody revokes it. */
function neededUntil(consent: LookedAt, lastExpiry: number | undefined): number | null {
  if (Number(consent.remember) === 1 && consent.remember_until === null) return null;
  return Math.max(Number(consent.granted_at), Number(consent.remember_until ?? 0), lastExpiry ?? 0);
}

async function lastExpiriesOf(
  { kysely }: Database<AuthTables>,
  consents: readonly LookedAt[],
): Promise<Map<string, number>> {
  const rows = await kysely
    .selectFrom('oauth_record')
    .select((expression) => ['grant_id', expression.fn.max('expires_at').as('last')])
    .where(
      'grant_id',
      'in',
      consents.map((consent) => consent.grant_id),
    )
    .groupBy('grant_id')
    .execute();
  return new Map(rows.map((row) => [row.grant_id ?? '', Number(row.last ?? 0)]));
}

/** With their grants; unless a token was issued meanwhile. */
async function removeConsents(database: Database<AuthTables>, grantIds: string[]): Promise<void> {
  const { kysely } = database;
  await database.together([
    {
      query: kysely
        .deleteFrom('oauth_record')
        .where('kind', '=', 'Grant')
        .where('id', 'in', grantIds)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(selectFrom('oauth_record as token').select('id').whereRef('token.grant_id', '=', 'oauth_record.id')),
          ),
        )
        .compile(),
    },
    {
      query: kysely
        .deleteFrom('oauth_consent')
        .where('grant_id', 'in', grantIds)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('oauth_record').select('id').whereRef('oauth_record.grant_id', '=', 'oauth_consent.grant_id'),
            ),
          ),
        )
        .compile(),
    },
  ]);
}
