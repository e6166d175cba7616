// Articles of an official account or of a collection of saved pages, as a book's contents.

import { Type } from 'typebox';
import { MpArticle } from '../nouns/mp-article.ts';
import {
  ClearAll,
  Count,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  MaxIdx,
  optional,
  route,
  Seconds,
  SyncKey,
  Whole,
} from '../route.ts';

export const articles = route({
  summary: 'Articles of an account or of saved pages, newest first.',
  params: Type.Object({
    bookId: Id('The account'),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    offset: optional(Whole('Articles to skip after maxIdx')),
    createTime: optional(Seconds('Only older ones')),
    topshelf: optional(Flag('Pinned ones first')),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    synckey: SyncKey(),
    clearAll: ClearAll(),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: MaxIdx(),
    articles: List(MpArticle),
    removed: Ids(1000),
  }),
  errors: ['not_found'],
  incremental: true,
  paged: true,
});
