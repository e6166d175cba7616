// All notes of one book, counted: an entry of the notes view.

import { type Static, Type } from 'typebox';
import { Code, Id, Percent, Seconds, Whole } from '../route.ts';
import { Book } from './book.ts';

export const Notebook = Type.Object({
  bookId: Id(),
  book: Book,
  reviewCount: Whole('Thoughts and reviews'),
  reviewLikeCount: Whole(),
  reviewCommentCount: Whole(),
  noteCount: Whole('Underlines and highlights'),
  bookmarkCount: Whole('Page bookmarks'),
  readingProgress: Percent(),
  markedStatus: Code([0, 2, 4], '0 none, 2 reading, 4 finished'),
  sort: Seconds('When the newest note was made'),
});
export type Notebook = Static<typeof Notebook>;
