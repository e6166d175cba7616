// What the operator records of purchases: that a reader bought a book or chapters of it, and that one is taken back.

import { AppError } from '../../../api/errors.ts';
import { readBooks } from '../books/book-access.ts';
import { readChapterList } from '../delivery/chapter-list.ts';
import { readPublication } from '../publications/publication-access.ts';
import type { Db, Reading, Trx } from '../reading.ts';
import type { PurchaseRow } from '../schema/purchases.ts';
import { newId } from '../sign-in/tokens.ts';
import { withSyncKeys } from '../sync-key.ts';

export const purchaseCollection = 'purchases';
const longestNote = 512;
const rowsAtOnce = 500;

export interface NewPurchase {
  vid: string;
  bookId: string;
  /** As `1,3,5-9`; the whole book without it. */
  chapters?: string | undefined;
  /** Unix seconds; now when absent. */
  boughtAt?: number | undefined;
  coins?: number | undefined;
  note?: string | undefined;
}

/** Answers how many purchases are new; one that stands already stays as it was. */
export async function grantPurchase(reading: Reading, wanted: NewPurchase): Promise<number> {
  const { vid, bookId } = wanted;
  const now = reading.now();
  const row: Omit<PurchaseRow, 'purchase_id' | 'sync_key' | 'part'> = {
    vid,
    kind: 'book',
    item_id: bookId,
    source: 'grant',
    coins: wanted.coins ?? 0,
    note: (wanted.note ?? '').slice(0, longestNote).toWellFormed(),
    bought_at: Math.min(wanted.boughtAt ?? now, now),
    revoked_at: 0,
  };
  return reading.database.transaction(async (trx) => {
    const parts = await partsOf(trx, vid, bookId, wanted.chapters);
    const { result } = await withSyncKeys(trx, vid, purchaseCollection, async (takeKey) => {
      const standing = await standingParts(trx, vid, bookId);
      const missing = parts.filter((part) => !standing.has(part));
      for (let start = 0; start < missing.length; start += rowsAtOnce) {
        const rows = missing
          .slice(start, start + rowsAtOnce)
          .map((part) => ({ ...row, part, purchase_id: newId('y'), sync_key: takeKey() }));
        await trx
          .insertInto('purchases')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['vid', 'kind', 'item_id', 'part']).doUpdateSet((from) => ({
              sync_key: from.ref('excluded.sync_key'),
              source: from.ref('excluded.source'),
              coins: from.ref('excluded.coins'),
              note: from.ref('excluded.note'),
              bought_at: from.ref('excluded.bought_at'),
              revoked_at: 0,
            })),
          )
          .execute();
      }
      return missing.length;
    });
    return result;
  });
}

async function standingParts(trx: Trx, vid: string, bookId: string): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('purchases')
    .select('part')
    .where('vid', '=', vid)
    .where('kind', '=', 'book')
    .where('item_id', '=', bookId)
    .where('revoked_at', '=', 0)
    .execute();
  return new Set(rows.map((row) => row.part));
}

/** 0 for the whole; the book or publication and its chapters must be ones that the reader may see. */
async function partsOf(trx: Trx, vid: string, bookId: string, chapters: string | undefined): Promise<number[]> {
  const book = (await readBooks(trx, vid, [bookId])).get(bookId);
  if (!book) await readPublication(trx, vid, bookId);
  if (chapters === undefined) return [0];
  const rows = book
    ? await trx
        .selectFrom('chapters')
        .select('chapter_uid')
        .where('book_id', '=', bookId)
        .where('version', '=', book.version)
        .execute()
    : await trx
        .selectFrom('articles')
        .select('chapter_uid')
        .where('book_id', '=', bookId)
        .where('removed_at', '=', 0)
        .execute();
  return readChapterList(chapters, new Set(rows.map((row) => row.chapter_uid)));
}

/** It stays known, with the time at which it was taken back. */
export async function revokePurchase(reading: Reading, purchaseId: string): Promise<void> {
  await reading.database.transaction(async (trx) => {
    const row = await trx
      .selectFrom('purchases')
      .select(['vid', 'revoked_at'])
      .where('purchase_id', '=', purchaseId)
      .executeTakeFirst();
    if (row?.revoked_at !== 0) {
      throw new AppError('not_found', `There is no purchase ${purchaseId} that stands.`, { purchaseId });
    }
    await withSyncKeys(trx, row.vid, purchaseCollection, (takeKey) =>
      trx
        .updateTable('purchases')
        .set({ revoked_at: reading.now(), sync_key: takeKey() })
        .where('purchase_id', '=', purchaseId)
        .execute(),
    );
  });
}

/** A page of what stands, oldest change first; `after` is the sync_key of the last one before. */
export function listPurchases(db: Db, vid: string, after: number, count: number): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('vid', '=', vid)
    .where('sync_key', '>', after)
    .where('revoked_at', '=', 0)
    .orderBy('sync_key')
    .limit(count)
    .execute();
}
