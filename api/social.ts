// The domain Social, friends, messaging: conversations and who sees whom. A blocked reader sees nothing of the
// one who blocked; replies here leave such people out as if they did not exist.

import { Type } from 'typebox';
import { ChatMessage, ChatSession, ClientTime, MessageId, MessageType } from './nouns/conversation.ts';
import { ExternalFriend, FollowApplication, RelatedUser, Relation } from './nouns/relation.ts';
import { UserBrief } from './nouns/user.ts';
import {
  Address,
  ClearAll,
  Code,
  domain,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  optional,
  Seconds,
  SyncKey,
  Text,
  Whole,
} from './route.ts';

/** Id of a session; the other reader's vid begins one. */
const Sid = () => Id('Of a session, or the other reader’s vid to begin one');
/** Tells a list of another server's life or format, which is then answered whole. */
const SyncVersion = () => Whole('The list’s version, from the last reply; another one asks for everything');

const relationList = {
  params: Type.Object({ synckey: optional(SyncKey()), syncver: optional(SyncVersion()) }),
  reply: Type.Object({
    synckey: SyncKey(),
    syncver: SyncVersion(),
    clearAll: ClearAll(),
    updated: List(RelatedUser, 500),
    removed: List(Id(), 500),
    totalCount: Whole(),
    hasMore: HasMore(),
  }),
};

export const social = domain('Social, friends, messaging', {
  'POST /chat/delete': {
    summary: 'Deletes a conversation on the caller’s side; the other keeps theirs.',
    params: Type.Object({ sid: Id() }),
    reply: Type.Object({ sid: Id(), synckey: SyncKey() }),
    errors: ['not_found'],
    safe: true,
  },
  'POST /chat/read': {
    summary: 'Marks a conversation as read up to a message; an older one changes nothing.',
    params: Type.Object({ latestMsgId: MessageId(), sid: Id() }),
    reply: Type.Object({ sid: Id(), readMsgId: Whole(), unreadCount: Whole(), synckey: SyncKey() }),
    errors: ['not_found'],
    safe: true,
  },
  'POST /chat/send': {
    summary: 'Sends a message; the same clientTime in the same session twice is one message.',
    params: Type.Object({
      clientTime: ClientTime(),
      content: Type.String({ minLength: 1, maxLength: 4096, description: 'Text, or the id of what is shared' }),
      sid: Sid(),
      type: MessageType(),
    }),
    reply: Type.Object({ sid: Id(), message: ChatMessage, synckey: SyncKey(), duplicate: Flag() }),
    errors: ['not_found', 'blocked', 'limit_reached', 'too_many_requests'],
    safe: true,
  },
  'GET /chat/sessionlist': {
    summary: 'The caller’s conversations and their messages, as far as they changed.',
    params: Type.Object({ synckey: optional(SyncKey()) }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(ChatSession, 100),
      removed: List(Id(), 500),
      unreadCount: Whole('In all conversations'),
      hasMore: HasMore(),
    }),
    incremental: true,
  },
  'POST /friend/agreeFollow': {
    summary: 'Answers someone’s wish to follow the caller’s locked account.',
    params: Type.Object({ applyVid: Id(), cmd: Code([0, 1], '0 refuse, 1 agree') }),
    reply: Type.Object({ application: FollowApplication, relation: Relation }),
    errors: ['not_found'],
    safe: true,
  },
  'GET /friend/applylist': {
    summary: 'Who asked to follow the caller, as far as it changed.',
    params: Type.Object({ synckey: optional(SyncKey()) }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(FollowApplication, 200),
      removed: List(Id(), 200),
      waitingCount: Whole(),
      hasMore: HasMore(),
    }),
    incremental: true,
  },
  'GET /friend/blacklist': {
    summary: 'Whom the caller blocks or hides from.',
    params: Type.Object({ type: optional(Code([0, 1], '0 blocked (also when absent), 1 hidden from')) }),
    reply: Type.Object({
      users: List(Type.Object({ user: UserBrief, createTime: Seconds() }), 1000),
      totalCount: Whole(),
    }),
  },
  'POST /friend/follow': {
    summary: 'Follows, unfollows, blocks or unblocks readers: `isBlack` for blocks, `isUnfollow` takes either back.',
    params: Type.Object({
      isBlack: optional(Flag()),
      isUnfollow: optional(Flag()),
      vid: optional(Id('One of vid and vids is needed')),
      vids: optional(Ids(100)),
    }),
    reply: Type.Object({
      relations: List(Relation, 100),
      unknown: List(Id('Nobody has this vid'), 100),
    }),
    errors: ['not_found', 'blocked', 'limit_reached'],
    safe: true,
  },
  'GET /friend/follower': {
    summary: 'Who follows the caller, as far as it changed.',
    ...relationList,
    incremental: true,
  },
  'GET /friend/following': {
    summary: 'Whom the caller follows, as far as it changed.',
    ...relationList,
    incremental: true,
  },
  'POST /friend/hideMe': {
    summary: 'Hides the caller’s reading from one reader, or shows it again.',
    params: Type.Object({ unhideMe: optional(Flag()), vid: Id() }),
    reply: Type.Object({ relation: Relation }),
    errors: ['not_found'],
    safe: true,
  },
  'GET /friend/invite': {
    summary: 'The caller’s address of invitation, to the service or to one book, with its QR code.',
    params: Type.Object({
      bookId: optional(Id('Needed by type 1')),
      type: optional(Code([0, 1], '0 to the service (also when absent), 1 to a book')),
    }),
    reply: Type.Object({
      code: Id(),
      url: Address(),
      qr: Type.String({ maxLength: 65_536, description: 'SVG' }),
      text: Text(1024),
      acceptedCount: Whole('Readers who came by it'),
      expireTime: Seconds(),
    }),
    errors: ['not_found'],
  },
  'POST /friend/removeFollowers': {
    summary: 'Makes someone stop following the caller, without blocking them.',
    params: Type.Object({ vid: Id() }),
    reply: Type.Object({ relation: Relation }),
    errors: ['not_found'],
    safe: true,
  },
  'POST /friend/subscribe': {
    summary: 'Asks to be told of someone’s new reviews, or takes that back.',
    params: Type.Object({ unsubscribe: optional(Flag()), vid: Id() }),
    reply: Type.Object({ relation: Relation }),
    errors: ['not_found', 'blocked', 'limit_reached'],
    safe: true,
  },
  'GET /friend/ext': {
    summary: 'Contacts of the external platform who are readers here too, as far as the reader shared them.',
    params: Type.Object({
      detailInfo: optional(Flag('1: with signature and counts')),
      force: optional(Flag('1: ask the platform again instead of using the last answer')),
      synckey: optional(SyncKey()),
      syncver: optional(SyncVersion()),
    }),
    reply: Type.Object({
      synckey: SyncKey(),
      syncver: SyncVersion(),
      clearAll: ClearAll(),
      linked: Flag('0: the account is not linked, or contacts were not shared'),
      updated: List(ExternalFriend, 500),
      removed: List(Id(), 500),
      checkTime: Seconds('When the platform was asked last'),
      hasMore: HasMore(),
    }),
    errors: ['upstream_unavailable'],
    incremental: true,
  },
});
