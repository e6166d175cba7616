// Searching the whole library: books, authors, text, booklists, accounts and articles in one grouped answer.

import { Type } from 'typebox';
import { Book } from '../nouns/book.ts';
import {
  Address,
  Code,
  Count,
  Flag,
  HasMore,
  Id,
  List,
  MaxIdx,
  optional,
  Range,
  route,
  Text,
  Whole,
  Word,
} from '../route.ts';

const Scope = () =>
  Code(
    [0, 2, 4, 6, 10, 12, 13, 14, 16],
    '0 all, 2 accounts, 4 articles, 6 authors, 10 e-books, 12 full text, 13 booklists, 14 audio, 16 serials',
  );
const Keyword = () => Type.String({ minLength: 1, maxLength: 200 });

/** A book that was found; for full text with the passage. */
const FoundBook = Type.Object({
  searchIdx: Whole(),
  bookInfo: Book,
  readingCount: Whole(),
  newRating: Type.Integer({ minimum: 0, maximum: 1000 }),
  snippet: optional(Text(1024)),
  highlights: optional(List(Range(), 50)),
  chapterUid: optional(Whole()),
  range: optional(Range()),
});

/** Anything found that is no book: author, booklist, account, article, album. */
const FoundItem = Type.Object({
  searchIdx: Whole(),
  id: Id(),
  title: Text(1024),
  subtitle: Text(1024),
  cover: Address(),
  count: Whole('Books of an author, entries of a list, tracks of an album'),
});

export const search = route({
  summary: 'Searches the store; one answer grouped by scope, each group a page of its own.',
  params: Type.Object({
    keyword: optional(Keyword()),
    author: optional(Type.String({ maxLength: 200 })),
    authorVids: optional(Type.Array(Id(), { maxItems: 20 })),
    categoryId: optional(Text(64)),
    filterType: optional(Word(['language', 'format', 'free', 'finished', 'length', 'year'])),
    filterField: optional(Type.String({ maxLength: 64, description: 'The value for filterType' })),
    fromBookId: optional(Id('The book from which the search was opened')),
    scope: optional(Scope()),
    type: optional(Code([0, 1], '0 any field, 1 exactly this title')),
    scene: optional(Text(64)),
    outer: optional(Flag('Also catalogs that this service links to')),
    sid: optional(Id('Of the first page; keeps later pages stable')),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    rnVersion: optional(Text(32)),
    v: optional(Text(32)),
  }),
  reply: Type.Object({
    sid: Id(),
    hasMore: HasMore(),
    maxIdx: Whole(),
    totalCount: Whole(),
    results: List(
      Type.Object({
        title: Text(128),
        scope: Scope(),
        scopeCount: Whole('Everything found in this scope'),
        currentCount: Whole('In this reply'),
        type: Word(['books', 'items']),
        books: List(FoundBook),
        items: List(FoundItem),
      }),
      10,
    ),
  }),
  paged: true,
});

export const suggest = route({
  summary: 'Completes a search: by prefix, by pinyin, and over small typing errors.',
  params: Type.Object({ keyword: Keyword(), count: optional(Count()) }),
  reply: Type.Object({
    keyword: Text(200),
    records: List(
      Type.Object({
        word: Text(1024),
        scope: Scope(),
        /** When the word is exactly one thing. */
        id: optional(Id()),
        cover: optional(Address()),
        author: optional(Text(1024)),
      }),
    ),
  }),
});

export const titlesearch = route({
  summary: 'Looks up many titles at once, to match another library.',
  params: Type.Object({ keywords: Type.Array(Keyword(), { minItems: 1, maxItems: 100 }) }),
  reply: Type.Object({
    /** In the order of the question. */
    results: List(
      Type.Object({
        keyword: Text(200),
        books: List(
          Type.Object({ book: Book, likeness: Type.Number({ minimum: 0, maximum: 1, description: '1 is the same' }) }),
          5,
        ),
      }),
    ),
  }),
  safe: true,
});

export const searchtags = route({
  summary: 'What others search for now; only words that several people used.',
  params: Type.Object({}),
  reply: Type.Object({ tags: List(Type.Object({ word: Text(200), scope: Scope(), count: Whole() })) }),
});
