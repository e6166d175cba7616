// A book as the wire carries it, in its three widths: named (beside marks), listed, and on its own page.
// `author` and `cover` are always strings: existing tools fail on anything else.

import { type Static, Type } from 'typebox';
import { Address, Code, Duration, Flag, Id, optional, Percent, Seconds, Text, Whole, Word } from '../route.ts';
import { Coins } from './ledger.ts';

export const BookFormat = Word([
  'epub',
  'pdf',
  'txt',
  'mobi',
  'azw3',
  'fb2',
  'cbz',
  'html',
  'md',
  'docx',
  'mp',
  'audio',
]);
export type BookFormat = Static<typeof BookFormat>;

export const BookCategory = Type.Object({
  categoryId: Whole(),
  subCategoryId: Whole(),
  categoryType: Whole('0 by subject, 1 by form'),
  title: Text(128),
});
export type BookCategory = Static<typeof BookCategory>;

/** Every list of books consists of these. */
export const Book = Type.Object({
  bookId: Id(),
  title: Text(1024),
  author: Text(1024),
  translator: Text(1024),
  cover: Address('Address of the cover; empty when the book has none'),
  version: Whole('Raised when the content is replaced'),
  format: BookFormat,
  type: Code([0, 1, 3], '0 from the library, 1 imported by its owner, 3 official account'),
  price: Coins(),
  originalPrice: Coins('Before a reduction'),
  centPrice: Whole('Hundredths of a coin'),
  soldout: Flag('No longer offered; owners keep it'),
  bookStatus: Code([0, 1, 2], '0 withdrawn, 1 available, 2 being prepared'),
  payingStatus: Code([0, 1, 2], '0 free, 1 whole book for sale, 2 chapters for sale'),
  payType: Whole('Bits: 1 book, 2 chapters, 4 member card'),
  finished: Flag('Nothing more will be written'),
  maxFreeChapter: Whole('chapterIdx of the last free chapter'),
  maxFreeInfo: optional(
    Type.Object({
      maxFreeChapterIdx: Whole(),
      maxFreeChapterUid: Whole(),
      maxFreeChapterRatio: Percent(),
    }),
  ),
  free: Flag(),
  mcardDiscount: Type.Number({ minimum: 0, maximum: 100, description: 'Percent off with a member card' }),
  ispub: Flag('Published book, not a serial'),
  publishTime: optional(Text(64)),
  category: Text(128),
  categories: Type.Array(BookCategory, { maxItems: 32 }),
  hasLecture: Flag('There is an audiobook of it'),
  lastChapterIdx: Whole(),
  language: Text(35),
  isTraditionalChinese: Flag(),
  isEPUBComics: Flag('Fixed layout, all pictures'),
  isVerticalLayout: Flag(),
  isShowTTS: Flag('May be read aloud by machine'),
});
export type Book = Static<typeof Book>;

/** Beside marks and contents: enough to draw a cover and to see whether the copy is current. */
export const BookBrief = Type.Pick(Book, [
  'bookId',
  'version',
  'format',
  'soldout',
  'bookStatus',
  'cover',
  'title',
  'author',
]);
export type BookBrief = Static<typeof BookBrief>;

/** The caller's side of a book on the shelf. */
export const ShelfBook = Type.Object({
  ...Book.properties,
  secret: Flag('Hidden from everyone else'),
  readUpdateTime: Seconds('When it was last read; 0 never'),
  finishReading: Flag(),
  paid: Flag(),
  updateTime: Seconds('When the book itself last changed'),
  isTop: Flag(),
  deepLink: Text(512),
});
export type ShelfBook = Static<typeof ShelfBook>;

const Stars = Type.Object({
  one: Whole(),
  two: Whole(),
  three: Whole(),
  four: Whole(),
  five: Whole(),
  recent: Whole('Ratings of the last 30 days'),
});

/** A book's own page. */
export const BookInfo = Type.Object({
  ...Book.properties,
  intro: Text(65536),
  isbn: Text(32),
  publisher: Text(512),
  totalWords: Whole(),
  wordCount: Whole(),
  bookSize: Whole('Bytes of the original file'),
  chapterSize: Whole('Number of chapters'),
  updateTime: Seconds('When the content last changed'),
  onTime: Seconds('When it came into the library'),
  lastChapterCreateTime: Seconds(),
  star: Type.Integer({ minimum: 0, maximum: 100, description: 'Average rating; 0 none yet' }),
  ratingCount: Whole(),
  ratingDetail: Stars,
  newRating: Type.Integer({ minimum: 0, maximum: 1000, description: 'Share of good ratings in thousandths' }),
  newRatingCount: Whole(),
  newRatingDetail: Type.Object({
    good: Whole(),
    fair: Whole(),
    poor: Whole(),
    recent: Whole(),
    myRating: Text(16),
    title: Text(64),
  }),
  finishReading: Flag('By the caller'),
  secret: Flag(),
  paid: Flag(),
  isAutoPay: Flag('New chapters are bought as they are opened'),
  copyrightInfo: optional(Type.Object({ id: Id(), name: Text(512), role: Text(64), avatar: Address() })),
  coverBoxInfo: optional(
    Type.Object({
      blurhash: Text(128),
      colors: Type.Array(Type.Object({ key: Text(32), hex: Text(9) }), { maxItems: 16 }),
    }),
  ),
  askAIBook: Flag('Questions about it can be answered'),
  readingTime: optional(Duration('How long the caller has read it')),
});
export type BookInfo = Static<typeof BookInfo>;
