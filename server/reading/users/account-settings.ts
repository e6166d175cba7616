// Settings that an account keeps at the service, by name, the newest edit of each winning; push tokens of its devices.

import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import { claimEdit, editTimeOf } from '../edits.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';

type Route = (typeof user)['routes']['POST /updateConfig'];
type Value = boolean | number | string;

const mostSettings = 500;

export function accountSettingsRoutes(reading: Reading) {
  return {
    'POST /updateConfig': async ({ vid, deviceId }: Caller, params: Params<Route>) => {
      const now = reading.now();
      await reading.database.transaction(async (trx) => {
        if (!(await claimEdit(reading, trx, vid, params, 'settings'))) return;
        await writeSettings(trx, vid, params.accountsets ?? {}, editTimeOf(params, now));
        await writeTokens(trx, vid, params.deviceId ?? deviceId, params);
      });
      return { accountsets: await readSettings(reading.database.kysely, vid), updateTime: now };
    },
  };
}

/** All settings of the account, or those whose name begins so. */
export async function readSettings(db: Db | Trx, vid: string, prefix = ''): Promise<Record<string, Value>> {
  const rows = await db
    .selectFrom('account_settings')
    .select(['name', 'value'])
    .where('vid', '=', vid)
    .where('name', '>=', prefix)
    .orderBy('name')
    .limit(mostSettings)
    .execute();
  const named = rows.filter(({ name }) => name.startsWith(prefix));
  return Object.fromEntries(named.map(({ name, value }) => [name, JSON.parse(value) as Value]));
}

async function writeSettings(trx: Trx, vid: string, settings: Record<string, Value>, time: number): Promise<void> {
  const rows = Object.entries(settings).map(([name, value]) => ({
    vid,
    name,
    value: JSON.stringify(value),
    edit_time: time,
  }));
  // In one order, so that two devices never wait for each other's rows.
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (rows.length === 0) return;
  await trx
    .insertInto('account_settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['vid', 'name'])
        .doUpdateSet((row) => ({ value: row.ref('excluded.value'), edit_time: row.ref('excluded.edit_time') }))
        .whereRef('account_settings.edit_time', '<=', 'excluded.edit_time' as never),
    )
    .execute();
  const { count } = await trx
    .selectFrom('account_settings')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('vid', '=', vid)
    .executeTakeFirstOrThrow();
  if (Number(count) > mostSettings) {
    throw new AppError('limit_reached', `An account keeps ${mostSettings} settings at most.`, { limit: mostSettings });
  }
}

async function writeTokens(trx: Trx, vid: string, deviceId: string, { disHubToken, gapToken }: Params<Route>) {
  if (disHubToken === undefined && gapToken === undefined) return;
  const { numUpdatedRows } = await trx
    .updateTable('devices')
    .set({
      ...(disHubToken === undefined ? {} : { dis_hub_token: disHubToken }),
      ...(gapToken === undefined ? {} : { gap_token: gapToken }),
    })
    .where('vid', '=', vid)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AppError('not_found', 'That device never signed in to this account.', { deviceId });
}
