// What the caller sets for books of their own: privacy, other readers' notes, access to reference books, wishes.

import { Type } from 'typebox';
import { editFields } from '../nouns/edit.ts';
import { Flag, Id, Ids, optional, route, Seconds, SyncKey, Whole, Word } from '../route.ts';

export const secret = route({
  summary: 'Hides books or albums from everyone else, in views, feeds, statistics and recommendations.',
  params: Type.Object({
    bookIds: optional(Ids(200)),
    albumIds: optional(Ids(200)),
    private: Flag(),
    ...editFields,
  }),
  reply: Type.Object({ synckey: SyncKey(), changed: Ids(400), unknownIds: Ids(400) }),
  safe: true,
});

export const setting = route({
  summary: 'Settings of single books: whether other readers’ reviews and underlines are shown.',
  params: Type.Object({ bookIds: Type.Array(Id(), { minItems: 1, maxItems: 200 }), hideReview: Flag() }),
  reply: Type.Object({ changed: Ids(200), unknownIds: Ids(200) }),
  safe: true,
});

export const notfound = route({
  summary: 'Wishes for a book that a search did not find; librarians see wishes by number.',
  params: Type.Object({
    title: Type.String({ minLength: 1, maxLength: 512 }),
    author: optional(Type.String({ maxLength: 512 })),
    globalId: optional(Type.String({ maxLength: 128, description: 'ISBN or another catalog’s id' })),
  }),
  reply: Type.Object({ wishId: Id(), count: Whole('People who wish for it') }),
  errors: ['limit_reached'],
  safe: true,
});

export const enBookread = route({
  summary: 'Registers trial, reading or reference access to a foreign-language reference book.',
  params: Type.Object({
    bookId: Id(),
    freeTrial: optional(Flag()),
    read: optional(Flag()),
    reference: optional(Flag()),
  }),
  reply: Type.Object({
    bookId: Id(),
    access: Word(['none', 'trial', 'read', 'reference']),
    trialUsed: Flag(),
    expireTime: Seconds('0 never'),
  }),
  errors: ['not_found', 'not_paid', 'already_exists'],
  safe: true,
});
