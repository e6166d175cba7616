// How much and by whom books are read: the caller's share card, readers now, time left, end-of-book page.

import { Type } from 'typebox';
import { Book } from '../nouns/book.ts';
import { ChapterUid } from '../nouns/chapter.ts';
import { UserBrief } from '../nouns/user.ts';
import {
  Code,
  Duration,
  Flag,
  HasMore,
  Id,
  List,
  optional,
  Percent,
  route,
  Seconds,
  Text,
  Whole,
  Word,
} from '../route.ts';
import { Recommended } from './recommendations.ts';

/** A friend who reads a book. */
const Reader = Type.Object({ user: UserBrief, progress: Percent(), readUpdateTime: Seconds(), finished: Flag() });

export const footer = route({
  summary: 'What is shown after the last page.',
  params: Type.Object({ bookId: Id() }),
  reply: Type.Object({
    bookId: Id(),
    finishedCount: Whole('Readers who finished it; private ones not counted'),
    readingTime: Duration('The caller’s'),
    readDays: Whole(),
    noteCount: Whole(),
    markedStatus: Code([0, 2, 4], '0 none, 2 reading, 4 finished'),
    /** The next volume of its series. */
    next: optional(Book),
    similar: List(Recommended, 20),
  }),
  errors: ['not_found'],
});

export const readinfo = route({
  summary: 'The share card of the caller’s reading of a book.',
  params: Type.Object({
    bookId: Id(),
    appid: optional(Text(128)),
    scene: optional(Text(64)),
    readingDetail: optional(Flag('Add the days')),
    noteCount: optional(Flag('Add the number of notes')),
    finishedBookCount: optional(Flag()),
    finishedBookIndex: optional(Flag('Which of the finished books it is')),
    readingBookIndex: optional(Flag('Which of the books ever read it is')),
    finishedDate: optional(Flag()),
    page: optional(Type.Integer({ minimum: 0, maximum: 1000, description: 'Page of the days, 31 each, newest first' })),
    qrCode: optional(Flag('Add a QR code of the book’s address')),
    width: optional(Type.Integer({ minimum: 64, maximum: 2048, default: 256, description: 'Of the QR code, pixels' })),
  }),
  reply: Type.Object({
    bookId: Id(),
    book: Book,
    readingTime: Duration(),
    readDays: Whole(),
    progress: Percent(),
    startReadingTime: Seconds('0 when never opened'),
    noteCount: optional(Whole()),
    finishedBookCount: optional(Whole()),
    finishedBookIndex: optional(Whole()),
    readingBookIndex: optional(Whole()),
    finishedDate: optional(Seconds()),
    days: List(Type.Object({ date: Seconds('Start of the day'), readingTime: Duration() }), 31),
    hasMore: HasMore(),
    qrCode: optional(Type.String({ description: 'SVG' })),
    shareUrl: Text(4096),
  }),
  errors: ['not_found'],
  paged: true,
});

export const readingStat = route({
  summary: 'How many read a book now, and which friends do.',
  params: Type.Object({
    bookId: Id(),
    dataType: optional(Word(['now', 'week', 'all'], 'Over which time; absent: week')),
    readingList: optional(Flag('Add friends who read it')),
    showUserNum: optional(Type.Integer({ minimum: 0, maximum: 100, description: 'How many friends at most' })),
  }),
  reply: Type.Object({
    bookId: Id(),
    readingCount: Whole(),
    todayReadingCount: Whole(),
    finishedCount: Whole(),
    friendReadingCount: Whole(),
    readingList: List(Reader),
  }),
  errors: ['not_found'],
});

export const discoverReadingStat = route({
  summary: 'How many friends read each of these books.',
  params: Type.Object({
    bookIds: optional(Type.Array(Id(), { maxItems: 200 })),
    lectureBookIds: optional(Type.Array(Id(), { maxItems: 200 })),
  }),
  reply: Type.Object({
    books: List(Type.Object({ bookId: Id(), friendCount: Whole(), friends: List(UserBrief, 3) }), 200),
    lectureBooks: List(Type.Object({ bookId: Id(), friendCount: Whole(), friends: List(UserBrief, 3) }), 200),
  }),
});

export const predictReadtime = route({
  summary: 'Minutes left in the chapter and the book, from the caller’s own speed.',
  params: Type.Object({
    bookId: Id(),
    chapterUid: ChapterUid(),
    chapterPercent: optional(Percent()),
    scene: optional(Text(64)),
  }),
  reply: Type.Object({
    bookId: Id(),
    chapterUid: ChapterUid(),
    chapterMinutes: Whole(),
    bookMinutes: Whole(),
    /** Characters a minute that the estimate is made with. */
    speed: Type.Number({ exclusiveMinimum: 0 }),
    basis: Word(['own', 'language'], 'language: the median of all readers of that language'),
  }),
  errors: ['not_found'],
});
