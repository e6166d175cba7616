// What an account may use: features that the operator turns on or off for everyone or for one account.

import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import { nextSyncKey } from '../../base/database/counters.ts';
import { type Caller, type Db, listState, type Reading, type Trx } from '../reading.ts';
import type { FeatureRow } from '../schema/accounts.ts';
import { readSyncKey, writeSyncKey } from '../sync-key.ts';

type Route = (typeof user)['routes']['GET /feature'];

export const everyone = '';
const featuresCollection = 'features';
const mostFeatures = 500;

export function featureRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /feature': async ({ vid }: Caller, params: Params<Route>) => {
      const state = await readState(db, vid);
      const asked = readSyncKey(params.synckey, reading.life, state);
      const isCurrent = asked.clearAll === 0 && asked.from === state.counter;
      const rows = isCurrent ? [] : await readFeatures(db, vid);
      return {
        synckey: writeSyncKey(state.counter, reading.life),
        // There are few, so a change is told by telling them all.
        clearAll: isCurrent ? (0 as const) : (1 as const),
        updated: rows.map(({ name, enabled, value }) => ({
          name,
          enabled: enabled ? (1 as const) : (0 as const),
          ...(value ? { value } : {}),
        })),
        removed: [],
      };
    },
  };
}

/** What was set for exactly this owner. */
export async function listFeatures(db: Db, owner: string): Promise<FeatureRow[]> {
  return db.selectFrom('features').selectAll().where('owner', '=', owner).orderBy('name').limit(mostFeatures).execute();
}

/** For everyone, or for one account. */
export async function setFeature(trx: Trx, feature: FeatureRow): Promise<void> {
  await nextSyncKey(trx, feature.owner, featuresCollection);
  await trx
    .insertInto('features')
    .values(feature)
    .onConflict((conflict) => conflict.columns(['owner', 'name']).doUpdateSet(feature))
    .execute();
}

/** What was set for one account no longer stands over what everyone has. */
export async function removeFeature(trx: Trx, owner: string, name: string): Promise<void> {
  await nextSyncKey(trx, owner, featuresCollection);
  await trx.deleteFrom('features').where('owner', '=', owner).where('name', '=', name).execute();
}

async function readFeatures(db: Db | Trx, vid: string): Promise<FeatureRow[]> {
  const rows = await db
    .selectFrom('features')
    .selectAll()
    .where('owner', 'in', [everyone, vid])
    .orderBy('owner')
    .orderBy('name')
    .limit(2 * mostFeatures)
    .execute();
  // The account's own come after everyone's.
  return [...new Map(rows.map((row) => [row.name, row])).values()].slice(0, mostFeatures);
}

/** Both counters only grow, so their sum tells that either did. */
async function readState(db: Db, vid: string) {
  const all = await listState(db, everyone, featuresCollection);
  const own = await listState(db, vid, featuresCollection);
  return { counter: all.counter + own.counter, floor: 0, purges: 0 };
}
