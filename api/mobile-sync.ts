// One call that answers many incremental lists at once: each part takes its own route's synckey and answers as that
// route does. Must not declare a reply of its own for anything that has a route.

import { Type } from 'typebox';
import { Flag, optional, route, Seconds, SyncKey } from './route.ts';
import { ShelfChanges } from './shelf.ts';

export const mobileSync = route({
  summary: 'Answers many incremental lists in one call; each given part is that list’s own synckey.',
  params: Type.Object({
    applyList: optional(SyncKey()),
    balance: optional(Flag()),
    chat: optional(SyncKey()),
    config: optional(SyncKey()),
    eink_new: optional(Flag()),
    extFriend: optional(SyncKey()),
    follower: optional(SyncKey()),
    following: optional(SyncKey()),
    inBackground: optional(Flag()),
    marketSyncver: optional(SyncKey()),
    payItem: optional(SyncKey()),
    rateSynckey: optional(SyncKey()),
    readingExchange: optional(Flag()),
    refluxSynckey: optional(SyncKey()),
    reviewRecommend: optional(SyncKey()),
    reviewTimeline: optional(SyncKey()),
    shelf: optional(SyncKey()),
    shelfLecture: optional(SyncKey()),
    storyfeed: optional(SyncKey()),
  }),
  reply: Type.Object({
    timestamp: Seconds('The service’s clock'),
    shelf: optional(ShelfChanges),
  }),
  incremental: true,
  safe: true,
});
