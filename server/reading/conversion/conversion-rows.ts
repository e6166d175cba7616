// Conversions as rows: looked up, begun, changed, and deleted when nobody asks for them any more.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../../api/errors.ts';
import { nextSyncKey } from '../../base/database/counters.ts';
import { readBooks } from '../books/book-access.ts';
import type { Db, Reading, Trx } from '../reading.ts';
import type { ConversionRow } from '../schema/conversions.ts';

/** One reader's that are not over. */
const mostUnderWay = 20;
const underWay = ['waiting', 'running'] as const;
const keptSeconds = 180 * 86_400;
const perRun = 500;

export async function readConversion(db: Db | Trx, cbid: string): Promise<ConversionRow | undefined> {
  return db.selectFrom('conversions').selectAll().where('cbid', '=', cbid).executeTakeFirst();
}

export type Wanted = Pick<ConversionRow, 'vid' | 'book_id' | 'book_version' | 'is_text_only' | 'first_page'>;

/** The newest of the same PDF in the same way. One whose book was deleted since is none. */
export async function findConversion(db: Db | Trx, wanted: Wanted): Promise<ConversionRow | undefined> {
  const row = await db
    .selectFrom('conversions')
    .selectAll()
    .where('vid', '=', wanted.vid)
    .where('book_id', '=', wanted.book_id)
    .where('book_version', '=', wanted.book_version)
    .where('is_text_only', '=', wanted.is_text_only)
    .where('first_page', '=', wanted.first_page)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.state !== 'done') return row;
  return (await readBooks(db, row.vid, [row.result_book_id])).size > 0 ? row : undefined;
}

/** Until the transaction ends, nobody else begins one for this reader. */
export async function lockConversions(trx: Trx, vid: string): Promise<void> {
  await nextSyncKey(trx, vid, 'conversions');
}

export async function addConversion(reading: Reading, trx: Trx, wanted: Wanted): Promise<ConversionRow> {
  const { count } = await trx
    .selectFrom('conversions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('vid', '=', wanted.vid)
    .where('state', 'in', underWay)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostUnderWay) {
    throw new AppError('limit_reached', `Wait for one of the ${mostUnderWay} conversions under way to end.`);
  }
  const now = reading.now();
  const row: ConversionRow = {
    ...wanted,
    cbid: `cv_${randomBytes(12).toString('hex')}`,
    state: 'waiting',
    pages_done: 0,
    pages: 0,
    result_book_id: '',
    error_code: '',
    error_message: '',
    created_at: now,
    updated_at: now,
  };
  await trx.insertInto('conversions').values(row).execute();
  return row;
}

/** Only while it is under way; answers whether it was. */
export async function changeConversion(
  { database, now }: Reading,
  cbid: string,
  change: Partial<ConversionRow>,
  on: Db | Trx = database.kysely,
): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('conversions')
    .set({ ...change, updated_at: now() })
    .where('cbid', '=', cbid)
    .where('state', 'in', underWay)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of everyone, those of which nothing was heard since then. */
export async function silentConversions(db: Db, since: number): Promise<ConversionRow[]> {
  return db
    .selectFrom('conversions')
    .selectAll()
    .where('state', 'in', underWay)
    .where('updated_at', '<', since)
    .orderBy('updated_at')
    .limit(perRun)
    .execute();
}

/** What they led to stays; asking anew converts anew. */
export async function purgeConversions({ database, now }: Reading): Promise<void> {
  await database.kysely
    .deleteFrom('conversions')
    .where('state', 'in', ['done', 'failed', 'cancelled'])
    .where('updated_at', '<', now() - keptSeconds)
    .execute();
}
