// A chapter as contents lists carry it. `chapterUid` is the spine index + 1 of the book's version.

import { type Static, Type } from 'typebox';
import { Flag, Id, optional, Seconds, Text, Whole } from '../route.ts';

export const ChapterUid = () => Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Spine index + 1' });
/** UTF-16 units from the start of the chapter's text. */
export const ChapterOffset = () => Whole('UTF-16 units into the chapter’s text');

/** Beside marks and reviews: where they belong. */
export const ChapterBrief = Type.Object({
  bookId: Id(),
  chapterUid: ChapterUid(),
  chapterIdx: Whole(),
  title: Text(1024),
});
export type ChapterBrief = Static<typeof ChapterBrief>;

export const Chapter = Type.Object({
  chapterUid: ChapterUid(),
  chapterIdx: Whole('Place in reading order'),
  updateTime: Seconds(),
  title: Text(1024),
  wordCount: Whole('Words; for Chinese and Japanese, characters'),
  price: Whole('Coins; 0 free'),
  paid: Flag(),
  isMPChapter: Flag('An article'),
  level: Type.Integer({ minimum: 1, description: '1 is the outermost' }),
  files: Type.Array(Text(1024), { maxItems: 64, description: 'Paths in the package' }),
  anchors: Type.Array(Type.Object({ title: Text(1024), level: Whole(), anchor: optional(Text(1024)) }), {
    maxItems: 2000,
    description: 'Headings inside the chapter',
  }),
  /** Length of the chapter's text in UTF-16 units, in which offsets and progress are counted. */
  textLength: Whole('UTF-16 units'),
});
export type Chapter = Static<typeof Chapter>;
