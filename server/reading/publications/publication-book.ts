// A publication as whoever lists books sees it: a book of type 3, whose chapters are its articles.

import type { Static } from 'typebox';
import type { Book, BookInfo } from '../../../api/nouns/book.ts';
import type { Db } from '../reading.ts';
import { ratingOnWire } from '../reviews/ratings.ts';
import type { PublicationRow } from '../schema/publications.ts';

export function publicationOnWire(account: PublicationRow): Static<typeof Book> {
  return {
    bookId: account.book_id,
    title: account.title,
    author: '',
    translator: '',
    cover: account.picture,
    version: 1,
    format: 'mp',
    type: 3,
    price: 0,
    originalPrice: 0,
    centPrice: 0,
    soldout: 0,
    bookStatus: 1,
    payingStatus: 0,
    payType: 0,
    finished: 0,
    maxFreeChapter: account.articles_made,
    free: 1,
    mcardDiscount: 0,
    ispub: 0,
    category: account.category,
    categories: [],
    hasLecture: 0,
    lastChapterIdx: account.articles_made,
    language: '',
    isTraditionalChinese: 0,
    isEPUBComics: 0,
    isVerticalLayout: 0,
    isShowTTS: 0,
  };
}

/** Their pages, by bookId; nobody rates a publication. */
export async function publicationInfos(
  db: Db,
  vid: string,
  accounts: ReadonlyMap<string, PublicationRow>,
): Promise<Map<string, Static<typeof BookInfo>>> {
  if (accounts.size === 0) return new Map();
  const secret = await db
    .selectFrom('shelf_entries')
    .select('item_id')
    .where('vid', '=', vid)
    .where('kind', '=', 'account')
    .where('item_id', 'in', [...accounts.keys()])
    .where('is_secret', '=', 1)
    .execute();
  const isSecret = new Set(secret.map((row) => row.item_id));
  return new Map(
    [...accounts].map(([bookId, account]) => [bookId, infoOf(account, isSecret.has(bookId) ? 1 : 0)] as const),
  );
}

function infoOf(account: PublicationRow, secret: 0 | 1): Static<typeof BookInfo> {
  return {
    ...publicationOnWire(account),
    intro: account.intro,
    isbn: '',
    publisher: '',
    totalWords: 0,
    wordCount: 0,
    bookSize: 0,
    chapterSize: account.article_count,
    updateTime: account.updated_at,
    onTime: account.created_at,
    lastChapterCreateTime: account.updated_at,
    ...ratingOnWire(undefined, 0),
    finishReading: 0,
    secret,
    paid: 1,
    isAutoPay: 0,
    askAIBook: 0,
    readingTime: 0,
  };
}
