// Publications and articles as the operator writes them: made, published, pinned and removed, under the counter of the
// publication's articles. The only writer of `articles`.

import { createHash } from 'node:crypto';
import { AppError } from '../../../api/errors.ts';
import { storable } from '../import/storing/storable.ts';
import type { Db, Reading, Trx } from '../reading.ts';
import type { ArticleRow, PublicationRow } from '../schema/publications.ts';
import { newId } from '../sign-in/tokens.ts';
import { withSyncKeys } from '../sync-key.ts';
import { placesOf } from './article-places.ts';
import { articleCollection, publicationPrefix } from './publication-access.ts';

export interface NewPublication {
  title: string;
  /** Whose collection it is; '' for everyone's. */
  owner: string;
  intro?: string | undefined;
  category?: string | undefined;
  siteUrl?: string | undefined;
}

/** Answers its bookId. */
export async function addPublication(reading: Reading, wanted: NewPublication): Promise<string> {
  const now = reading.now();
  const row: PublicationRow = {
    book_id: newId(publicationPrefix),
    owner_vid: wanted.owner,
    kind: wanted.owner === '' ? 'feed' : 'saved',
    title: shortened(wanted.title, 512),
    intro: shortened(wanted.intro, 4096),
    category: shortened(wanted.category, 128),
    site_url: checkedAddress(wanted.siteUrl),
    feed_url: '',
    picture: '',
    article_count: 0,
    articles_made: 0,
    created_at: now,
    updated_at: now,
  };
  if (row.title === '') throw new AppError('bad_argument', 'A publication needs a title.');
  await reading.database.kysely.insertInto('publications').values(row).execute();
  return row.book_id;
}

export interface NewArticle {
  title: string;
  authorName: string;
  digest: string;
  language: string;
  wordCount: number;
  hasVideo: boolean;
  /** Cleaned. */
  html: string;
  url?: string | undefined;
  picture?: string | undefined;
  /** Unix seconds; now when absent. */
  publishedAt?: number | undefined;
  price?: number | undefined;
  isTop?: boolean | undefined;
}

/** Of the same address, or without one of the same title, it is the same article. Answers its id. */
export async function publishArticle(reading: Reading, bookId: string, article: NewArticle): Promise<string> {
  const url = checkedAddress(article.url);
  const title = shortened(article.title, 1024);
  if (title === '') throw new AppError('bad_argument', 'An article needs a title.');
  const guid = createHash('sha256')
    .update(url || `title ${title}`)
    .digest('hex');
  return changeArticles(reading, bookId, async ({ trx, publication, now, store, topOrder }) => {
    const stored = await trx
      .selectFrom('articles')
      .selectAll()
      .where('book_id', '=', bookId)
      .where('guid', '=', guid)
      .executeTakeFirst();
    const isNew = stored === undefined || stored.removed_at > 0;
    const row: ArticleRow = {
      article_id: stored?.article_id ?? newId('a'),
      book_id: bookId,
      chapter_uid: stored?.chapter_uid ?? publication.articles_made + 1,
      guid,
      sync_key: 0,
      place: 0,
      top_place: 0,
      top_order: article.isTop ? stored?.top_order || (await topOrder()) : isNew ? 0 : stored.top_order,
      title,
      author_name: shortened(article.authorName, 512),
      digest: shortened(article.digest, 2048),
      picture: checkedAddress(article.picture),
      url,
      language: article.language.slice(0, 35),
      word_count: article.wordCount,
      price: article.price ?? stored?.price ?? 0,
      has_video: article.hasVideo ? 1 : 0,
      published_at: article.publishedAt ?? (isNew ? now : stored.published_at),
      updated_at: now,
      removed_at: 0,
    };
    await store(row, stored);
    const text = { article_id: row.article_id, html: article.html, fetched_at: now };
    await trx
      .insertInto('article_texts')
      .values(text)
      .onConflict((conflict) => conflict.column('article_id').doUpdateSet(text))
      .execute();
    return row.article_id;
  });
}

/** Above all others, or with `isTop` false among them again. */
export async function pinArticle(reading: Reading, articleId: string, isTop: boolean): Promise<void> {
  const { book_id } = await readAnyArticle(reading.database.kysely, articleId);
  await changeArticles(reading, book_id, async ({ trx, store, topOrder }) => {
    const stored = await readAnyArticle(trx, articleId);
    if (stored.top_order > 0 === isTop) return;
    await store({ ...stored, top_order: isTop ? await topOrder() : 0 }, stored);
  });
}

/** Copies are told that it is gone; published again it is there again. */
export async function removeArticle(reading: Reading, articleId: string): Promise<void> {
  const { book_id } = await readAnyArticle(reading.database.kysely, articleId);
  await changeArticles(reading, book_id, async ({ trx, store, now }) => {
    const stored = await readAnyArticle(trx, articleId);
    await store({ ...stored, digest: '', top_order: 0, removed_at: now }, stored);
    await trx.deleteFrom('article_texts').where('article_id', '=', articleId).execute();
  });
}

async function readAnyArticle(db: Db | Trx, articleId: string): Promise<ArticleRow> {
  const row = await db
    .selectFrom('articles')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('removed_at', '=', 0)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no article ${articleId}.`, { articleId });
  return row;
}

interface ArticlesChange {
  trx: Trx;
  now: number;
  publication: PublicationRow;
  /** Above those that are pinned. */
  topOrder(): Promise<number>;
  store(row: ArticleRow, stored: ArticleRow | undefined): Promise<void>;
}

/** Runs `work` with the publication locked against every other change of its articles. */
async function changeArticles<R>(
  reading: Reading,
  bookId: string,
  work: (change: ArticlesChange) => Promise<R>,
): Promise<R> {
  const now = reading.now();
  const { result } = await reading.database.transaction((trx) =>
    withSyncKeys(trx, bookId, articleCollection, async (takeKey) => {
      const publication = await trx
        .selectFrom('publications')
        .selectAll()
        .where('book_id', '=', bookId)
        .executeTakeFirst();
      if (!publication) throw new AppError('not_found', `There is no publication ${bookId}.`, { bookId });
      const store = async (given: ArticleRow, stored: ArticleRow | undefined) => {
        const row = { ...given, ...placesOf(given), sync_key: takeKey() };
        await trx
          .insertInto('articles')
          .values(row)
          .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
          .execute();
        const before = stored?.removed_at === 0 ? 1 : 0;
        const after = row.removed_at === 0 ? 1 : 0;
        await trx
          .updateTable('publications')
          .set((of) => ({
            article_count: of('article_count', '+', after - before),
            articles_made: of('articles_made', '+', stored ? 0 : 1),
            updated_at: now,
          }))
          .where('book_id', '=', bookId)
          .execute();
      };
      const topOrder = async () => {
        const top = await trx
          .selectFrom('articles')
          .select('top_order')
          .where('book_id', '=', bookId)
          .where('removed_at', '=', 0)
          .orderBy('top_place', 'desc')
          .limit(1)
          .executeTakeFirst();
        return (top?.top_order ?? 0) + 1;
      };
      return work({ trx, now, publication, topOrder, store });
    }),
  );
  return result;
}

const shortened = (text = '', longest: number) => storable(text).trim().slice(0, longest).toWellFormed();

/** Shown as a link or picture, so nothing that a page would run. */
function checkedAddress(address = ''): string {
  if (address === '') return '';
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && address.length <= 4096) {
    return new URL(address).href;
  }
  throw new AppError('bad_argument', `"${address.slice(0, 100)}" is no http or https address.`);
}
