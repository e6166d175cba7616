// A conversation between two readers and its messages.

import { Type } from 'typebox';
import { Address, Code, Flag, Id, List, optional, Seconds, Text, Whole } from '../route.ts';
import { UserBrief } from './user.ts';

export const MessageType = () => Code([1, 2, 3, 4], '1 text, 2 book, 3 review, 4 booklist');
/** The device's clock in milliseconds when the message was written; makes sending it twice one message. */
export const ClientTime = () =>
  Type.Integer({
    minimum: 1,
    maximum: 253_402_300_799_999,
    description: 'Milliseconds on the sender’s clock; the same one twice is one message',
  });
/** Rises within a session. */
export const MessageId = () => Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const ChatMessage = Type.Object({
  msgId: MessageId(),
  fromVid: Id(),
  type: MessageType(),
  /** The text; for a book, a review or a booklist its id. */
  content: Text(4096),
  /** What stands behind the id, for showing it. */
  card: optional(Type.Object({ title: Text(1024), cover: Address(), abstract: Text(1024) })),
  clientTime: ClientTime(),
  createTime: Seconds(),
});

export const ChatSession = Type.Object({
  sid: Id(),
  user: UserBrief,
  unreadCount: Whole(),
  /** The last message that each side has read. */
  readMsgId: Whole('By the caller'),
  peerReadMsgId: Whole('By the other'),
  updateTime: Seconds(),
  messages: List(ChatMessage, 200),
  hasMore: Flag('More messages follow at the returned synckey'),
});
