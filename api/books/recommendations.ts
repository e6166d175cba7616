// Other books: recommended to the caller, similar to one, tags that connect them.

import { Type } from 'typebox';
import { Book } from '../nouns/book.ts';
import { Count, Flag, HasMore, Id, List, MaxIdx, optional, route, Text, Whole, Word } from '../route.ts';

export const Recommended = Type.Object({
  book: Book,
  /** Why: co-read with, same author, shared tag, popular. */
  reason: Word(['coread', 'author', 'tag', 'category', 'popular', 'promoted']),
  /** The book, author or tag that the reason names; empty for popular. */
  because: Text(1024),
  score: Type.Number({ minimum: 0 }),
  readingCount: Whole('Readers; private ones not counted'),
  idx: Whole(),
});

export const recommend = route({
  summary: 'Recommendations from the caller’s shelf, finished books and tags.',
  params: Type.Object({
    balance: optional(Flag('Mix categories evenly')),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
  }),
  reply: Type.Object({ books: List(Recommended), hasMore: HasMore(), maxIdx: Whole() }),
  paged: true,
});

export const similar = route({
  summary: 'Books similar to one.',
  params: Type.Object({
    bookId: Id(),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    isPromote: optional(Flag('Promoted books may be among them')),
    recommendList: optional(Flag('Add booklists that hold the book')),
    sessionId: optional(Id('Nothing is shown twice under the same id')),
  }),
  reply: Type.Object({
    books: List(Recommended),
    booklists: List(Type.Object({ booklistId: Id(), name: Text(128), bookCount: Whole() })),
    hasMore: HasMore(),
    maxIdx: Whole(),
    sessionId: Id(),
  }),
  errors: ['not_found'],
  paged: true,
});

export const tags = route({
  summary: 'Tags of a book with how many readers gave them, and the caller’s own.',
  params: Type.Object({ bookId: Id() }),
  reply: Type.Object({
    bookId: Id(),
    tags: List(Type.Object({ tagId: Id(), name: Text(64), count: Whole() }), 200),
    myTags: List(Text(64)),
  }),
  errors: ['not_found'],
});
