// The member card: how long it runs, what it opens, and what it can be bought or exchanged for.

import { Type } from 'typebox';
import { Flag, Id, List, optional, Seconds, Text, Whole, Word } from '../route.ts';
import { Coins } from './ledger.ts';

export const MemberCard = Type.Object({
  isMember: Flag('It runs now'),
  startTime: Seconds('0 when there never was one'),
  expireTime: Seconds('0 when there never was one'),
  remainTime: Whole('Seconds that are left'),
  totalDays: Whole('All days so far'),
  source: Word(['none', 'bought', 'gift', 'exchange', 'grant']),
});

/** What the card saved its owner. */
export const MemberCardSavings = Type.Object({
  books: Whole('Books opened by the card'),
  chapters: Whole(),
  tracks: Whole(),
  savedCoins: Coins('What these would have cost'),
});

export const MemberCardPeriod = Type.Object({
  periodId: Id(),
  source: Word(['bought', 'gift', 'exchange', 'grant']),
  days: Whole(),
  startTime: Seconds(),
  endTime: Seconds(),
});

export const MemberCardItem = Type.Object({
  itemId: Id(),
  name: Text(128),
  days: Whole(),
  price: Coins(),
  originalPrice: Coins(),
  isPopular: Flag(),
  benefits: List(Text(256), 20),
});

/** Days of membership for reading. */
export const MemberCardExchangeItem = Type.Object({
  itemId: Id(),
  name: Text(128),
  days: Whole(),
  /** Seconds of reading since the last exchange that it costs. */
  readingTime: Whole(),
  available: Flag('The caller has read enough'),
  progressTime: Whole('Seconds read towards it'),
  nextTime: optional(Seconds('When it can be taken again')),
});
