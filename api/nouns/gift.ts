// Something one reader, or the house, gives: coins, days of membership, a book.

import { Type } from 'typebox';
import { Address, Flag, Id, List, optional, Seconds, Text, Whole, Word } from '../route.ts';
import { UserBrief } from './user.ts';

export const Gift = Type.Object({
  giftId: Id(),
  kind: Word(['coins', 'card_days', 'book']),
  /** Coins or days; 1 for a book. */
  amount: Whole(),
  bookId: optional(Id()),
  title: Text(256),
  message: Text(1024),
  cover: Address(),
  state: Word(['open', 'claimed', 'expired', 'revoked']),
  sender: optional(UserBrief),
  claims: List(Type.Object({ user: UserBrief, time: Seconds() }), 100),
  claimLimit: Whole('How many readers may claim it'),
  isMine: Flag('Given by the caller'),
  url: Address('The address to share'),
  createTime: Seconds(),
  expireTime: Seconds(),
});
