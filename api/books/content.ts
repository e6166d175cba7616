// A book's contents and text: lists of chapters, bytes of chapters and of the whole file, lengths.

import { Type } from 'typebox';
import { Book } from '../nouns/book.ts';
import { Chapter, ChapterUid } from '../nouns/chapter.ts';
import {
  Binary,
  ClearAll,
  Flag,
  Id,
  Ids,
  List,
  optional,
  Range,
  route,
  Seconds,
  SyncKey,
  Text,
  Whole,
  Word,
} from '../route.ts';

/** `1,3,5-9`: chapterUids and runs of them. */
const ChapterList = () =>
  Type.String({ pattern: '^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$', maxLength: 4096, description: '`1,3,5-9`' });

export const chapterInfos = route({
  summary: 'Contents of several books, each only as far as it changed since its synckey.',
  params: Type.Object({
    bookIds: Type.Array(Id(), { minItems: 1, maxItems: 100 }),
    synckeys: optional(Type.Array(SyncKey(), { maxItems: 100, description: 'In the order of bookIds' })),
    updateTimes: optional(Type.Array(Seconds(), { maxItems: 100, description: 'chapterUpdateTime of the copies' })),
    paidCount: optional(Flag('Add how many chapters are bought')),
    price: optional(Flag('Add prices')),
  }),
  reply: Type.Object({
    data: List(
      Type.Object({
        bookId: Id(),
        soldOut: Flag(),
        clearAll: ClearAll(),
        chapterUpdateTime: Seconds(),
        synckey: SyncKey(),
        removed: List(ChapterUid(), 20000),
        book: Book,
        updated: List(Chapter, 20000),
        paidCount: optional(Whole()),
      }),
    ),
    /** Unknown to this account. */
    unknownIds: Ids(100),
  }),
  incremental: true,
  safe: true,
});

export const chapterdownload = route({
  summary: 'The listed chapters as one zip of XHTML with their resources; resumable by Range and ETag.',
  params: Type.Object({
    bookId: Id(),
    chapters: ChapterList(),
    bookVersion: optional(Whole('Refused with conflict when the book has another by now')),
    bookType: optional(Word(['epub', 'txt'], 'txt: plain text of each chapter')),
    offline: optional(Flag('Kept on the device')),
    pf: optional(Text(64)),
    pfkey: optional(Text(128)),
    zoneId: optional(Text(32)),
    preload: optional(Flag('Served after what is being read now')),
    preview: optional(Flag('The free part only')),
    quote: optional(Flag('Add the quotes file: places that marks refer to')),
    release: optional(Flag()),
    stopAutoPayWhenBNE: optional(Flag('Turn auto-pay off when the balance is not enough')),
  }),
  reply: Binary(),
  content: ['application/zip'],
  errors: ['not_found', 'not_paid', 'balance_too_low', 'conflict', 'range_not_satisfiable'],
});

export const chapterread = route({
  summary: 'The text around a review’s anchor, so that the review can be read in its context.',
  params: Type.Object({ bookId: Id(), reviewId: Id() }),
  reply: Type.Object({
    bookId: Id(),
    reviewId: Id(),
    chapterUid: ChapterUid(),
    chapterTitle: Text(1024),
    /** Where `content` lies in the chapter. */
    contentRange: Range(),
    content: Text(8192),
    /** The reviewed words in the chapter; absent for a review of the whole chapter. */
    range: optional(Range()),
    bookVersion: Whole(),
    unplaced: Flag('The words are not in this version any more; content is the chapter’s beginning'),
  }),
  errors: ['not_found', 'not_paid'],
});

export const download = route({
  summary: 'The whole original file, byte for byte as imported, or its EPUB edition; resumable by Range and ETag.',
  params: Type.Object({
    bookId: Id(),
    format: optional(
      Word(
        ['original', 'epub'],
        'epub: the edition that the service wrote of a file of another format; an EPUB as it is',
      ),
    ),
  }),
  reply: Binary(),
  content: ['application/epub+zip', 'application/pdf', 'text/plain', 'application/octet-stream'],
  errors: ['not_found', 'not_paid', 'range_not_satisfiable'],
});

export const lastchapteridx = route({
  summary: 'Which of these books got new chapters.',
  params: Type.Object({
    bookIds: Type.Array(Id(), { minItems: 1, maxItems: 200 }),
    lastChapterIdxs: optional(Type.Array(Whole(), { maxItems: 200, description: 'In the order of bookIds' })),
    synckeys: optional(Type.Array(SyncKey(), { maxItems: 200, description: 'In the order of bookIds' })),
  }),
  reply: Type.Object({
    updated: List(
      Type.Object({
        bookId: Id(),
        lastChapterIdx: Whole(),
        newChapterCount: Whole(),
        finished: Flag(),
        synckey: SyncKey(),
        updateTime: Seconds(),
      }),
      200,
    ),
    unknownIds: Ids(200),
  }),
  incremental: true,
  safe: true,
});

export const paytime = route({
  summary: 'When the caller bought these books or chapters of them.',
  params: Type.Object({ bookIds: Type.Array(Id(), { minItems: 1, maxItems: 200 }) }),
  reply: Type.Object({
    books: List(
      Type.Object({
        bookId: Id(),
        payTime: Seconds('The whole book; 0 not bought'),
        chapters: List(Type.Object({ chapterUid: ChapterUid(), payTime: Seconds() }), 20000),
      }),
      200,
    ),
  }),
});

export const pagecount = route({
  summary: 'Pages in the standard page of 1,024 characters, per chapter.',
  params: Type.Object({ bookId: Id() }),
  reply: Type.Object({
    bookId: Id(),
    bookVersion: Whole(),
    totalPages: Whole(),
    chapters: List(Type.Object({ chapterUid: ChapterUid(), startPage: Whole(), pages: Whole() }), 20000),
  }),
  errors: ['not_found'],
});
