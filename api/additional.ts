// The five additional routes that the SDK uses beside the client's: their parameters are ours to choose.

import { Type } from 'typebox';
import * as ai from './ai.ts';
import { BookBrief } from './nouns/book.ts';
import { Bookmark } from './nouns/bookmark.ts';
import { editFields } from './nouns/edit.ts';
import { ReviewEntry } from './nouns/review.ts';
import { readdataDetail } from './reading-data.ts';
import {
  ClearAll,
  Count,
  domain,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  MaxIdx,
  optional,
  Seconds,
  SyncKey,
  Whole,
  Word,
} from './route.ts';

/** A note of either kind: exactly one of `bookmark` and `review` is there, as `kind` says. */
export const Note = Type.Object({
  noteId: Id('bookmarkId or reviewId'),
  kind: Word(['bookmark', 'review']),
  bookId: Type.String({ maxLength: 128, description: 'Empty for a review of an article that belongs to no book' }),
  book: BookBrief,
  createTime: Seconds(),
  bookmark: optional(Bookmark),
  review: optional(ReviewEntry),
});

export const additional = domain('Additional endpoints', {
  'POST /shelf/top': {
    summary: 'Pins entries to the head of the shelf in the given order, or unpins them.',
    params: Type.Object({
      bookIds: optional(Ids(200)),
      albumIds: optional(Ids(200)),
      isTop: optional(Flag('0 unpins; absent: 1')),
      ...editFields,
    }),
    reply: Type.Object({
      synckey: SyncKey(),
      /** All pinned entries in their order. */
      topIds: Ids(400),
      /** Not on the shelf. */
      unknownIds: Ids(400),
    }),
    errors: ['limit_reached'],
    safe: true,
  },
  'GET /user/allNotes': {
    summary: 'All notes of the caller through all books, newest first, or what changed since synckey.',
    params: Type.Object({
      synckey: optional(SyncKey()),
      count: optional(Count()),
      maxIdx: optional(MaxIdx()),
      kind: optional(Word(['bookmark', 'review'], 'Absent: both')),
    }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      totalCount: Whole(),
      hasMore: HasMore(),
      maxIdx: MaxIdx(),
      notes: List(Note),
      removed: Ids(1000),
    }),
    incremental: true,
    paged: true,
  },
  'GET /readdata/detail': readdataDetail,
  'POST /ai/chatv2': ai.chatv2,
  'POST /ai/chat/suggest': ai.suggest,
});
