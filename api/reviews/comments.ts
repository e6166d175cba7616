// Comments under reviews.

import { Type } from 'typebox';
import { Comment, CommentReply, CommentText } from '../nouns/comment.ts';
import { editFields } from '../nouns/edit.ts';
import { Count, Flag, HasMore, Id, List, MaxIdx, optional, route, Whole } from '../route.ts';

export const comment = route({
  summary: 'Comments on a review, or answers a comment under it.',
  params: Type.Object({
    reviewId: Id(),
    content: CommentText(),
    toCommentId: optional(Id()),
    toUserVid: optional(Id()),
    isReward: optional(Flag('Given with thanks to the author')),
    ...editFields,
  }),
  reply: Type.Object({ commentId: Id(), comment: Comment, commentsCount: Whole() }),
  errors: ['not_found', 'gone', 'blocked', 'limit_reached'],
});

export const commentlike = route({
  summary: 'Likes a comment, or takes the like back.',
  params: Type.Object({ commentId: Id(), isUnlike: optional(Flag()) }),
  reply: Type.Object({ commentId: Id(), isLike: Flag(), likesCount: Whole() }),
  errors: ['not_found', 'blocked'],
  safe: true,
});

export const commentloadmore = route({
  summary: 'More comments of a review or booklist, or more answers to one comment.',
  params: Type.Object({
    reviewId: optional(Id()),
    booklistId: optional(Id()),
    commentId: optional(Id('More answers to this comment')),
    count: optional(Count()),
    maxIdx: optional(MaxIdx()),
    isExpandAll: optional(Flag('With all answers of each comment, up to 100')),
  }),
  reply: Type.Object({
    comments: List(Comment),
    subComments: List(CommentReply),
    totalCount: Whole(),
    hasMore: HasMore(),
    maxIdx: Whole(),
  }),
  errors: ['not_found'],
  paged: true,
});

export const delComment = route({
  summary: 'Deletes a comment: one’s own, or one under one’s own review.',
  params: Type.Object({ commentId: Id() }),
  reply: Type.Object({ commentId: Id(), commentsCount: Whole() }),
  errors: ['not_found', 'no_permission'],
  safe: true,
});
