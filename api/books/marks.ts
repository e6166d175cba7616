// The caller's own bookmarks, underlines and highlights in a book.

import { Type } from 'typebox';
import { RefMpInfo, RefMpInfoGiven } from '../nouns/article.ts';
import { BookBrief } from '../nouns/book.ts';
import { Bookmark, BookmarkId, ColorStyle, MarkStyle, MarkType, markAnchorFields } from '../nouns/bookmark.ts';
import { ChapterBrief, ChapterUid } from '../nouns/chapter.ts';
import { editFields } from '../nouns/edit.ts';
import {
  ClearAll,
  Flag,
  HasMore,
  Id,
  List,
  optional,
  Range,
  Restored,
  route,
  Seconds,
  SyncCount,
  SyncKey,
  Text,
  Whole,
} from '../route.ts';

export const addBookmark = route({
  summary: 'Adds a page bookmark, an underline or a highlight; the same book, chapter, range and type is one mark.',
  params: Type.Object({
    bookId: Id(),
    bookVersion: optional(Whole('The version in which the range counts; absent: the current one')),
    chapterUid: ChapterUid(),
    markText: Text(16384),
    range: Range(),
    type: MarkType(),
    style: optional(MarkStyle()),
    colorStyle: optional(ColorStyle()),
    translateMode: optional(Whole('0 none, 1 the mark is on the translation beside the text')),
    refMpInfo: optional(RefMpInfoGiven),
    ...markAnchorFields,
    createTime: optional(Seconds('When the mark was made; absent: now')),
    deviceId: optional(Id()),
    ...editFields,
  }),
  reply: Type.Object({
    bookmarkId: BookmarkId(),
    synckey: SyncKey(),
    /** 0: it was deleted by a newer edit and stays deleted. */
    kept: Flag(),
  }),
  errors: ['not_found', 'limit_reached'],
  safe: true,
});

export const bookmarklist = route({
  summary: 'The caller’s marks of a book, or what changed since synckey.',
  params: Type.Object({ bookId: Id(), synckey: optional(SyncKey()), count: optional(SyncCount()) }),
  reply: Type.Object({
    synckey: SyncKey(),
    clearAll: ClearAll(),
    restored: optional(Restored()),
    hasMore: HasMore(),
    updated: List(Bookmark, 1000),
    removed: List(BookmarkId(), 1000),
    chapters: List(ChapterBrief, 1000),
    book: BookBrief,
    refMpInfos: List(RefMpInfo, 1000),
  }),
  errors: ['not_found'],
  incremental: true,
});

export const removeBookmark = route({
  summary: 'Deletes a mark; a later edit of it elsewhere brings it back only if it was made after the deletion.',
  params: Type.Object({ bookmarkId: BookmarkId(), ...editFields }),
  reply: Type.Object({
    synckey: SyncKey(),
    /** 0: a newer edit keeps the mark. */
    removed: Flag(),
  }),
  errors: ['not_found'],
  safe: true,
});

export const updateBookmark = route({
  summary: 'Changes the style or colour of a mark; each field keeps its newest edit.',
  params: Type.Object({
    bookmarkId: BookmarkId(),
    style: optional(MarkStyle()),
    colorStyle: optional(ColorStyle()),
    ...editFields,
  }),
  reply: Type.Object({ synckey: SyncKey(), bookmark: Bookmark }),
  errors: ['not_found', 'gone'],
  safe: true,
});
