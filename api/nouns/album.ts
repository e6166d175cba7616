// An audio album as it appears in lists and on the shelf; what only its own page shows is declared there.

import { type Static, Type } from 'typebox';
import { Address, Code, Flag, Id, Seconds, Text, Whole } from '../route.ts';

export const AlbumInfo = Type.Object({
  albumId: Id(),
  name: Text(512),
  authorName: Text(512),
  cover: Address(),
  trackCount: Whole(),
  finish: Flag('All tracks are out'),
  finishStatus: Text(128),
  payType: Whole(),
  updateTime: Seconds(),
});
export type AlbumInfo = Static<typeof AlbumInfo>;

/** The caller's own side of an album on the shelf. */
export const AlbumInfoExtra = Type.Object({
  albumId: Id(),
  secret: Flag(),
  lecturePaid: Code([0, 1], '1 bought'),
  lectureReadUpdateTime: Seconds('When it was last listened to; 0 never'),
  isTop: Flag(),
});
export type AlbumInfoExtra = Static<typeof AlbumInfoExtra>;
