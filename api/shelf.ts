// The domain Bookshelf: its routes in the catalog's order. One counter per account orders all changes of a shelf.

import { Type } from 'typebox';
import { ShelfBook } from './nouns/book.ts';
import { editFields } from './nouns/edit.ts';
import { ShelfProgress } from './nouns/position.ts';
import { Archive, ShelfAccounts, ShelfAlbum, ShelfLecture } from './nouns/shelf-entry.ts';
import {
  ClearAll,
  domain,
  Flag,
  HasMore,
  Id,
  Ids,
  List,
  optional,
  Restored,
  Seconds,
  SyncCount,
  SyncKey,
  Text,
  Whole,
} from './route.ts';

/** What `GET /shelf/sync` answers, and its part of `POST /mobileSync`. */
export const ShelfChanges = Type.Object({
  synckey: SyncKey(),
  clearAll: ClearAll(),
  restored: optional(Restored()),
  hasMore: HasMore(),
  bookCount: Whole('Everything on the shelf'),
  pureBookCount: Whole('Books alone'),
  books: List(ShelfBook, 1000),
  bookProgress: List(ShelfProgress, 1000),
  removed: Ids(1000),
  archive: List(Archive, 1000),
  removedArchive: Ids(1000),
  lectureBooks: List(ShelfLecture, 1000),
  lectureSynckey: SyncKey(),
  lectureUpdate: List(ShelfLecture, 1000),
  lectureRemoved: Ids(1000),
  albums: List(ShelfAlbum, 1000),
  albumRemoved: Ids(1000),
  mp: optional(ShelfAccounts),
  /** Only with `onlyBookid`: the ids of all books, instead of `books`. */
  bookIds: optional(Ids(10000)),
});

export const shelf = domain('Bookshelf', {
  'POST /shelf/add': {
    summary: 'Puts books and albums on the shelf, or follows official accounts; what is there already stays.',
    params: Type.Object({
      bookIds: optional(Ids(200)),
      albumIds: optional(Ids(200)),
      follow: optional(Flag('The ids are official accounts to follow')),
      promoteId: optional(Id('Where the entry was offered')),
      ...editFields,
    }),
    reply: Type.Object({
      synckey: SyncKey(),
      added: Ids(400),
      /** Deleted meanwhile, or never known. */
      unknownIds: Ids(400),
    }),
    errors: ['limit_reached'],
    safe: true,
  },
  'POST /shelf/archive': {
    summary: 'Creates or renames a folder and moves entries into it.',
    params: Type.Object({
      /** An id that is not known yet, together with a name, creates the folder under that id; `0` is the shelf itself. */
      archiveId: optional(Id('Absent: a new folder; `0`: out of all folders')),
      name: optional(Type.String({ minLength: 1, maxLength: 64 })),
      bookIds: optional(Ids(1000)),
      lectureBookIds: optional(Ids(1000)),
      albumIds: optional(Ids(1000)),
      ...editFields,
    }),
    reply: Type.Object({ synckey: SyncKey(), archiveId: Id(), name: Text(64), unknownIds: Ids(3000) }),
    errors: ['not_found', 'limit_reached'],
  },
  'POST /shelf/delete': {
    summary: 'Takes entries and whole folders off the shelf; notes and progress stay.',
    params: Type.Object({
      bookIds: optional(Ids(1000)),
      albumIds: optional(Ids(1000)),
      archiveIds: optional(Ids(100)),
      ...editFields,
    }),
    reply: Type.Object({ synckey: SyncKey(), removed: Ids(3000) }),
    safe: true,
  },
  'POST /shelf/deleteArchive': {
    summary: 'Deletes a folder; what is in it moves to the shelf, or is taken off it with removeBooks.',
    params: Type.Object({ archiveId: Id(), removeBooks: optional(Flag()), ...editFields }),
    reply: Type.Object({ synckey: SyncKey(), removedArchive: Ids(1), removed: Ids(3000) }),
    errors: ['not_found'],
  },
  'GET /shelf/sync': {
    summary: 'The whole shelf, or what changed since synckey: entries, progress, folders, albums, removals.',
    params: Type.Object({
      synckey: optional(SyncKey()),
      lectureSynckey: optional(SyncKey()),
      onlyBookid: optional(Flag('Only the ids of the books')),
      count: optional(SyncCount()),
    }),
    reply: ShelfChanges,
    incremental: true,
  },
  'POST /shelf/syncbook': {
    summary: 'The state of the named entries on the caller’s shelf.',
    params: Type.Object({ bookIds: optional(Ids(200)), albumIds: optional(Ids(200)) }),
    reply: Type.Object({
      synckey: SyncKey(),
      books: List(ShelfBook, 200),
      bookProgress: List(ShelfProgress, 200),
      albums: List(ShelfAlbum, 200),
      /** Named, but not on the shelf. */
      removed: Ids(400),
      /** The folder of each entry that is in one. */
      archive: List(Type.Object({ archiveId: Id(), bookIds: Ids(200), albumIds: Ids(200) }), 400),
      timestamp: Seconds('The service’s clock'),
    }),
    safe: true,
  },
});
