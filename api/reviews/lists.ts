// Lists of reviews: one's own, a book's, an article's, a person's, the feed, and one review in full.

import { Type } from 'typebox';
import { ChapterUid } from '../nouns/chapter.ts';
import { Comment } from '../nouns/comment.ts';
import { ReviewEntry, ReviewType } from '../nouns/review.ts';
import { UserBrief } from '../nouns/user.ts';
import {
  Address,
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
  Restored,
  route,
  SyncKey,
  Text,
  Whole,
} from '../route.ts';

const ListType = () =>
  Type.Integer({
    minimum: 0,
    maximum: 99,
    description: '0 recommended, 1 good, 2 fair or poor, 3 newest, 4 friends, 11 the caller’s own; others as 0',
  });
const ListMode = () =>
  Type.Integer({ minimum: 0, maximum: 9, description: '0 all, 1 on a range, 2 on book or chapter' });

/** Lists that are public answer by `maxIdx`; one's own also by `synckey`. */
const ReviewPage = {
  synckey: SyncKey(),
  clearAll: ClearAll(),
  restored: optional(Restored()),
  totalCount: Whole(),
  hasMore: HasMore(),
  maxIdx: MaxIdx(),
  reviews: List(ReviewEntry),
  removed: Ids(1000),
};

export const list = route({
  summary: 'Reviews: the caller’s own (mine), of a book or chapter, of an article (refMpReviewId) or by a person.',
  params: Type.Object({
    bookId: optional(Id()),
    chapterUid: optional(ChapterUid()),
    refMpReviewId: optional(Id()),
    userVid: optional(Id()),
    uservid: optional(Id('Other spelling of userVid')),
    mine: optional(Flag()),
    private: optional(Flag('With mine: only the private ones')),
    type: optional(ReviewType()),
    listType: optional(ListType()),
    listtype: optional(ListType()),
    listMode: optional(ListMode()),
    listmode: optional(ListMode()),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    ...ReviewPage,
    atUsers: List(UserBrief, 1000),
    refUsers: List(UserBrief, 1000),
    reviewsCnt: optional(Whole('Public lists: all reviews')),
    recentTotalCnt: optional(Whole('Public lists: of the last 30 days')),
    reviewsHasMore: optional(HasMore()),
    friendCommentCount: optional(Whole()),
  }),
  errors: ['not_found', 'blocked'],
  incremental: true,
  paged: true,
});

export const authorpublish = route({
  summary: 'What a book’s author wrote about it here.',
  params: Type.Object({
    bookId: Id(),
    chapterUid: optional(ChapterUid()),
    listmode: optional(ListMode()),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({ ...ReviewPage, authorVids: Ids(20) }),
  errors: ['not_found'],
  incremental: true,
  paged: true,
});

export const feeds = route({
  summary: 'New reviews of the people whom the caller follows, newest first.',
  params: Type.Object({
    listMode: optional(ListMode()),
    getrecmreviews: optional(Flag('Add recommended reviews')),
    getrecmusers: optional(Flag('Add people whom the caller may like to follow')),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    ...ReviewPage,
    totalCount: Whole('At most 1000'),
    recmReviews: List(ReviewEntry),
    recmUsers: List(UserBrief),
  }),
  incremental: true,
  paged: true,
});

export const relatedReviews = route({
  summary: 'Reviews near this one: on the same range, chapter, topic or book.',
  params: Type.Object({ reviewId: Id(), count: optional(Count()) }),
  reply: Type.Object({ reviewId: Id(), reviews: List(ReviewEntry) }),
  errors: ['not_found', 'gone'],
});

export const getDocContent = route({
  summary: 'The readable text of a document that a review links to.',
  params: Type.Object({ reviewId: Id(), docUrl: Type.String({ maxLength: 4096, pattern: '^https?://' }) }),
  reply: Type.Object({
    title: Text(512),
    author: Text(512),
    siteName: Text(512),
    url: Address(),
    content: Text(1048576),
    htmlContent: Text(1048576),
  }),
  errors: ['not_found', 'fetch_refused', 'fetch_failed', 'unsupported_format', 'too_large'],
});

const Direction = () => Code([0, 1], '0 newest first, 1 oldest first');

export const single = route({
  summary: 'One review with its likes, comments and other reviews of the book, each a page of its own.',
  params: Type.Object({
    reviewId: Id(),
    commentsCount: optional(Count()),
    commentsDirection: optional(Direction()),
    commentsMaxIdx: optional(MaxIdx()),
    likesCount: optional(Count()),
    likesDirection: optional(Direction()),
    likesMaxIdx: optional(MaxIdx()),
    bookReviewCount: optional(Type.Integer({ minimum: 0, maximum: 100, default: 0 })),
    synckey: optional(SyncKey()),
  }),
  reply: Type.Object({
    ...ReviewEntry.properties,
    synckey: SyncKey(),
    unchanged: optional(Flag('1: nothing of it changed since synckey; its lists are left out')),
    comments: List(Comment),
    commentsHasMore: HasMore(),
    commentsMaxIdx: Whole(),
    likes: List(UserBrief),
    likesHasMore: HasMore(),
    likesMaxIdx: Whole(),
    bookReviews: List(ReviewEntry),
  }),
  errors: ['not_found', 'gone', 'blocked'],
  incremental: true,
  paged: true,
});
