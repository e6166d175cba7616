// What librarians put on the front of the store, and take off it.

import { AppError } from '../../../api/errors.ts';
import type { Reading } from '../reading.ts';
import type { PromotionRow } from '../schema/store.ts';
import { newId } from '../sign-in/tokens.ts';

export interface NewPromotion {
  bookId: string;
  type: PromotionRow['type'];
  title?: string | undefined;
  text?: string | undefined;
  /** Unix seconds; none: until it is taken off. */
  endTime?: number | undefined;
}

const longestTitle = 256;
const longestText = 1024;

/** Of a book of the library, above those that are there; answers its id. */
export async function addPromotion(reading: Reading, { bookId, type, title, text, endTime = 0 }: NewPromotion) {
  return reading.database.transaction(async (trx) => {
    const book = await trx
      .selectFrom('books')
      .select(['title', 'visibility'])
      .where('book_id', '=', bookId)
      .executeTakeFirst();
    if (book?.visibility !== 'library') {
      throw new AppError('not_found', `There is no book ${bookId} in the library.`, { bookId });
    }
    const first = await trx.selectFrom('promotions').select('place').orderBy('place').limit(1).executeTakeFirst();
    const row: PromotionRow = {
      promote_id: newId('p'),
      type,
      subtype: 'book',
      target_id: bookId,
      title: (title ?? book.title).slice(0, longestTitle).toWellFormed(),
      text: (text ?? '').slice(0, longestText).toWellFormed(),
      cover: '',
      start_time: reading.now(),
      end_time: endTime,
      place: (first?.place ?? 0) - 1,
    };
    await trx.insertInto('promotions').values(row).execute();
    return row.promote_id;
  });
}

export async function removePromotion(reading: Reading, promoteId: string): Promise<void> {
  const { numDeletedRows } = await reading.database.kysely
    .deleteFrom('promotions')
    .where('promote_id', '=', promoteId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not_found', `There is no promotion ${promoteId}.`, { promoteId });
}

export function listPromotions(reading: Reading): Promise<PromotionRow[]> {
  return reading.database.kysely
    .selectFrom('promotions')
    .selectAll()
    .orderBy('place')
    .orderBy('promote_id')
    .limit(500)
    .execute();
}
