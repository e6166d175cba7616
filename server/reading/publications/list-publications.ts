// Publications and articles as the operator's command line lists them, and how a publication goes with all its articles.

import { AppError } from '../../../api/errors.ts';
import type { Db, Reading } from '../reading.ts';
import type { ArticleRow, PublicationRow } from '../schema/publications.ts';
import { leaveArchives } from '../shelf/archives.ts';
import { changeShelf, removeEntries } from '../shelf/shelf-entries.ts';
import { articleCollection } from './publication-access.ts';

const articlesAtOnce = 500;

/** A page by bookId. */
export function listPublications(db: Db, after: string, count: number): Promise<PublicationRow[]> {
  return db
    .selectFrom('publications')
    .selectAll()
    .where('book_id', '>', after)
    .orderBy('book_id')
    .limit(count)
    .execute();
}

/** A page, pinned ones first; `before` is the `top_place` of the last one, 0 for the first page. */
export async function listArticles(db: Db, bookId: string, before: number, count: number): Promise<ArticleRow[]> {
  const known = await db.selectFrom('publications').select('book_id').where('book_id', '=', bookId).executeTakeFirst();
  if (!known) throw new AppError('not_found', `There is no publication ${bookId}.`, { bookId });
  let query = db.selectFrom('articles').selectAll().where('book_id', '=', bookId).where('removed_at', '=', 0);
  if (before > 0) query = query.where('top_place', '<', before);
  return query.orderBy('top_place', 'desc').limit(count).execute();
}

/** Some articles at a time; cut off, it goes on when it is run again. */
export async function removePublication(reading: Reading, bookId: string): Promise<void> {
  const db = reading.database.kysely;
  const known = await db.selectFrom('publications').select('book_id').where('book_id', '=', bookId).executeTakeFirst();
  if (!known) throw new AppError('not_found', `There is no publication ${bookId}.`, { bookId });
  await unfollow(reading, bookId);
  for (;;) {
    const rows = await db
      .selectFrom('articles')
      .select('article_id')
      .where('book_id', '=', bookId)
      .limit(articlesAtOnce)
      .execute();
    if (rows.length === 0) break;
    const ids = rows.map((row) => row.article_id);
    await reading.database.transaction(async (trx) => {
      for (const table of ['article_texts', 'article_reads', 'articles'] as const) {
        await trx.deleteFrom(table).where('article_id', 'in', ids).execute();
      }
    });
  }
  await reading.database.transaction(async (trx) => {
    await trx.deleteFrom('publications').where('book_id', '=', bookId).execute();
    for (const table of ['sync_floors', 'sync_counters'] as const) {
      await trx.deleteFrom(table).where('owner', '=', bookId).where('collection', '=', articleCollection).execute();
    }
  });
}

/** It goes from the shelves of all who follow it. */
async function unfollow(reading: Reading, bookId: string): Promise<void> {
  const followers = await reading.database.kysely
    .selectFrom('shelf_entries')
    .select('vid')
    .where('item_id', '=', bookId)
    .where('kind', '=', 'account')
    .where('removed_at', '=', 0)
    .orderBy('vid')
    .execute();
  for (const { vid } of followers) {
    await changeShelf(reading, { vid }, {}, {}, async (change) => {
      await leaveArchives(change, await removeEntries(change, [{ kind: 'account', id: bookId }]));
      return {};
    });
  }
}

/** The collections of a reader who is removed. */
export async function removeCollections(reading: Reading, vid: string): Promise<void> {
  for (;;) {
    const next = await reading.database.kysely
      .selectFrom('publications')
      .select('book_id')
      .where('owner_vid', '=', vid)
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    await removePublication(reading, next.book_id);
  }
}
