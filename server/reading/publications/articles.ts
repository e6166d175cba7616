// The articles of an official account or of a collection of saved pages: pages from the newest on, or what changed.

import type { Static } from 'typebox';
import type { books } from '../../../api/books.ts';
import type { MpArticle } from '../../../api/nouns/mp-article.ts';
import type { Params } from '../../../api/route.ts';
import { placeAfter } from '../list-place.ts';
import { ownedParts } from '../purchases/owned-parts.ts';
import { type Caller, type Db, listState, type Reading } from '../reading.ts';
import type { ArticleRow } from '../schema/publications.ts';
import { cutPage, readSyncKey, writeSyncKey } from '../sync-key.ts';
import { placeOfTime } from './article-places.ts';
import { articleCollection, readPublication } from './publication-access.ts';

type Asked = Params<(typeof books)['routes']['GET /book/articles']>;

export function articleRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/articles': async ({ vid }: Caller, params: Asked) => {
      const { bookId, count = 20, maxIdx = 0, synckey = 0 } = params;
      const { article_count: totalCount } = await readPublication(db, vid, bookId);
      const state = await listState(db, bookId, articleCollection);
      const asked = readSyncKey(synckey, reading.life, state);
      if (maxIdx === 0 && asked.from > 0) {
        const changes = await readChanges(db, vid, bookId, { after: asked.from, upTo: state.counter, count });
        return {
          synckey: writeSyncKey(changes.upTo, reading.life),
          clearAll: 0 as const,
          totalCount,
          hasMore: changes.hasMore,
          maxIdx: 0,
          articles: await articlesOnWire(db, vid, changes.rows),
          removed: changes.removed,
        };
      }
      const { rows, hasMore, last } = await readPage(db, params);
      return {
        // A later page is no base for changes: what came before it may have changed since.
        synckey: maxIdx === 0 ? writeSyncKey(state.counter, reading.life) : synckey,
        clearAll: maxIdx === 0 ? (1 as const) : (0 as const),
        totalCount,
        hasMore,
        maxIdx: last,
        articles: await articlesOnWire(db, vid, rows),
        removed: [],
      };
    },
  };
}

async function readPage(db: Db, { bookId, count = 20, maxIdx = 0, offset = 0, createTime, topshelf }: Asked) {
  const key = topshelf ? 'top_place' : 'place';
  let query = db.selectFrom('articles').selectAll().where('book_id', '=', bookId).where('removed_at', '=', 0);
  if (maxIdx > 0) query = query.where(key, '<', maxIdx);
  if (createTime !== undefined) query = query.where('place', '<', placeOfTime(createTime));
  const found = await query
    .orderBy(key, 'desc')
    .limit(count + 1)
    .offset(placeAfter(offset))
    .execute();
  const rows = found.slice(0, count);
  const hasMore = found.length > count ? (1 as const) : (0 as const);
  return { rows, hasMore, last: Number(rows.at(-1)?.[key] ?? 0) };
}

interface Window {
  after: number;
  upTo: number;
  count: number;
}

/** Articles that were changed, and those that the caller read meanwhile; both have their keys of one counter. */
async function readChanges(db: Db, vid: string, bookId: string, window: Window) {
  if (window.after >= window.upTo) return { rows: [], removed: [], hasMore: 0 as const, upTo: window.upTo };
  const changed = await db
    .selectFrom('articles')
    .selectAll()
    .where('book_id', '=', bookId)
    .where('sync_key', '>', window.after)
    .where('sync_key', '<=', window.upTo)
    .orderBy('sync_key')
    .limit(window.count + 1)
    .execute();
  const read = await db
    .selectFrom('article_reads')
    .innerJoin('articles', 'articles.article_id', 'article_reads.article_id')
    .selectAll('articles')
    .select('article_reads.sync_key')
    .where('article_reads.vid', '=', vid)
    .where('article_reads.book_id', '=', bookId)
    .where('article_reads.sync_key', '>', window.after)
    .where('article_reads.sync_key', '<=', window.upTo)
    .orderBy('article_reads.sync_key')
    .limit(window.count + 1)
    .execute();
  const both = [...changed, ...read].sort((a, b) => a.sync_key - b.sync_key).slice(0, window.count + 1);
  const { parts, upTo, hasMore } = cutPage({ both }, window.count, window.upTo);
  const rows = [...new Map(parts.both.map((row) => [row.article_id, row])).values()];
  return {
    rows: rows.filter((row) => row.removed_at === 0),
    removed: rows.filter((row) => row.removed_at !== 0).map((row) => row.article_id),
    hasMore,
    upTo,
  };
}

/** All of one page at once, with what the viewer read and bought of them. */
async function articlesOnWire(
  db: Db,
  viewer: string,
  rows: readonly ArticleRow[],
): Promise<Static<typeof MpArticle>[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.article_id);
  const reads = await db
    .selectFrom('article_reads')
    .select('article_id')
    .where('vid', '=', viewer)
    .where('article_id', 'in', ids)
    .execute();
  const read = new Set(reads.map((row) => row.article_id));
  const paid = rows.filter((row) => row.price > 0);
  const owned = await ownedParts(
    db,
    viewer,
    paid.map((row) => ({ itemId: row.book_id, part: row.chapter_uid })),
  );
  return rows.map((row) => ({
    reviewId: row.article_id,
    bookId: row.book_id,
    chapterUid: row.chapter_uid,
    title: row.title,
    authorName: row.author_name,
    digest: row.digest,
    pic_url: row.picture,
    url: row.url,
    createTime: row.published_at,
    updateTime: row.updated_at,
    wordCount: row.word_count,
    isRead: read.has(row.article_id) ? 1 : 0,
    isTop: row.top_order > 0 ? 1 : 0,
    isPaid: row.price > 0 ? 1 : 0,
    bought: owned(row.book_id, row.chapter_uid) ? 1 : 0,
    price: row.price,
    hasVideo: row.has_video ? 1 : 0,
  }));
}
