// The domain Official accounts: publications by RSS, Atom or JSON Feed, and single web pages that readers save.
// Addresses given here are hostile input: the service fetches only what may be fetched, and stores cleaned text.

import { Type } from 'typebox';
import { Coins } from './nouns/ledger.ts';
import { MpAccount, MpArticle, MpContent } from './nouns/mp-article.ts';
import {
  Address,
  ClearAll,
  Count,
  domain,
  Flag,
  HasMore,
  Id,
  List,
  MaxIdx,
  optional,
  Seconds,
  SyncKey,
  Text,
  Url,
  Whole,
  Word,
} from './route.ts';

const Urls = (maxItems: number) => Type.Array(Url(), { minItems: 1, maxItems, uniqueItems: true });

const Picture = Type.Object({
  url: Address('Empty when there is none'),
  width: Whole('Pixels; 0 unknown'),
  height: Whole('Pixels; 0 unknown'),
});

export const publications = domain('Official accounts', {
  'GET /mp/chapters': {
    summary: 'Articles of an account as chapters, newest first, as far as they changed.',
    params: Type.Object({
      bookId: Id('The account'),
      count: optional(Count()),
      offset: optional(MaxIdx()),
      synckey: optional(SyncKey()),
    }),
    reply: Type.Object({
      account: MpAccount,
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(MpArticle, 100),
      removed: List(Id('Of an article'), 500),
      totalCount: Whole(),
      hasMore: HasMore(),
      offset: MaxIdx(),
    }),
    errors: ['not_found'],
    incremental: true,
    paged: true,
  },
  'GET /mp/cover': {
    summary: 'The account’s picture, and those of its latest articles to choose another from.',
    params: Type.Object({ bookId: Id('The account') }),
    reply: Type.Object({
      bookId: Id(),
      cover: Picture,
      candidates: List(Type.Object({ reviewId: Id(), title: Text(1024), picture: Picture }), 20),
    }),
    errors: ['not_found'],
  },
  'POST /mp/getpaidinfo': {
    summary: 'Whether articles have to be bought and are bought, and their content where the caller may read it.',
    params: Type.Object({
      need_content: optional(Flag('1: with the content of what may be read')),
      urls: Urls(20),
    }),
    reply: Type.Object({
      infos: List(
        Type.Object({
          url: Url(),
          known: Flag('0: no such article is stored; ask getreviewid first'),
          reviewId: optional(Id()),
          isPaid: Flag('It has to be bought'),
          bought: Flag(),
          price: Coins(),
          content: optional(MpContent),
        }),
        20,
      ),
    }),
    safe: true,
  },
  'POST /mp/getreviewid': {
    summary: 'Turns addresses into articles; an unknown address is fetched and its readable text stored.',
    params: Type.Object({ urls: Urls(20) }),
    reply: Type.Object({
      results: List(
        Type.Object({
          url: Url(),
          state: Word(['ready', 'fetching', 'failed'], 'fetching: ask again in some seconds'),
          reviewId: optional(Id()),
          article: optional(MpArticle),
          /** An error code of the contract: why it failed. */
          error: optional(Text(64)),
          errmsg: optional(Text(512)),
        }),
        20,
      ),
    }),
    errors: ['fetch_refused', 'fetch_failed', 'limit_reached'],
    safe: true,
  },
  'GET /mp/list': {
    summary: 'Accounts: those that the caller follows, popular ones, or those of a category.',
    params: Type.Object({
      count: optional(Count()),
      listType: optional(Word(['followed', 'popular', 'category'], 'followed when absent')),
      maxIdx: optional(MaxIdx()),
      showWx: optional(Flag('1: also the collection of pages that the caller saved')),
      synckey: optional(SyncKey()),
      category: optional(Type.String({ maxLength: 128, description: 'Needed by listType category' })),
    }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(MpAccount, 100),
      removed: List(Id('Of an account'), 500),
      categories: List(Type.Object({ category: Text(128), count: Whole() }), 100),
      hasMore: HasMore(),
      maxIdx: MaxIdx(),
    }),
    incremental: true,
    paged: true,
  },
  'GET /mp/notifications': {
    summary: 'New articles of the accounts that the caller follows.',
    params: Type.Object({
      favourite: optional(Flag('1: only of pinned accounts')),
      floating: optional(Flag('1: only what was not shown in a notice yet; showing marks it')),
      todayNew: optional(Flag('1: only what appeared today, in the caller’s time zone')),
    }),
    reply: Type.Object({
      unreadCount: Whole(),
      todayCount: Whole(),
      articles: List(Type.Object({ account: MpAccount, article: MpArticle }), 100),
      updateTime: Seconds(),
    }),
  },
  'POST /mp/read': {
    summary: 'Marks an article as read and keeps it in the caller’s history, or takes it out of there.',
    params: Type.Object({
      account: optional(Type.String({ maxLength: 512, description: 'The account’s name, as shown' })),
      bookId: optional(Id('The account')),
      isDelete: optional(Flag('1: out of the history')),
      reviewId: optional(Id('One of reviewId and url is needed')),
      thumbUrl: optional(Url()),
      title: optional(Text(1024)),
      url: optional(Url()),
    }),
    reply: Type.Object({ reviewId: optional(Id()), isRead: Flag(), inHistory: Flag(), readTime: Seconds() }),
    errors: ['not_found'],
    safe: true,
  },
  'GET /video/cover': {
    summary: 'Posters of the videos in an account’s or article’s pages, stored so that they show offline.',
    params: Type.Object({ bookId: Id('The account, or the article by its reviewId') }),
    reply: Type.Object({
      bookId: Id(),
      covers: List(
        Type.Object({ videoId: Id(), reviewId: Id(), title: Text(1024), url: Address('The video'), poster: Picture }),
        100,
      ),
    }),
    errors: ['not_found'],
  },
});
