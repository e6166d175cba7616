// The domain Story feed: cards mixed from followed accounts, friends' reviews and recommended books.
// What a reader was shown, opened and how long they stayed changes what comes next.

import { Type } from 'typebox';
import { Book } from './nouns/book.ts';
import { ShelfProgress } from './nouns/position.ts';
import { StoryCard, StoryCardType } from './nouns/story-card.ts';
import {
  Count,
  Duration,
  domain,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  optional,
  Seconds,
  Text,
  Whole,
  Word,
} from './route.ts';

const FeedEvent = () => Word(['shown', 'opened', 'dwell', 'dismissed']);

/** One thing that happened to a card. */
const CardMeta = Type.Object(
  {
    id: Id('The card'),
    reviewId: optional(Id()),
    time: Seconds('When it happened'),
    duration: optional(Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds, for dwell' })),
    idx: optional(Whole('Place of the card in the feed')),
  },
  { additionalProperties: false },
);

export const storyFeed = domain('Story feed', {
  'GET /storyfeed/getCardArticles': {
    summary: 'The next cards of the feed; within one kkSearchId none comes twice.',
    params: Type.Object({
      channel: optional(Word(['all', 'followed', 'friends', 'recommended'], 'all when absent')),
      count: optional(Count()),
      id: optional(Id('Put the card of this article or review first')),
      kkOffset: optional(Whole('The last reply’s; 0 or absent begins')),
      kkSearchId: optional(Id('The last reply’s; absent begins a new pass')),
      type: optional(StoryCardType()),
    }),
    reply: Type.Object({
      cards: List(StoryCard),
      kkSearchId: Id(),
      kkOffset: Whole(),
      hasMore: HasMore(),
    }),
    errors: ['not_found'],
    paged: true,
  },
  'GET /storyfeed/getRecentBooks': {
    summary: 'The books that the caller read last, to go on with from the feed.',
    params: Type.Object({}),
    reply: Type.Object({ books: List(Type.Object({ book: Book, progress: ShelfProgress }), 20) }),
  },
  'POST /storyfeed/report': {
    summary: 'Reports what happened to cards; the same card, event and time twice counts once.',
    params: Type.Object({
      metas: optional(Type.Array(CardMeta, { maxItems: 200 })),
      reviewIds: optional(Ids(200)),
      type: FeedEvent(),
    }),
    reply: Type.Object({ accepted: Whole(), duplicates: Whole(), unknown: List(Id(), 400) }),
    safe: true,
  },
  'POST /storyfeed/reportstatus': {
    summary: 'Reports where the caller stands in one opened card: how far down, how long, with which connection.',
    params: Type.Object({
      doc: optional(
        Type.Object(
          {
            progress: Type.Number({ minimum: 0, maximum: 100, description: 'How far down, percent' }),
            duration: Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds since it was opened' }),
          },
          { additionalProperties: false },
        ),
      ),
      meta: optional(CardMeta),
      netType: optional(Word(['wifi', 'mobile', 'wired', 'offline', 'unknown'])),
      reviewId: Id('The article or review'),
      type: FeedEvent(),
    }),
    reply: Type.Object({
      reviewId: Id(),
      progress: Type.Number({ minimum: 0, maximum: 100 }),
      dwellTime: Duration('In all'),
      isRead: Flag(),
    }),
    errors: ['not_found', 'impossible_value'],
    safe: true,
  },
  'GET /storyfeed/tags': {
    summary: 'The topics by which the feed can be narrowed, with the number of cards behind each.',
    params: Type.Object({ type: optional(StoryCardType()) }),
    reply: Type.Object({
      tags: List(Type.Object({ tag: Text(64), count: Whole(), channel: Text(32), isFollowing: Flag() }), 100),
    }),
  },
});
