// Whether a reader bought parts of books: a chapter by itself, or with the whole.

import { sql } from 'kysely';
import type { Db, Trx } from '../reading.ts';

interface Part {
  itemId: string;
  part: number;
}

/** Answers for the parts that were asked for, by one query. */
export async function ownedParts(
  db: Db | Trx,
  vid: string,
  parts: readonly Part[],
): Promise<(itemId: string, part: number) => boolean> {
  if (parts.length === 0) return () => false;
  const rows = await db
    .selectFrom('purchases')
    .select(['item_id', 'part'])
    .where('vid', '=', vid)
    .where('kind', '=', 'book')
    .where('item_id', 'in', [...new Set(parts.map(({ itemId }) => itemId))])
    .where('part', 'in', [0, ...new Set(parts.map(({ part }) => part))])
    .where('revoked_at', '=', 0)
    .execute();
  const owned = new Set(rows.map((row) => `${row.part} ${row.item_id}`));
  return (itemId, part) => owned.has(`0 ${itemId}`) || owned.has(`${part} ${itemId}`);
}

/** How many chapters of each book were bought; endlessly many with the whole book. */
export async function ownedCounts(db: Db, vid: string, bookIds: readonly string[]): Promise<Map<string, number>> {
  if (bookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('purchases')
    .select('item_id')
    .select((row) => [row.fn.countAll<number>().as('parts'), sql<number>`min(part)`.as('first')])
    .where('vid', '=', vid)
    .where('kind', '=', 'book')
    .where('item_id', 'in', bookIds)
    .where('revoked_at', '=', 0)
    .groupBy('item_id')
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.first === 0 ? Number.POSITIVE_INFINITY : Number(row.parts)]));
}
