// What other readers left in a book: popular underlines, their density, thoughts on ranges, reviews of a chapter.
// Private marks and people whom the caller may not see never count.

import { Type } from 'typebox';
import { ChapterBrief, ChapterUid } from '../nouns/chapter.ts';
import { ReviewEntry } from '../nouns/review.ts';
import { UserBrief } from '../nouns/user.ts';
import {
  ClearAll,
  Code,
  Count,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  MaxIdx,
  optional,
  Range,
  route,
  SyncKey,
  Text,
  Whole,
} from '../route.ts';

export const bestbookmarks = route({
  summary: 'Ranges that many readers marked, most marked first.',
  params: Type.Object({
    bookId: Id(),
    chapterUid: optional(ChapterUid()),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    clearAll: Flag('0: nothing changed since the asked synckey, so `items` is empty'),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: MaxIdx(),
    items: List(
      Type.Object({
        bookId: Id(),
        bookmarkId: Text(200),
        userVid: Id('Who marked it first, among those the caller may see; the first of `users`'),
        chapterUid: ChapterUid(),
        range: Range(),
        markText: Text(16384),
        totalCount: Whole('Readers who marked it'),
        users: List(UserBrief, 20),
      }),
    ),
    chapters: List(ChapterBrief),
  }),
  errors: ['not_found'],
  incremental: true,
  paged: true,
});

export const bestbookmarksinfo = route({
  summary: 'How many popular underlines each chapter has.',
  params: Type.Object({ bookId: Id() }),
  reply: Type.Object({
    bookId: Id(),
    synckey: SyncKey(),
    totalCount: Whole(),
    chapters: List(Type.Object({ chapterUid: ChapterUid(), count: Whole() }), 20000),
  }),
  errors: ['not_found'],
});

export const chapterReview = route({
  summary: 'Public reviews of a chapter.',
  params: Type.Object({
    bookId: Id(),
    chapterUid: ChapterUid(),
    getShareCount: optional(Flag('Add how often the chapter’s reviews were passed on')),
    synckey: optional(SyncKey()),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    clearAll: ClearAll(),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: MaxIdx(),
    reviews: List(ReviewEntry),
    removed: Ids(1000),
    shareCount: optional(Whole()),
  }),
  errors: ['not_found'],
  incremental: true,
  paged: true,
});

/** One range that is asked about. */
const RangeAsked = Type.Object(
  {
    range: Range(),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    synckey: optional(SyncKey()),
  },
  { additionalProperties: false },
);

export const readreviews = route({
  summary: 'Thoughts of readers on several ranges of a chapter.',
  params: Type.Object({
    bookId: Id(),
    chapterUid: ChapterUid(),
    reviews: Type.Array(RangeAsked, { minItems: 1, maxItems: 50 }),
    cht2sMode: optional(Code([0, 1], '1 converts Traditional to Simplified Chinese')),
  }),
  reply: Type.Object({
    /** In the order of the question; thoughts match highlights by exactly the same range. */
    reviews: List(
      Type.Object({
        range: Range(),
        totalCount: Whole(),
        hasMore: HasMore(),
        maxIdx: MaxIdx(),
        synckey: SyncKey(),
        unchanged: optional(Flag('1: nothing of the range changed since synckey; pageReviews is left out')),
        pageReviews: List(ReviewEntry),
      }),
    ),
  }),
  errors: ['not_found'],
  paged: true,
  safe: true,
});

export const underlines = route({
  summary: 'How densely readers marked each range of a chapter.',
  params: Type.Object({ bookId: Id(), chapterUid: ChapterUid(), synckey: optional(SyncKey()) }),
  reply: Type.Object({
    synckey: SyncKey(),
    clearAll: ClearAll(),
    bookId: Id(),
    chapterUid: ChapterUid(),
    underlines: List(
      Type.Object({
        range: Range(),
        count: Whole('Readers'),
        score: Type.Number({ minimum: 0, maximum: 1, description: 'Against the most marked range of the chapter' }),
        type: Code([0, 1], '0 underlined, 1 thought about'),
      }),
      2000,
    ),
  }),
  errors: ['not_found'],
  incremental: true,
});
