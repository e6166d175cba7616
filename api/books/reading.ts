// While reading: finding words in the book, tips, reminders, pages about the book, audio attached to it.

import { Type } from 'typebox';
import { Book, BookInfo } from '../nouns/book.ts';
import { ChapterUid } from '../nouns/chapter.ts';
import { Cfi } from '../nouns/position.ts';
import { ReviewEntry } from '../nouns/review.ts';
import {
  Address,
  ClearAll,
  Count,
  Duration,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  MaxIdx,
  optional,
  Range,
  route,
  Seconds,
  SyncKey,
  Text,
  Whole,
  Word,
} from '../route.ts';
import { Recommended } from './recommendations.ts';

/** A passage to be found again, as a mark or a share link holds it. */
const ContentInfo = Type.Object(
  {
    chapterUid: optional(ChapterUid()),
    range: optional(Range()),
    textQuote: optional(Type.String({ minLength: 1, maxLength: 1024 })),
    textBefore: optional(Type.String({ maxLength: 64 })),
    textAfter: optional(Type.String({ maxLength: 64 })),
    cfi: optional(Cfi()),
  },
  { additionalProperties: false },
);

export const search = route({
  summary: 'Finds words in a book, or with isLocate one passage.',
  params: Type.Object({
    bookId: Id(),
    keyword: optional(Type.String({ minLength: 1, maxLength: 200 })),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    fragmentSize: optional(
      Type.Integer({ minimum: 10, maximum: 400, default: 60, description: 'Characters of a snippet' }),
    ),
    onlyCount: optional(Flag()),
    isLocate: optional(Flag('Find the passage of bookContentInfo')),
    bookContentInfo: optional(ContentInfo),
  }),
  reply: Type.Object({
    bookId: Id(),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: Whole(),
    results: List(
      Type.Object({
        searchIdx: Whole(),
        chapterUid: ChapterUid(),
        chapterIdx: Whole(),
        chapterTitle: Text(1024),
        range: Range(),
        snippet: Text(1024),
        /** Where the words stand in the snippet, UTF-16 units. */
        highlights: List(Range(), 50),
      }),
    ),
  }),
  errors: ['not_found', 'not_paid'],
  paged: true,
  alsoPost: true,
  safe: true,
});

export const detailinfo = route({
  summary: 'The book’s page: facts, ratings, the author’s other books, similar ones, top reviews, booklists.',
  params: Type.Object({
    bookId: Id(),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    listTypes: optional(
      Type.Array(Word(['author', 'similar', 'reviews', 'booklists', 'ranks']), {
        maxItems: 5,
        description: 'Which lists; absent: all',
      }),
    ),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    unchanged: optional(Flag('1: the page is as it was at synckey; its lists are left out')),
    book: BookInfo,
    readingCount: Whole(),
    authorBooks: List(Book),
    similarBooks: List(Recommended),
    reviews: List(ReviewEntry),
    booklists: List(Type.Object({ booklistId: Id(), name: Text(128), bookCount: Whole() })),
    ranks: List(Type.Object({ categoryId: Text(64), title: Text(128), rank: Whole('1 is the first') }), 20),
    hasMore: HasMore(),
    maxIdx: Whole('Of the similar books'),
  }),
  errors: ['not_found'],
  incremental: true,
  paged: true,
});

export const podcasts = route({
  summary: 'Audio attached to a book: voice reviews and tracks.',
  params: Type.Object({
    bookId: Id(),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    listType: optional(Word(['all', 'reviews', 'tracks'])),
    reviewListType: optional(Word(['newest', 'popular', 'friends'])),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    clearAll: ClearAll(),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: MaxIdx(),
    items: List(
      Type.Object({
        kind: Word(['review', 'track']),
        title: Text(1024),
        cover: Address(),
        duration: Duration(),
        createTime: Seconds(),
        audioId: optional(Id()),
        trackId: optional(Id()),
        albumId: optional(Id()),
        review: optional(ReviewEntry),
      }),
    ),
    removed: Ids(1000),
  }),
  errors: ['not_found'],
  incremental: true,
  paged: true,
});

export const tips = route({
  summary: 'Tips that fit this moment and were not dismissed yet.',
  params: Type.Object({ bookId: Id(), from: optional(Word(['open', 'turn', 'select', 'chapter', 'finish'])) }),
  reply: Type.Object({
    tips: List(
      Type.Object({
        tipId: Id(),
        title: Text(128),
        text: Text(1024),
        place: Word(['page', 'menu', 'selection', 'shelf']),
        once: Flag(),
      }),
      10,
    ),
    dismissed: Ids(200),
  }),
  errors: ['not_found'],
});

export const remindWords = route({
  summary: 'The sentence of the reading reminder: from the caller’s own highlights, else from the library’s list.',
  params: Type.Object({}),
  reply: Type.Object({
    words: Text(1024),
    source: Word(['highlight', 'library']),
    bookId: optional(Id()),
    title: Text(1024),
    author: Text(1024),
    chapterUid: optional(ChapterUid()),
    range: optional(Range()),
  }),
});
