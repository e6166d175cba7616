// An official account's article as other records refer to it: marks, reviews, cards.

import { type Static, Type } from 'typebox';
import { Address, Id, optional, Seconds, Text } from '../route.ts';

/** The article that a mark or a review belongs to. `pic_url` keeps the spelling that existing tools read. */
export const RefMpInfo = Type.Object({
  reviewId: Id('The article'),
  title: Text(512),
  pic_url: Address(),
  createTime: Seconds('When it was published'),
  /** The account. */
  bookId: optional(Id()),
  url: optional(Address()),
});
export type RefMpInfo = Static<typeof RefMpInfo>;

/** What a caller sends to name the article; the rest is read from the stored article. */
export const RefMpInfoGiven = Type.Object(
  {
    reviewId: Id('The article'),
    title: optional(Text(512)),
    pic_url: optional(Address()),
    createTime: optional(Seconds()),
  },
  { additionalProperties: false },
);
export type RefMpInfoGiven = Static<typeof RefMpInfoGiven>;
