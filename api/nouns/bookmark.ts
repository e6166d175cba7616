// A bookmark, an underline or a highlight. Its range counts UTF-16 units of the chapter's text; the CFI and the
// exact words with 32 characters around them find it again when the book is re-imported.

import { type Static, Type } from 'typebox';
import { Code, Flag, Id, optional, Range, Seconds, Text, Whole } from '../route.ts';
import { ChapterUid } from './chapter.ts';
import { Cfi } from './position.ts';

export const MarkType = () => Code([0, 1], '0 page bookmark (range offset-offset), 1 underline or highlight');
export const MarkStyle = () => Code([0, 1, 2], '0 straight line, 1 wavy line, 2 marker');
export const ColorStyle = () => Code([0, 1, 2, 3, 4, 5], '0 the device’s default, 1–5 the five colours or greys');
/** `{bookId}_{chapterUid}_{start}-{end}` */
export const BookmarkId = () =>
  Type.String({ pattern: '^.+_[1-9][0-9]{0,6}_(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$', maxLength: 200 });

/** What places a mark beside its range. */
export const markAnchorFields = {
  cfi: optional(Cfi()),
  /** Exactly the chapter's characters in the range; `markText` is what is shown. */
  textQuote: optional(Text(16384)),
  /** Up to 32 characters before the range. */
  textBefore: optional(Text(64)),
  /** Up to 32 characters after the range. */
  textAfter: optional(Text(64)),
};

export const Bookmark = Type.Object({
  bookmarkId: BookmarkId(),
  bookId: Id(),
  bookVersion: Whole('The version in which the range counts'),
  chapterUid: ChapterUid(),
  chapterName: Text(1024),
  markText: Text(16384),
  contextAbstract: Text(1024),
  range: Range(),
  style: MarkStyle(),
  colorStyle: ColorStyle(),
  type: MarkType(),
  translateMode: optional(Whole()),
  createTime: Seconds(),
  refMpReviewId: optional(Id()),
  ...markAnchorFields,
  /** 1: the range could not be found in this version of the book; the mark is kept and shown as unplaced. */
  unplaced: Flag(),
  /** When each field that can be edited was last set; the newer edit wins, field by field. */
  editTimes: Type.Object({ style: Seconds(), colorStyle: Seconds() }),
  deviceId: optional(Id()),
});
export type Bookmark = Static<typeof Bookmark>;
