// Official accounts and their articles. An account is a book of type 3 whose chapters are its articles.

import { Type } from 'typebox';
import { Address, Flag, Id, optional, Seconds, Text, Whole, Word } from '../route.ts';
import { Coins } from './ledger.ts';

export const MpAccount = Type.Object({
  bookId: Id('The account'),
  title: Text(512),
  cover: Address(),
  intro: Text(4096),
  category: Text(128),
  siteUrl: Address(),
  feedUrl: Address('Empty for a collection of saved pages'),
  kind: Word(['feed', 'saved']),
  isFollowing: Flag('It is on the caller’s shelf'),
  followerCount: Whole(),
  articleCount: Whole(),
  unreadCount: Whole(),
  latestTitle: Text(1024),
  updateTime: Seconds('Of the newest article'),
  checkTime: Seconds('When the feed was last asked'),
  state: Word(['ok', 'failing', 'gone'], 'How the last asking went'),
});

export const MpArticle = Type.Object({
  reviewId: Id('The article'),
  bookId: Id('The account'),
  chapterUid: Type.Integer({ minimum: 1 }),
  title: Text(1024),
  authorName: Text(512),
  digest: Text(2048),
  /** Keeps the spelling that existing tools read. */
  pic_url: Address(),
  url: Address('The original'),
  createTime: Seconds('When it was published'),
  updateTime: Seconds('When its content last changed'),
  wordCount: Whole(),
  isRead: Flag(),
  isTop: Flag(),
  isPaid: Flag('It has to be bought'),
  bought: Flag(),
  price: Coins(),
  hasVideo: Flag(),
});

/** Readable text of an article, cleaned and with its pictures stored. */
export const MpContent = Type.Object({
  reviewId: Id(),
  title: Text(1024),
  authorName: Text(512),
  language: Text(35),
  html: Type.String({ maxLength: 4 * 1024 * 1024, description: 'Sanitised XHTML; pictures on the service’s host' }),
  wordCount: Whole(),
  fetchTime: Seconds(),
  byline: optional(Text(512)),
});
