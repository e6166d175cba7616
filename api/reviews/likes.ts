// Likes and reposts: of reviews, and of an entry on someone's shelf.

import { Type } from 'typebox';
import { UserBrief } from '../nouns/user.ts';
import { Code, Flag, Id, List, optional, route, Whole } from '../route.ts';

const LikedType = () => Code([0, 1, 2], '0 that the book is on the shelf, 1 being read, 2 finished');

export const likeAdd = route({
  summary: 'Likes an entry on someone’s shelf, or takes the like back.',
  params: Type.Object({ bookId: Id(), userVid: Id(), type: optional(LikedType()), isUnlike: optional(Flag()) }),
  reply: Type.Object({ bookId: Id(), userVid: Id(), isLike: Flag(), likesCount: Whole() }),
  errors: ['not_found', 'blocked'],
});

export const likeGet = route({
  summary: 'Who likes an entry on someone’s shelf.',
  params: Type.Object({ bookId: Id(), userVid: Id(), type: optional(LikedType()) }),
  reply: Type.Object({ bookId: Id(), userVid: Id(), isLike: Flag(), likesCount: Whole(), likes: List(UserBrief) }),
  errors: ['not_found', 'blocked'],
});

export const like = route({
  summary: 'Likes a review, or takes the like back.',
  params: Type.Object({ reviewId: Id(), isUnlike: optional(Flag()) }),
  reply: Type.Object({ reviewId: Id(), isLike: Flag(), likesCount: Whole() }),
  errors: ['not_found', 'gone', 'blocked'],
  safe: true,
});

export const repost = route({
  summary: 'Passes a review on to the caller’s followers, or takes that back.',
  params: Type.Object({ reviewId: Id(), repost: Flag('0 takes it back') }),
  reply: Type.Object({ reviewId: Id(), isReposted: Flag(), repostCount: Whole() }),
  errors: ['not_found', 'gone', 'blocked', 'no_permission'],
  safe: true,
});
