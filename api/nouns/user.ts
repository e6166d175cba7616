// A person as others see them. Whether the caller may see that person at all is the service's affair.

import { type Static, Type } from 'typebox';
import { Address, Flag, Id, optional, Seconds, Text, Whole } from '../route.ts';

/** A person beside a review, a highlight, a list: the same fields everywhere. */
export const UserBrief = Type.Object({
  userVid: Id(),
  name: Text(64),
  avatar: Address(),
  /** The caller follows them. */
  isFollowing: Flag(),
  /** They follow the caller. */
  isFollower: Flag(),
  /** The caller hides from them. */
  isHide: Flag(),
  signature: Text(512),
});
export type UserBrief = Static<typeof UserBrief>;

/** What is added where one person is shown on a page of their own. */
export const UserDetail = Type.Object({
  ...UserBrief.properties,
  vDesc: Text(512),
  gender: optional(Whole('0 not said, 1 male, 2 female')),
  followerCount: Whole(),
  followingCount: Whole(),
  reviewCount: Whole(),
  booklistCount: Whole(),
  finishedCount: Whole('Books finished, private ones not counted'),
  registTime: Seconds(),
});
export type UserDetail = Static<typeof UserDetail>;
