// A reading position: what every device agrees on about where someone is in a book.
// It survives a re-import because the CFI and the words at the place travel beside the offset.

import { type Static, Type } from 'typebox';
import { Duration, Flag, Id, optional, Percent, Seconds, SyncKey, Text, Whole } from '../route.ts';
import { ChapterOffset, ChapterUid } from './chapter.ts';

export const Cfi = () => Type.String({ maxLength: 2048, description: 'EPUB canonical fragment identifier' });

/** The place itself, without whose or when. */
export const placeFields = {
  chapterUid: ChapterUid(),
  chapterIdx: Whole(),
  chapterOffset: ChapterOffset(),
  progress: Percent(),
};

/** Optional on the wire: not every kind of client knows them. */
export const anchorFields = {
  cfi: optional(Cfi()),
  /** The chapter's own characters from the place on, without any change. */
  textQuote: optional(Text(256)),
};

export const Position = Type.Object({
  ...placeFields,
  ...anchorFields,
  updateTime: Seconds('When that device was there'),
  deviceId: Id(),
  deviceName: optional(Text(128)),
});
export type Position = Static<typeof Position>;

/** The caller's reading of one book, in the fields that existing tools read. */
export const ReadingProgress = Type.Object({
  ...placeFields,
  ...anchorFields,
  appId: Text(128),
  bookVersion: Whole(),
  reviewId: optional(Id('The article, for an official account')),
  updateTime: Seconds('0 when the book was never opened'),
  synckey: SyncKey(),
  summary: Text(1024),
  readingTime: Duration('All reading of this book'),
  recordReadingTime: Duration('The part that a device reported while signed in'),
  isStartReading: Flag(),
  ttsTime: Duration('Listened to by machine speech'),
  startReadingTime: Seconds('0 when never opened'),
  installId: Text(128),
  finishTime: Seconds('0 when not finished'),
  deviceId: Text(128),
  deviceName: optional(Text(128)),
});
export type ReadingProgress = Static<typeof ReadingProgress>;

/** Beside the shelf's books. */
export const ShelfProgress = Type.Object({
  bookId: Id(),
  progress: Percent(),
  chapterUid: ChapterUid(),
  chapterOffset: ChapterOffset(),
  chapterIdx: Whole(),
  appId: Text(128),
  updateTime: Seconds(),
  readingTime: Duration(),
  synckey: SyncKey(),
  ...anchorFields,
  deviceId: optional(Id()),
});
export type ShelfProgress = Static<typeof ShelfProgress>;
