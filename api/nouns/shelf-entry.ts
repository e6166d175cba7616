// What stands on a shelf beside books: folders, audiobooks and albums, each with the caller's own side of it.

import { type Static, Type } from 'typebox';
import { Address, Flag, Id, Ids, Seconds, Text, Whole } from '../route.ts';
import { AlbumInfo, AlbumInfoExtra } from './album.ts';

/** A folder. In an incremental reply the lists hold what came and went since; at synckey 0, everything. */
export const Archive = Type.Object({
  archiveId: Id(),
  name: Text(128),
  bookIds: Ids(1000),
  removed: Ids(1000),
  lectureBookIds: Ids(1000),
  lectureRemoved: Ids(1000),
  albumIds: Ids(1000),
  albumRemoved: Ids(1000),
});
export type Archive = Static<typeof Archive>;

/** An audiobook of a book. */
export const ShelfLecture = Type.Object({
  bookId: Id(),
  title: Text(1024),
  author: Text(1024),
  cover: Address(),
  secret: Flag(),
  paid: Flag(),
  isTop: Flag(),
  updateTime: Seconds(),
  readUpdateTime: Seconds('When it was last listened to; 0 never'),
});
export type ShelfLecture = Static<typeof ShelfLecture>;

export const ShelfAlbum = Type.Object({ albumInfo: AlbumInfo, albumInfoExtra: AlbumInfoExtra });
export type ShelfAlbum = Static<typeof ShelfAlbum>;

/** The one entry under which all followed accounts' articles are found. */
export const ShelfAccounts = Type.Object({
  show: Flag('Anything is followed'),
  book: Type.Object({
    bookId: Id(),
    title: Text(1024),
    cover: Address(),
    secret: Flag(),
    payType: Whole(),
    paid: Flag(),
    updateTime: Seconds('The newest article'),
    readUpdateTime: Seconds(),
    isTop: Flag(),
  }),
});
export type ShelfAccounts = Static<typeof ShelfAccounts>;
