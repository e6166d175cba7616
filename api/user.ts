// The domain User, login, device: its routes in the catalog's order.

import { Type } from 'typebox';
import { extticket, login } from './login.ts';
import { mobileSync } from './mobile-sync.ts';
import { editFields } from './nouns/edit.ts';
import { Notebook } from './nouns/notebook.ts';
import { UserDetail } from './nouns/user.ts';
import {
  ClearAll,
  Code,
  Duration,
  domain,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  optional,
  Seconds,
  SyncCount,
  SyncKey,
  Text,
  Whole,
  Word,
} from './route.ts';

const SettingValue = Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 4096 })]);
const SettingName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' });

export const user = domain('User, login, device', {
  'GET /feature': {
    summary: 'The feature set of the account, or what changed since synckey.',
    params: Type.Object({ synckey: optional(SyncKey()) }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      updated: List(Type.Object({ name: Text(64), enabled: Flag(), value: optional(Text(1024)) }), 500),
      removed: List(Text(64), 500),
    }),
    incremental: true,
  },
  'POST /login': login,
  'POST /mobileSync': mobileSync,
  'POST /updateConfig': {
    summary: 'Stores settings of the account, and the device’s push tokens.',
    params: Type.Object({
      accountsets: optional(
        Type.Record(SettingName, SettingValue, { maxProperties: 200, description: 'Only the named ones change' }),
      ),
      deviceId: optional(Id('The device the tokens are for; absent: this one')),
      disHubToken: optional(Type.String({ maxLength: 512, description: 'Push token; empty removes it' })),
      gapToken: optional(Type.String({ maxLength: 512, description: 'Push token; empty removes it' })),
      ...editFields,
    }),
    reply: Type.Object({
      accountsets: Type.Record(SettingName, SettingValue, { description: 'All settings as they are now' }),
      updateTime: Seconds(),
    }),
    errors: ['limit_reached', 'not_found'],
    safe: true,
  },
  'GET /user': {
    summary: 'A person; the caller without userVid.',
    params: Type.Object({ userVid: optional(Id()) }),
    reply: UserDetail,
    errors: ['not_found'],
  },
  'GET /user/notebooks': {
    summary: 'The caller’s books with notes, counted, or what changed since synckey.',
    params: Type.Object({ synckey: optional(SyncKey()), count: optional(SyncCount()) }),
    reply: Type.Object({
      synckey: SyncKey(),
      clearAll: ClearAll(),
      totalBookCount: Whole(),
      noBookReviewCount: Whole('Reviews that belong to no book'),
      totalNoteCount: Whole(),
      hasMore: HasMore(),
      books: List(Notebook, 1000),
      removed: Ids(1000),
    }),
    incremental: true,
  },
  'GET /user/profile': {
    summary: 'The asked facts of a person, as far as the caller may see them.',
    params: Type.Object({
      userVid: optional(Id('Absent: the caller')),
      currentReadingTime: optional(Flag('Ask for this week’s reading time')),
      totalReadingTime: optional(Flag()),
      gender: optional(Flag()),
      isBlackMe: optional(Flag('Ask whether they block the caller')),
      isInBlackList: optional(Flag('Ask whether the caller blocks them')),
      signature: optional(Flag()),
      vDesc: optional(Flag()),
    }),
    reply: Type.Object({
      userVid: Id(),
      currentReadingTime: optional(Duration()),
      totalReadingTime: optional(Duration()),
      gender: optional(Code([0, 1, 2], '0 not said, 1 male, 2 female')),
      isBlackMe: optional(Flag()),
      isInBlackList: optional(Flag()),
      signature: optional(Text(512)),
      vDesc: optional(Text(512)),
    }),
    errors: ['not_found'],
  },
  'POST /user/signature': {
    summary: 'Changes the caller’s signature, name or description.',
    params: Type.Object({
      content: optional(Type.String({ maxLength: 512, description: 'The signature' })),
      nick: optional(Type.String({ minLength: 1, maxLength: 64 })),
      vDesc: optional(Type.String({ maxLength: 512 })),
    }),
    reply: UserDetail,
    safe: true,
  },
  'GET /ext/scope': {
    summary: 'What the external platform was allowed to share with this service.',
    params: Type.Object({
      refresh: optional(Flag('Ask the platform again')),
      vid: optional(Id('Must be the caller when given')),
    }),
    reply: Type.Object({
      provider: Text(512),
      scopes: List(Text(128), 64),
      grantTime: Seconds(),
      expireTime: Seconds('0 never'),
      state: Word(['granted', 'revoked', 'never']),
    }),
    errors: ['upstream_unavailable', 'no_permission'],
  },
  'GET /extticket': extticket,
});
