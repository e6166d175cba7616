// That the caller read an article, which keeps it in their history until they take it out, and is told to their other
// devices as a change of the publication's list.

import { AppError } from '../../../api/errors.ts';
import type { publications } from '../../../api/publications.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Db, Reading, Trx } from '../reading.ts';
import { withSyncKeys } from '../sync-key.ts';
import { articleCollection, publicationVisibleTo } from './publication-access.ts';

type Asked = Params<(typeof publications)['routes']['POST /mp/read']>;

export function readMarkRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'POST /mp/read': async ({ vid }: Caller, params: Asked) => {
      const article = await findArticle(db, vid, params);
      const reviewId = article.article_id;
      const now = reading.now();
      const inHistory = params.isDelete ? (0 as const) : (1 as const);
      const change: Change = params.isDelete ? { in_history: 0 } : { in_history: 1, read_at: now };
      const known = await changeRead(db, vid, reviewId, change);
      if (known !== undefined) return { reviewId, isRead: 1 as const, inHistory, readTime: known };
      const readTime = await reading.database.transaction(async (trx) => {
        const { result } = await withSyncKeys(trx, article.book_id, articleCollection, async (takeKey) => {
          const meanwhile = await changeRead(trx, vid, reviewId, change);
          if (meanwhile !== undefined) return meanwhile;
          const row = { vid, ...article, sync_key: takeKey(), in_history: inHistory, read_at: now };
          await trx.insertInto('article_reads').values(row).execute();
          return now;
        });
        return result;
      });
      return { reviewId, isRead: 1 as const, inHistory, readTime };
    },
  };
}

type Change = { in_history: 0 | 1; read_at?: number };

/** When it was read; undefined when it never was. */
async function changeRead(db: Db | Trx, vid: string, articleId: string, change: Change): Promise<number | undefined> {
  const row = await db
    .updateTable('article_reads')
    .set(change)
    .where('vid', '=', vid)
    .where('article_id', '=', articleId)
    .returning('read_at')
    .executeTakeFirst();
  return row?.read_at;
}

async function findArticle(db: Db, vid: string, { reviewId, url, bookId }: Asked) {
  if (reviewId === undefined && url === undefined) {
    throw new AppError('bad_argument', undefined, { reviewId: 'or url is needed' });
  }
  let query = db
    .selectFrom('articles')
    .innerJoin('publications', 'publications.book_id', 'articles.book_id')
    .select(['article_id', 'articles.book_id'])
    .where('removed_at', '=', 0)
    .where(publicationVisibleTo(vid) as never);
  if (reviewId !== undefined) query = query.where('article_id', '=', reviewId);
  else query = query.where('articles.url', '=', url as string);
  if (bookId !== undefined) query = query.where('articles.book_id', '=', bookId);
  const found = await query.orderBy('article_id').limit(1).executeTakeFirst();
  if (!found) throw new AppError('not_found', 'There is no such article for this account.', { reviewId, url });
  return found;
}
