// A booklist and what is in it.

import { Type } from 'typebox';
import { Address, Flag, Id, List, optional, Seconds, Text, Whole } from '../route.ts';
import { Book } from './book.ts';
import { UserBrief } from './user.ts';

/** What the owner sends; the order is the list's order. */
export const BooklistItemGiven = Type.Object(
  {
    bookId: Id(),
    note: optional(Type.String({ maxLength: 2000, description: 'Why it is in the list' })),
  },
  { additionalProperties: false },
);
export const BooklistItemsGiven = () => Type.Array(BooklistItemGiven, { maxItems: 500 });

export const BooklistItem = Type.Object({
  bookId: Id(),
  book: Book,
  note: Text(2000),
  idx: Whole('Place in the list'),
  addTime: Seconds(),
});

/** In lists of booklists. */
export const Booklist = Type.Object({
  booklistId: Id(),
  name: Text(128),
  description: Text(4000),
  author: UserBrief,
  /** Covers of the first books. */
  covers: List(Address(), 4),
  bookCount: Whole(),
  collectCount: Whole(),
  likesCount: Whole(),
  commentsCount: Whole(),
  readCount: Whole('Readers per day who opened it, summed'),
  isMine: Flag(),
  isCollect: Flag('The caller collected it'),
  isLike: Flag('The caller likes it'),
  isShared: Flag('It appears in discovery'),
  createTime: Seconds(),
  updateTime: Seconds(),
});
