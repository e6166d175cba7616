// Official accounts on a shelf: each as a book of type 3, and the one entry under which the articles of all are found.

import type { Static } from 'typebox';
import type { ShelfBook } from '../../../api/nouns/book.ts';
import type { ShelfAccounts } from '../../../api/nouns/shelf-entry.ts';
import { publicationOnWire } from '../publications/publication-book.ts';
import type { Db } from '../reading.ts';
import type { PublicationRow } from '../schema/publications.ts';
import type { ShelfEntryRow } from '../schema/shelf.ts';

/** Not of a publication: it stands for all of them. */
const allAccounts = 'mp';

export function shelfAccount(row: ShelfEntryRow, account: PublicationRow): Static<typeof ShelfBook> {
  return {
    ...publicationOnWire(account),
    secret: row.is_secret ? 1 : 0,
    readUpdateTime: row.read_at,
    finishReading: 0,
    paid: 1,
    updateTime: account.updated_at,
    isTop: row.top_order > 0 ? 1 : 0,
    deepLink: `octavo://books/${encodeURIComponent(account.book_id)}`,
  };
}

/** Asked for when accounts come or go, which is seldom. */
export async function readAllAccounts(db: Db, vid: string): Promise<Static<typeof ShelfAccounts>> {
  const rows = await db
    .selectFrom('shelf_entries')
    .innerJoin('publications', 'publications.book_id', 'shelf_entries.item_id')
    .select(['is_secret', 'top_order', 'read_at', 'publications.updated_at', 'publications.picture'])
    .where('vid', '=', vid)
    .where('shelf_entries.kind', '=', 'account')
    .where('removed_at', '=', 0)
    .orderBy('publications.updated_at', 'desc')
    .execute();
  return {
    show: rows.length > 0 ? 1 : 0,
    book: {
      bookId: allAccounts,
      title: 'Articles',
      cover: rows.find((row) => row.picture !== '')?.picture ?? '',
      secret: rows.length > 0 && rows.every((row) => row.is_secret) ? 1 : 0,
      payType: 0,
      paid: 1,
      updateTime: rows[0]?.updated_at ?? 0,
      readUpdateTime: Math.max(0, ...rows.map((row) => row.read_at)),
      isTop: rows.some((row) => row.top_order > 0) ? 1 : 0,
    },
  };
}
