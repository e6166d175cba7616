// Which publications a reader may see: everyone's, and their own collections. Whoever may not see one learns nothing of it.

import type { ExpressionBuilder } from 'kysely';
import { AppError } from '../../../api/errors.ts';
import type { Db, Tables, Trx } from '../reading.ts';
import type { PublicationRow } from '../schema/publications.ts';

export const articleCollection = 'articles';
/** How bookIds of publications begin. */
export const publicationPrefix = 'mp';

export function isPublicationId(bookId: string): boolean {
  return bookId.startsWith(`${publicationPrefix}_`);
}

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

/** Those of the named ones that the reader may see, by bookId. */
export async function readPublications(
  db: Db | Trx,
  vid: string,
  bookIds: readonly string[],
): Promise<Map<string, PublicationRow>> {
  if (bookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('publications')
    .selectAll()
    .where('book_id', 'in', bookIds)
    .where(publicationVisibleTo(vid) as never)
    .execute();
  return new Map(rows.map((row) => [row.book_id, row]));
}
