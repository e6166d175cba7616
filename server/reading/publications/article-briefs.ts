// Articles as marks and reviews refer to them: what is stored of those that the viewer may see.

import type { RefMpInfo } from '../../../api/nouns/article.ts';
import type { Db, Trx } from '../reading.ts';
import { publicationVisibleTo } from './publication-access.ts';

export async function articleBriefs(
  db: Db | Trx,
  viewer: string,
  ids: readonly string[],
): Promise<Map<string, RefMpInfo>> {
  const asked = [...new Set(ids)].filter((id) => id !== '');
  if (asked.length === 0) return new Map();
  const rows = await db
    .selectFrom('articles')
    .innerJoin('publications', 'publications.book_id', 'articles.book_id')
    .select(['article_id', 'articles.book_id', 'articles.title', 'articles.picture', 'articles.url', 'published_at'])
    .where('article_id', 'in', asked)
    .where('removed_at', '=', 0)
    .where(publicationVisibleTo(viewer) as never)
    .execute();
  return new Map(
    rows.map((row) => [
      row.article_id,
      {
        reviewId: row.article_id,
        // As long as a reference to an article may be.
        title: row.title.slice(0, 512).toWellFormed(),
        pic_url: row.picture,
        createTime: row.published_at,
        bookId: row.book_id,
        url: row.url,
      },
    ]),
  );
}
