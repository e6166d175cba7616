// Coins: a balance, its entries, and what a purchase answers. Amounts are whole coins; a balance is never negative.

import { Type } from 'typebox';
import { Code, Flag, Id, Ids, List, optional, Seconds, Text, Whole, Word } from '../route.ts';
import { ChapterUid } from './chapter.ts';

/** The client build and the shop it buys in; recorded with the order, never a reason for another price. */
export const shopFields = {
  pf: optional(Type.String({ maxLength: 64, description: 'Platform of the client' })),
  release: optional(Flag('0: a build under development')),
  zoneid: optional(Type.String({ maxLength: 32, description: 'Shop zone; only one exists' })),
};

export const Coins = (description?: string) => Whole(description ?? 'Coins');
/** Which purse is used first; what it does not hold comes from the other. */
export const PayType = () => Code([0, 1, 2], '0 given coins first, 1 earned coins first, 2 given coins only');

export const Balance = Type.Object({
  balance: Coins('All coins'),
  giftBalance: Coins('The part that was given'),
  earnedBalance: Coins('The part that was earned by reading'),
  updateTime: Seconds(),
});

export const LedgerItem = Type.Object({
  entryId: Id(),
  /** Negative when spent. */
  amount: Type.Integer(),
  balance: Coins('After this entry'),
  reason: Word(['grant', 'exchange', 'gift', 'book', 'chapters', 'member_card', 'refund']),
  bookId: optional(Id()),
  chapterUids: optional(List(ChapterUid(), 1000)),
  title: Text(1024),
  time: Seconds(),
});

/** A book or some chapters bought. The same purchase asked again answers the same order. */
export const Purchase = Type.Object({
  orderId: Id(),
  bookId: Id(),
  chapterIds: optional(List(ChapterUid(), 1000)),
  price: Coins('Paid by this order'),
  byMemberCard: Flag('Opened by the member card instead of coins'),
  time: Seconds(),
  balance: Balance,
});

export const PayItem = Type.Object({
  itemId: Id(),
  kind: Word(['coins', 'member_card']),
  name: Text(128),
  description: Text(1024),
  coins: Coins('Coins that it gives; 0 for cards'),
  days: Whole('Days of membership; 0 for coins'),
  price: Coins('What it costs in coins'),
  channel: Text(64),
  isOnSale: Flag(),
  updateTime: Seconds(),
});

export const Coupon = Type.Object({
  couponId: Id(),
  name: Text(128),
  percentOff: Type.Number({ minimum: 0, maximum: 100 }),
  maxCoins: Coins('The most that it saves'),
  bookIds: Ids(100),
  expireTime: Seconds(),
});
