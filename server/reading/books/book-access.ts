// Which books an account may see, and what a book row looks like on the wire. Every domain asks here; whoever may not
// see a book learns nothing of it, not even that it exists.

import type { ExpressionBuilder } from 'kysely';
import type { Static } from 'typebox';
import { AppError } from '../../../api/errors.ts';
import type { Book, BookBrief } from '../../../api/nouns/book.ts';
import type { Db, Tables, Trx } from '../reading.ts';
import type { BookRow } from '../schema/books.ts';

/** A book row together with whether it has a cover, as every query here selects it. */
export type ListedBook = BookRow & { cover_sha256: string | null; cover_colours?: string | null | undefined };

/** What the wire tells of a book wherever it is listed; its introduction, which may be long, is on its own page only. */
export const wireColumns = [
  'book_id',
  'title',
  'author',
  'translator',
  'version',
  'format',
  'visibility',
  'chapter_count',
  'text_length',
  'publish_time',
  'category',
  'language',
  'is_comics',
  'is_vertical_layout',
  'updated_at',
  'categories',
] as const satisfies readonly (keyof BookRow)[];
export type WireBook = Pick<ListedBook, (typeof wireColumns)[number] | 'cover_sha256'>;

/** Condition on `books`: the library's, or the account's own. */
export function visibleTo(vid: string) {
  return (where: ExpressionBuilder<Tables, 'books'>) =>
    where.or([where('books.visibility', '=', 'library'), where('books.owner_vid', '=', vid)]);
}

export function selectBooks(db: Db | Trx, vid: string) {
  return db
    .selectFrom('books')
    .leftJoin('covers', 'covers.book_id', 'books.book_id')
    .selectAll('books')
    .select(['covers.sha256 as cover_sha256', 'covers.colours as cover_colours'])
    .where(visibleTo(vid) as never);
}

/** The book if the account may see it; `not_found` otherwise. */
export async function readBook(db: Db | Trx, vid: string, bookId: string): Promise<ListedBook> {
  const book = await selectBooks(db, vid).where('books.book_id', '=', bookId).executeTakeFirst();
  if (!book) throw new AppError('not_found', 'There is no such book for this account.', { bookId });
  return book;
}

/** Those of the named books that the account may see, by id. */
export async function readBooks(
  db: Db | Trx,
  vid: string,
  bookIds: readonly string[],
): Promise<Map<string, ListedBook>> {
  if (bookIds.length === 0) return new Map();
  const rows = await selectBooks(db, vid)
    .where('books.book_id', 'in', [...new Set(bookIds)])
    .execute();
  return new Map(rows.map((row) => [row.book_id, row]));
}

/** Where the cover is; the checksum changes the address when the picture changes. */
export function coverAddress(book: { book_id: string; cover_sha256: string | null }): string {
  return book.cover_sha256 ? `/covers/${encodeURIComponent(book.book_id)}?v=${book.cover_sha256.slice(0, 12)}` : '';
}

export function bookOnWire(book: WireBook): Static<typeof Book> {
  return {
    bookId: book.book_id,
    title: book.title,
    author: book.author,
    translator: book.translator,
    cover: coverAddress(book),
    version: book.version,
    format: book.format as Static<typeof Book>['format'],
    type: book.visibility === 'library' ? 0 : 1,
    price: 0,
    originalPrice: 0,
    centPrice: 0,
    soldout: 0,
    bookStatus: 1,
    payingStatus: 0,
    payType: 0,
    finished: 1,
    maxFreeChapter: book.chapter_count,
    maxFreeInfo: {
      maxFreeChapterIdx: book.chapter_count,
      maxFreeChapterUid: book.chapter_count,
      maxFreeChapterRatio: 100,
    },
    free: 1,
    mcardDiscount: 0,
    ispub: 1,
    ...(book.publish_time ? { publishTime: book.publish_time } : {}),
    category: book.category,
    categories: book.categories ? (JSON.parse(book.categories) as Static<typeof Book>['categories']) : [],
    hasLecture: 0,
    lastChapterIdx: book.chapter_count,
    language: book.language,
    isTraditionalChinese: isTraditional(book.language) ? 1 : 0,
    isEPUBComics: book.is_comics ? 1 : 0,
    isVerticalLayout: book.is_vertical_layout ? 1 : 0,
    isShowTTS: book.text_length > 0 ? 1 : 0,
  };
}

export function bookBrief(book: ListedBook): Static<typeof BookBrief> {
  const { bookId, version, format, soldout, bookStatus, cover, title, author } = bookOnWire(book);
  return { bookId, version, format, soldout, bookStatus, cover, title, author };
}

function isTraditional(language: string): boolean {
  return /^zh-(hant|tw|hk|mo)\b/i.test(language);
}
