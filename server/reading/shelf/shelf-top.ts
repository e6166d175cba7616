// Pinning: entries at the head of the shelf, in the order in which they were given.

import type { additional } from '../../../api/additional.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import { editEntries } from './shelf.ts';
import { changeShelf, itemsOf } from './shelf-entries.ts';

type Top = Params<(typeof additional)['routes']['POST /shelf/top']>;
const mostPinned = 400;

export function pinRoutes(reading: Reading) {
  return {
    'POST /shelf/top': async (caller: Caller, params: Top) => {
      const items = itemsOf(params);
      const done = await changeShelf(
        reading,
        caller,
        params,
        { changed: [] as string[], unknownIds: [] as string[], topIds: [] as string[] },
        async (change) => {
          // Times grow, so that what is pinned later stands before; the place in the list orders what is pinned at once.
          const first = change.time * 1000 + 500;
          const places = new Map(items.map((item, index) => [`${item.kind} ${item.id}`, first - index]));
          const edited = await editEntries(change, items, (row) => {
            if (row.top_time > change.time) return undefined;
            const order = params.isTop === 0 ? 0 : (places.get(`${row.kind} ${row.item_id}`) ?? 0);
            return { ...row, top_order: order, top_time: change.time };
          });
          // Inside, so that one pin too many is taken back.
          return { ...edited, topIds: await readPinned(change.trx, caller.vid) };
        },
      );
      const topIds = done.topIds.length > 0 ? done.topIds : await readPinned(reading.database.kysely, caller.vid);
      return { synckey: done.synckey, topIds, unknownIds: done.unknownIds };
    },
  };
}

async function readPinned(db: Db | Trx, vid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shelf_entries')
    .select('item_id')
    .where('vid', '=', vid)
    .where('top_order', '>', 0)
    .orderBy('top_order', 'desc')
    .limit(mostPinned + 1)
    .execute();
  if (rows.length > mostPinned) throw new AppError('limit_reached', `At most ${mostPinned} entries can be pinned.`);
  return rows.map((row) => row.item_id);
}
