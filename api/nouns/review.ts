// What a reader wrote: a thought on a range, about a chapter, about a book, or under an article.

import { type Static, Type } from 'typebox';
import {
  Address,
  Code,
  Duration,
  Flag,
  Id,
  Ids,
  List,
  MaxIdx,
  optional,
  Range,
  Seconds,
  Text,
  Whole,
} from '../route.ts';
import { RefMpInfo } from './article.ts';
import { BookBrief } from './book.ts';
import { markAnchorFields } from './bookmark.ts';
import { Comment } from './comment.ts';
import { UserBrief } from './user.ts';

export const ReviewType = () => Code([1, 2, 4, 16], '1 on a range, 2 on a chapter, 4 on the book, 16 on an article');
/** 20 is one star, 100 five; 0 none. */
export const Star = () => Type.Integer({ minimum: 0, maximum: 100, multipleOf: 20 });

/** Where a topic (`#word#`) stands in the content, UTF-16 units. */
export const TopicRange = Type.Object(
  { topic: Type.String({ minLength: 1, maxLength: 64 }), range: Range() },
  { additionalProperties: false },
);
export type TopicRange = Static<typeof TopicRange>;

/** Handwriting: SVG path data in a box of its own. */
export const PencilNote = Type.Object(
  {
    width: Type.Number({ exclusiveMinimum: 0, maximum: 10000 }),
    height: Type.Number({ exclusiveMinimum: 0, maximum: 10000 }),
    strokes: Type.Array(
      Type.Object(
        {
          d: Type.String({ pattern: '^[MLHVCSQTAZmlhvcsqtaz0-9eE,.+\\s-]+$', maxLength: 16384 }),
          width: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 2000 },
    ),
  },
  { additionalProperties: false },
);
export type PencilNote = Static<typeof PencilNote>;

export const Review = Type.Object({
  reviewId: Id(),
  bookId: Text(128),
  bookVersion: Whole(),
  chapterUid: Whole('0 when it belongs to no chapter'),
  chapterIdx: Whole(),
  chapterTitle: Text(1024),
  chapterName: Text(1024),
  content: Text(65536),
  htmlContent: Text(262144),
  abstract: Text(16384),
  contextAbstract: Text(1024),
  range: optional(Range()),
  type: ReviewType(),
  star: Star(),
  newRatingLevel: Code([0, 1, 2, 3], '0 none, 1 good, 2 fair, 3 poor'),
  title: Text(512),
  createTime: Seconds(),
  userVid: Id(),
  isPrivate: Flag(),
  friendship: Flag('For friends only'),
  isLike: Flag('By the caller'),
  isReposted: Flag('By the caller'),
  topics: List(Text(64)),
  topicRanges: List(TopicRange),
  atUserVids: Ids(100),
  refMpInfo: optional(RefMpInfo),
  book: BookBrief,
  author: UserBrief,
  translateMode: optional(Whole()),
  colorStyle: optional(Whole()),
  pencilNote: optional(PencilNote),
  link: optional(Address()),
  pictures: optional(Type.Array(Address('An uploaded picture'), { maxItems: 9 })),
  notVisibleToFriends: optional(Flag('Public, but hidden from friends')),
  audioId: optional(Id()),
  auInterval: optional(Duration('Length of the voice note')),
  originalReviewId: optional(Id('The review that this one passes on')),
  refReviewId: optional(Id('The review that this one answers')),
  updateTime: Seconds('When it was last edited'),
  ...markAnchorFields,
});
export type Review = Static<typeof Review>;

/** A review in a list, with the first of those who like it and of the comments. */
export const ReviewEntry = Type.Object({
  reviewId: Id(),
  review: Review,
  likesCount: Whole(),
  likes: List(UserBrief),
  commentsCount: Whole(),
  comments: List(Comment),
  repostCount: Whole(),
  /** Where the entry stands in a public list; the last one’s is the next `maxIdx`. */
  idx: optional(MaxIdx()),
  /** In feeds: who passed it on. */
  repostedBy: optional(UserBrief),
});
export type ReviewEntry = Static<typeof ReviewEntry>;
