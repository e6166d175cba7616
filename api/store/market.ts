// Browsing the store: topics, categories, ranks that are computed, promotions, and "not interested".

import { Type } from 'typebox';
import { Recommended } from '../books/recommendations.ts';
import { Book } from '../nouns/book.ts';
import { Category, CategoryId, RankKind } from '../nouns/category.ts';
import { ReviewEntry } from '../nouns/review.ts';
import {
  Address,
  ClearAll,
  Code,
  Count,
  Flag,
  HasMore,
  Id,
  List,
  MaxIdx,
  optional,
  route,
  Seconds,
  SyncKey,
  Text,
  Whole,
  Word,
} from '../route.ts';

export const RankedBook = Type.Object({
  bookInfo: Book,
  readingCount: Whole(),
  newRating: Type.Integer({ minimum: 0, maximum: 1000 }),
  searchIdx: Whole('Place in the list, from 1'),
  /** Against the rank of a day before; 0 unchanged or new. */
  rankChange: Type.Integer(),
});

export const hottopics = route({
  summary: 'Topics that people write about now, each with its reviews and books.',
  params: Type.Object({
    topic_id: optional(Id('One topic and what belongs to it')),
    count: optional(Count()),
    offset: optional(MaxIdx()),
    direction: optional(Code([0, 1], '0 onwards from offset, 1 backwards')),
    netType: optional(Text(16)),
    pageSource: optional(Text(64)),
    request_expand: optional(Flag('Add the first reviews of each topic')),
    searchid: optional(Id('Of the first page; keeps later pages stable')),
  }),
  reply: Type.Object({
    searchid: Id(),
    hasMore: HasMore(),
    offset: Whole(),
    topics: List(
      Type.Object({
        topic_id: Id(),
        name: Text(64),
        reviewCount: Whole(),
        readerCount: Whole(),
        updateTime: Seconds(),
        cover: Address(),
        books: List(Book, 10),
        reviews: List(ReviewEntry, 20),
      }),
    ),
  }),
  errors: ['not_found'],
  paged: true,
});

export const categories = route({
  summary: 'Categories and ranks, or what changed since synckey.',
  params: Type.Object({
    categoryId: optional(CategoryId()),
    rank: optional(Flag('Ranks alone')),
    ranklist: optional(Flag('Add the first books of each rank')),
    recommend: optional(Flag('Those that fit the caller first')),
    subtype: optional(Word(['book', 'serial', 'audio'])),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    clearAll: ClearAll(),
    categories: List(Category, 200),
    ranks: List(Type.Object({ category: Category, books: List(RankedBook, 10) }), 20),
  }),
  errors: ['not_found'],
  incremental: true,
});

export const category = route({
  summary: 'Books of one category or rank.',
  params: Type.Object({
    categoryId: CategoryId(),
    rank: optional(RankKind()),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    category: Category,
    books: List(RankedBook),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: Whole(),
  }),
  errors: ['not_found'],
  incremental: true,
  paged: true,
});

export const list = route({
  summary: 'A computed rank of the whole store.',
  params: Type.Object({
    type: optional(RankKind()),
    subtype: optional(Word(['book', 'serial', 'audio'])),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    synckey: optional(SyncKey()),
    eink_new: optional(Flag()),
    rn: optional(Text(32)),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    type: RankKind(),
    computeTime: Seconds('When the rank was computed'),
    books: List(RankedBook),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: Whole(),
  }),
  incremental: true,
  paged: true,
});

export const promo = route({
  summary: 'Promotions that run now: books, booklists and accounts that the librarians point to.',
  params: Type.Object({
    count: optional(Count()),
    type: optional(Word(['banner', 'card', 'shelf'])),
    subtype: optional(Word(['book', 'booklist', 'account'])),
  }),
  reply: Type.Object({
    promotions: List(
      Type.Object({
        promoteId: Id(),
        type: Word(['banner', 'card', 'shelf']),
        subtype: Word(['book', 'booklist', 'account']),
        targetId: Id(),
        title: Text(256),
        text: Text(1024),
        cover: Address(),
        startTime: Seconds(),
        endTime: Seconds('0 open'),
      }),
    ),
  }),
});

/** A GET by the catalog though it stores something; saying the same again changes nothing. */
export const feedback = route({
  summary: 'Says that a recommendation does not interest the caller; later recommendations heed it.',
  params: Type.Object({
    bookId: optional(Id()),
    feedbackVid: optional(Id('A recommended person')),
    recommendType: optional(Recommended.properties.reason),
    section: optional(Text(64)),
    source: optional(Text(64)),
    type: optional(Code([0, 1, 2, 3], '0 take it back, 1 not interested, 2 nothing by this author, 3 read already')),
  }),
  reply: Type.Object({ recorded: Flag(), count: Whole('All that the caller has ruled out') }),
  errors: ['not_found'],
});
