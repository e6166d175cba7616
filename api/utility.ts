// The domain Utility, dictionary, activities: looking up words, installing dictionaries, and the member card's
// free days that one reader gives to others.

import { Type } from 'typebox';
import { Dictionary, DictionaryEntry } from './nouns/dictionary.ts';
import { Gift } from './nouns/gift.ts';
import { ClearAll, domain, Flag, Id, List, optional, SyncKey, Text, Whole, Word } from './route.ts';

export const utility = domain('Utility, dictionary, activities', {
  'GET /act/recvinfinite': {
    summary: 'Shows a gift of free days by its code, or claims it; each reader claims a gift once.',
    params: Type.Object({
      action: optional(Type.String({ maxLength: 64, description: 'Where in the client it was opened' })),
      cmd: Word(['info', 'claim']),
      from: Id('The gift’s code, as in the shared address'),
    }),
    reply: Type.Object({
      gift: Gift,
      claimed: Flag('The caller has it'),
      cardDays: Whole('Days of membership that the caller has now'),
    }),
    errors: ['not_found', 'gone', 'limit_reached', 'blocked'],
  },
  'GET /act/sendinfinite': {
    summary:
      'A member’s gifts of free days: makes one to share, or lists those made. An open gift is given back, not doubled.',
    params: Type.Object({
      bitmapId: optional(Id('The picture of the gift’s card')),
      cmd: Word(['create', 'list', 'revoke']),
      source: optional(Text(64)),
      type: Word(['friend', 'link'], 'friend: for one claimer; link: for as many as the gift allows'),
    }),
    reply: Type.Object({
      gift: optional(Gift),
      gifts: List(Gift, 50),
      remaining: Whole('Gifts that the caller may still make this month'),
    }),
    errors: ['no_permission', 'limit_reached'],
  },
  'POST /dict/query': {
    summary: 'What the installed dictionaries say about a word: as written, by its lemma, or by the longest match.',
    params: Type.Object({ word: Type.String({ minLength: 1, maxLength: 256 }) }),
    reply: Type.Object({
      word: Text(256),
      entries: List(DictionaryEntry, 50),
      suggestions: List(Text(256), 10),
    }),
    safe: true,
  },
  'GET /dictionary': {
    summary: 'Dictionaries that can be installed, as far as they changed.',
    params: Type.Object({ synckey: optional(SyncKey()) }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(Dictionary, 500),
      removed: List(Id(), 500),
    }),
    incremental: true,
  },
});
