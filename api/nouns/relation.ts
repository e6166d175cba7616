// How two readers stand to each other, as the caller sees it. Always read from stored state after the change.

import { Type } from 'typebox';
import { Flag, Id, Seconds, Text, Whole, Word } from '../route.ts';
import { UserBrief } from './user.ts';

export const Relation = Type.Object({
  userVid: Id(),
  isFollowing: Flag('The caller follows them'),
  isFollower: Flag('They follow the caller'),
  isApplying: Flag('The caller asked and they have not agreed yet'),
  isBlack: Flag('The caller blocks them'),
  isHide: Flag('The caller hides from them'),
  isSubscribed: Flag('The caller is told of their new reviews'),
});

export const RelatedUser = Type.Object({
  ...UserBrief.properties,
  isSubscribed: Flag(),
  /** When the relation began. */
  createTime: Seconds(),
  readingCount: Whole('Books that they read now, private ones not counted'),
  finishedCount: Whole('Books that they finished, private ones not counted'),
});

export const FollowApplication = Type.Object({
  applyVid: Id('The application’s sender'),
  user: UserBrief,
  state: Word(['waiting', 'agreed', 'refused']),
  createTime: Seconds(),
  updateTime: Seconds(),
});

/** A contact of the external platform who is here too. */
export const ExternalFriend = Type.Object({
  user: UserBrief,
  platform: Text(64),
  extName: Text(128),
  updateTime: Seconds(),
});
