// The domain Payment, member card, virtual currency: coins come from grants, gifts and reading, and buy books,
// chapters and days of membership. Every purchase is idempotent: what is owned is never paid twice.

import { Type } from 'typebox';
import { Book } from './nouns/book.ts';
import { ChapterUid } from './nouns/chapter.ts';
import { Gift } from './nouns/gift.ts';
import { Balance, Coins, Coupon, LedgerItem, PayItem, PayType, Purchase, shopFields } from './nouns/ledger.ts';
import {
  MemberCard,
  MemberCardExchangeItem,
  MemberCardItem,
  MemberCardPeriod,
  MemberCardSavings,
} from './nouns/member-card.ts';
import { ClearAll, Duration, domain, Flag, Id, List, optional, Seconds, SyncKey, Text, Whole, Word } from './route.ts';

/** Catalogued as chapterIds; the wire's chapter ids are chapterUids. */
const ChapterIds = () => Type.Array(ChapterUid(), { minItems: 1, maxItems: 1000, uniqueItems: true });
const Platform = { pf: shopFields.pf };

export const pay = domain('Payment, member card, virtual currency', {
  'GET /coupon/buyChapter': {
    summary: 'What these chapters cost the caller now, with the coupons that apply; nothing is bought.',
    params: Type.Object({ bookId: Id(), chapterIds: ChapterIds() }),
    reply: Type.Object({
      bookId: Id(),
      chapters: List(Type.Object({ chapterUid: ChapterUid(), price: Coins(), paid: Flag() }), 1000),
      totalPrice: Coins('Without coupon, what is owned not counted'),
      finalPrice: Coins('With the best coupon; what buyChapters expects as totalprice'),
      coupons: List(Coupon, 50),
      bestCouponId: optional(Id()),
      balance: Balance,
    }),
    errors: ['not_found'],
  },
  'POST /exchange': {
    summary: 'Turns reading time into coins; every unit of time counts once.',
    params: Type.Object({
      pf: shopFields.pf,
      unread: optional(Flag('1: only tell what could be exchanged')),
      weibi: optional(
        Coins('What the caller was shown; refused when it is not that any more, so that a retry is safe'),
      ),
      zoneid: shopFields.zoneid,
    }),
    reply: Type.Object({
      exchanged: Coins('Coins given by this call'),
      exchangeable: Coins('Coins that could be had now'),
      readingTime: Duration('Reading not exchanged yet'),
      unitTime: Duration('Reading for one unit'),
      unitCoins: Coins('Coins for one unit'),
      limitToday: Coins('Coins that can still be had today'),
      balance: Balance,
    }),
    errors: ['price_changed', 'limit_reached'],
    safe: true,
  },
  'GET /gift/detail': {
    summary: 'One gift: what it is, who gave it, who took it.',
    params: Type.Object({ giftId: Id() }),
    reply: Type.Object({ gift: Gift, canClaim: Flag() }),
    errors: ['not_found'],
  },
  'POST /gift/membercard': {
    summary: 'Takes the free days of membership that come with a device or an occasion; each once.',
    params: Type.Object({
      mac: Type.String({ minLength: 16, maxLength: 128, description: 'Hash of the device’s address' }),
      source: optional(Text(64)),
      type: Word(['device', 'welcome', 'campaign']),
    }),
    reply: Type.Object({ gift: Gift, card: MemberCard, duplicate: Flag('1: it was taken before; nothing was added') }),
    errors: ['limit_reached', 'not_found'],
    safe: true,
  },
  'POST /gift/newuser': {
    summary: 'Takes the welcome gift of a new account, on a book when one is named; once per account.',
    params: Type.Object({ bookId: optional(Id()), from: optional(Text(64)) }),
    reply: Type.Object({ gift: Gift, balance: Balance, duplicate: Flag() }),
    errors: ['limit_reached', 'not_found'],
    safe: true,
  },
  'POST /pay/balance': {
    summary: 'The caller’s coins, the latest entries, and the books that are free for a limited time.',
    params: Type.Object({
      noSnapshot: optional(Flag('1: leave out the entries')),
      onlyLimitFree: optional(Flag('1: only the books that are free now')),
      ...shopFields,
    }),
    reply: Type.Object({
      balance: Balance,
      snapshot: List(LedgerItem, 100),
      limitFree: List(Type.Object({ book: Book, startTime: Seconds(), endTime: Seconds() }), 100),
    }),
    safe: true,
  },
  'POST /pay/buyBook': {
    summary: 'Buys a whole book.',
    params: Type.Object({
      bookId: Id(),
      cpName: optional(Type.String({ maxLength: 256, description: 'The publisher, as shown to the reader' })),
      isMCard: optional(Flag('1: open it by the member card')),
      payType: optional(PayType()),
      price: Coins('As shown; the service refuses another price'),
      ...shopFields,
    }),
    reply: Purchase,
    errors: ['not_found', 'price_changed', 'balance_too_low', 'already_owned', 'no_permission'],
    safe: true,
  },
  'POST /pay/buyChapters': {
    summary: 'Buys chapters, all or none; isautopay also buys later ones as they are opened.',
    params: Type.Object({
      bookId: Id(),
      chapterIds: ChapterIds(),
      isMCard: optional(Flag('1: open them by the member card')),
      isautopay: optional(Flag()),
      payType: optional(PayType()),
      totalprice: Coins('As shown; the service refuses another price'),
      ...shopFields,
    }),
    reply: Type.Object({ ...Purchase.properties, isAutoPay: Flag() }),
    errors: ['not_found', 'price_changed', 'balance_too_low', 'already_owned', 'no_permission'],
    safe: true,
  },
  'GET /pay/item': {
    summary: 'What can be had in the shop beside books, as far as it changed.',
    params: Type.Object({ channel: optional(Text(64)), synckey: optional(SyncKey()) }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(PayItem, 200),
      removed: List(Id(), 200),
    }),
    incremental: true,
  },
  'GET /pay/memberCardDetails': {
    summary: 'The caller’s member card: its periods and what it saved.',
    params: Type.Object({
      getPredicted: optional(Flag('1: add what it will save at the caller’s present pace')),
      ...Platform,
    }),
    reply: Type.Object({
      card: MemberCard,
      periods: List(MemberCardPeriod, 200),
      savings: MemberCardSavings,
      predicted: optional(Type.Object({ days: Whole(), savedCoins: Coins() })),
    }),
  },
  'GET /pay/memberCardItems': {
    summary: 'Member cards that can be bought.',
    params: Type.Object(Platform),
    reply: Type.Object({ items: List(MemberCardItem, 50), balance: Balance }),
  },
  'GET /pay/memberCardSummary': {
    summary: 'The member card in short, for the account’s page.',
    params: Type.Object({
      ...Platform,
      snapshot: optional(Flag('1: add the books that the card opened last')),
      source: optional(Text(64)),
    }),
    reply: Type.Object({
      card: MemberCard,
      savings: MemberCardSavings,
      books: List(Book, 20),
      giftsLeft: Whole('Gifts of free days that may still be made this month'),
    }),
  },
  'GET /pay/membercardexitems': {
    summary: 'Days of membership that can be had for reading, and how far the caller is.',
    params: Type.Object({ ...Platform, source: optional(Text(64)) }),
    reply: Type.Object({ items: List(MemberCardExchangeItem, 50), card: MemberCard }),
  },
});
