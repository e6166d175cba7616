// Which publications a reader may see: everyone's, and their own collections. Whoever may not see one learns nothing of it.

import type { ExpressionBuilder } from 'kysely';
import { AppError } from '../../../api/errors.ts';
import type { Db, Tables, Trx } from '../reading.ts';
import type { PublicationRow } from '../schema/publications.ts';

export const articleCollection = 'articles';

/** Condition on `publications`. */
export function publicationVisibleTo(vid: string) {
  return (where: ExpressionBuilder<Tables, 'publications'>) => where('publications.owner_vid', 'in', ['', vid]);
}

export async function readPublication(db: Db | Trx, vid: string, bookId: string): Promise<PublicationRow> {
  const row = await db
    .selectFrom('publications')
    .selectAll()
    .where('book_id', '=', bookId)
    .where(publicationVisibleTo(vid) as never)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', 'There is no such publication for this account.', { bookId });
  return row;
}
