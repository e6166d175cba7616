// That the caller read an article, which keeps it in their history until they take it out.

import { AppError } from '../../../api/errors.ts';
import type { publications } from '../../../api/publications.ts';
import type { Params } from '../../../api/route.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { publicationVisibleTo } from './publication-access.ts';

type Asked = Params<(typeof publications)['routes']['POST /mp/read']>;

export function readMarkRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'POST /mp/read': async ({ vid }: Caller, params: Asked) => {
      const reviewId = await findArticle(db, vid, params);
      const now = reading.now();
      const inHistory = params.isDelete ? (0 as const) : (1 as const);
      const row = await db
        .insertInto('article_reads')
        .values({ vid, article_id: reviewId, in_history: inHistory, read_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['vid', 'article_id'])
            .doUpdateSet(params.isDelete ? { in_history: 0 } : { in_history: 1, read_at: now }),
        )
        .returning('read_at')
        .executeTakeFirstOrThrow();
      return { reviewId, isRead: 1 as const, inHistory, readTime: row.read_at };
    },
  };
}

async function findArticle(db: Db, vid: string, { reviewId, url, bookId }: Asked): Promise<string> {
  if (reviewId === undefined && url === undefined) {
    throw new AppError('bad_argument', undefined, { reviewId: 'or url is needed' });
  }
  let query = db
    .selectFrom('articles')
    .innerJoin('publications', 'publications.book_id', 'articles.book_id')
    .select('article_id')
    .where('removed_at', '=', 0)
    .where(publicationVisibleTo(vid) as never);
  if (reviewId !== undefined) query = query.where('article_id', '=', reviewId);
  else query = query.where('articles.url', '=', url as string);
  if (bookId !== undefined) query = query.where('articles.book_id', '=', bookId);
  const found = await query.orderBy('article_id').limit(1).executeTakeFirst();
  if (!found) throw new AppError('not_found', 'There is no such article for this account.', { reviewId, url });
  return found.article_id;
}
