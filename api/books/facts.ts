// What a book is: one book or many by id.

import { Type } from 'typebox';
import { BookInfo } from '../nouns/book.ts';
import { Flag, Id, Ids, List, optional, route } from '../route.ts';

export const info = route({
  summary: 'One book.',
  params: Type.Object({
    bookId: Id(),
    source: optional(
      Type.String({ maxLength: 64, description: 'Where the caller came upon the book; the first is kept' }),
    ),
    myzy: optional(Flag('Include the caller’s own rating')),
  }),
  reply: BookInfo,
  errors: ['not_found'],
});

export const infos = route({
  summary: 'Many books by id; unknown ids are listed.',
  params: Type.Object({ bookIds: Type.Array(Id(), { minItems: 1, maxItems: 200 }) }),
  reply: Type.Object({ books: List(BookInfo, 200), unknownIds: Ids(200) }),
  safe: true,
});
