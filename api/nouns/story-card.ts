// One card of the story feed: an article, a review or a book, and why it is shown.

import { Type } from 'typebox';
import { Id, optional, Seconds, Text, Word } from '../route.ts';
import { Book } from './book.ts';
import { MpAccount, MpArticle } from './mp-article.ts';
import { Review } from './review.ts';

export const StoryCardType = () => Word(['article', 'review', 'book']);

export const StoryCard = Type.Object({
  cardId: Id(),
  type: StoryCardType(),
  /** Exactly the one that `type` names is there; an article brings its account. */
  article: optional(MpArticle),
  account: optional(MpAccount),
  review: optional(Review),
  book: optional(Book),
  reason: Word(['followed', 'friend', 'recommended', 'popular']),
  /** A sentence to show. */
  reasonText: Text(256),
  time: Seconds('Of what is shown'),
});
