// One call that answers many incremental lists at once: each part takes its own route's synckey and answers as that
// route does. Must not declare a reply of its own for anything that has a route.

import { Type } from 'typebox';
import { pay } from './pay.ts';
import { publications } from './publications.ts';
import { reviews } from './reviews.ts';
import { Flag, optional, route, Seconds, SyncKey } from './route.ts';
import { ShelfChanges } from './shelf.ts';
import { social } from './social.ts';
import { store } from './store.ts';
import { storyFeed } from './story-feed.ts';
import { telemetry } from './telemetry.ts';

/** Each part's route; the reply carries the part under the same name. */
const parts = {
  applyList: social.routes['GET /friend/applylist'].reply,
  balance: pay.routes['POST /pay/balance'].reply,
  chat: social.routes['GET /chat/sessionlist'].reply,
  config: telemetry.routes['GET /config'].reply,
  extFriend: social.routes['GET /friend/ext'].reply,
  follower: social.routes['GET /friend/follower'].reply,
  following: social.routes['GET /friend/following'].reply,
  marketSyncver: store.routes['GET /market/categories'].reply,
  payItem: pay.routes['GET /pay/item'].reply,
  /** The caller's own ratings: `/review/list` with mine and type 4. */
  rateSynckey: reviews.routes['GET /review/list'].reply,
  /** What could be exchanged; nothing is. */
  readingExchange: pay.routes['POST /exchange'].reply,
  /** Followed accounts. */
  refluxSynckey: publications.routes['GET /mp/list'].reply,
  /** The feed with recommended reviews. */
  reviewRecommend: reviews.routes['GET /review/feeds'].reply,
  reviewTimeline: reviews.routes['GET /review/feeds'].reply,
  shelf: ShelfChanges,
  storyfeed: storyFeed.routes['GET /storyfeed/getCardArticles'].reply,
};

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
    /** Goes with `shelf`; both answer in the part `shelf`. */
    shelfLecture: optional(SyncKey()),
    storyfeed: optional(SyncKey()),
  }),
  reply: Type.Object({ timestamp: Seconds('The service’s clock'), ...Type.Partial(Type.Object(parts)).properties }),
  incremental: true,
  safe: true,
});
