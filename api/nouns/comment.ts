// A comment under a review or a booklist; answers to it are threaded one level deep.

import { type Static, Type } from 'typebox';
import { Flag, Id, List, optional, Seconds, Text, Whole } from '../route.ts';
import { UserBrief } from './user.ts';

const commentFields = {
  commentId: Id(),
  content: Text(2000),
  createTime: Seconds(),
  userVid: Id(),
  author: UserBrief,
  likesCount: Whole(),
  isLike: Flag('By the caller'),
  isReward: Flag('Given with thanks'),
  toCommentId: optional(Id()),
  toUserVid: optional(Id()),
  /** Name of the person who is answered. */
  toUserName: optional(Text(64)),
};

/** An answer to a comment. */
export const CommentReply = Type.Object(commentFields);
export type CommentReply = Static<typeof CommentReply>;

export const Comment = Type.Object({
  ...commentFields,
  /** 1: it was deleted, and stands without words because answers to it stay. */
  isDeleted: optional(Flag()),
  subCommentsCount: Whole(),
  /** The first ones; the rest by `/review/commentloadmore`. */
  subComments: List(CommentReply),
});
export type Comment = Static<typeof Comment>;

/** The words of a comment as sent. */
export const CommentText = () => Type.String({ minLength: 1, maxLength: 2000 });
