// Turns the wire's replies into what the store keeps. Pure.

import type { MarkRow } from '../../db/marks/marks.ts';
import type { ThoughtRow } from '../../db/marks/thoughts.ts';
import type { Position } from '../../db/reading/positions.ts';
import type { MarksReply } from '../../db/sync/absorb-marks.ts';
import type { ShelfReply } from '../../db/sync/absorb-shelf.ts';
import type { ThoughtsReply } from '../../db/sync/absorb-thoughts.ts';
import type { RouteReply } from '../transport.ts';

type ShelfChanges = RouteReply<'GET /shelf/sync'>;
type MarkChanges = RouteReply<'GET /book/bookmarklist'>;
type Progress = RouteReply<'GET /book/getProgress'>;
/** Official accounts stand among the books. */
const account = 3;
type WirePlace = Omit<Position, 'deviceId'> & { deviceId?: string };

export function shelfReply(reply: ShelfChanges): ShelfReply {
  return {
    synckey: reply.synckey,
    clearAll: reply.clearAll ?? 0,
    restored: reply.restored ?? 0,
    // What another program follows has no file to be read here.
    books: reply.books.filter(isRead).map((book) => ({
      bookId: book.bookId,
      title: book.title,
      author: book.author,
      cover: book.cover,
      version: book.version,
      format: book.format,
      language: book.language,
      isTop: book.isTop,
      secret: book.secret,
      finished: book.finishReading,
      readAt: book.readUpdateTime,
      addedAt: book.updateTime,
    })),
    places: reply.bookProgress
      .filter(({ updateTime }) => updateTime > 0)
      .map((progress) => ({ bookId: progress.bookId, place: place(progress) })),
    removed: reply.removed,
    folders: reply.archive.map(({ archiveId, name, bookIds, removed }) => ({ archiveId, name, bookIds, removed })),
    removedFolders: reply.removedArchive,
  };
}

const isRead = ({ type }: ShelfChanges['books'][number]) => type !== account;

export function marksReply(reply: MarkChanges): MarksReply {
  return {
    synckey: reply.synckey,
    clearAll: reply.clearAll ?? 0,
    restored: reply.restored ?? 0,
    updated: reply.updated.map(markRow),
    removed: reply.removed,
  };
}

function markRow(mark: MarkChanges['updated'][number]): MarkRow {
  const [start = 0, end = start] = mark.range.split('-').map(Number);
  const row: MarkRow = {
    bookmarkId: mark.bookmarkId,
    bookId: mark.bookId,
    bookVersion: mark.bookVersion,
    chapterUid: mark.chapterUid,
    start,
    end,
    type: mark.type,
    style: mark.style,
    colorStyle: mark.colorStyle,
    markText: mark.markText,
    chapterName: mark.chapterName,
    createTime: mark.createTime,
    editTimes: { style: mark.editTimes.style, colorStyle: mark.editTimes.colorStyle },
    unplaced: mark.unplaced,
  };
  if (mark.textQuote !== undefined) row.textQuote = mark.textQuote;
  if (mark.textBefore !== undefined) row.textBefore = mark.textBefore;
  if (mark.textAfter !== undefined) row.textAfter = mark.textAfter;
  if (mark.cfi !== undefined) row.cfi = mark.cfi;
  return row;
}

export function thoughtsReply(reply: RouteReply<'GET /review/list'>): ThoughtsReply {
  return {
    synckey: reply.synckey,
    clearAll: reply.clearAll,
    restored: reply.restored ?? 0,
    updated: reply.reviews.filter(({ review }) => review.range !== undefined).map(({ review }) => thoughtRow(review)),
    removed: reply.removed,
  };
}

type WireReview = RouteReply<'GET /review/list'>['reviews'][number]['review'];

function thoughtRow(review: WireReview): ThoughtRow {
  const [start = 0, end = start] = (review.range ?? '0-0').split('-').map(Number);
  const { cfi, textQuote, textBefore, textAfter, chapterName, updateTime } = review;
  return {
    thoughtId: review.reviewId,
    bookId: review.bookId,
    bookVersion: review.bookVersion,
    chapterUid: review.chapterUid,
    ...{ start, end },
    content: review.content,
    visibility: review.isPrivate ? 'private' : review.friendship ? 'friends' : 'public',
    abstract: review.abstract,
    createTime: review.createTime,
    editTimes: { content: updateTime, visibility: updateTime },
    ...(cfi ? { cfi } : {}),
    ...(textQuote ? { textQuote } : {}),
    ...(textBefore ? { textBefore } : {}),
    ...(textAfter ? { textAfter } : {}),
    ...(chapterName ? { chapterName } : {}),
  };
}

export function placesOf({ book, furthest }: Progress): { latest?: Position; furthest?: Position } {
  return {
    ...(book.updateTime > 0 ? { latest: place(book) } : {}),
    ...(furthest ? { furthest: place(furthest) } : {}),
  };
}

function place(wire: WirePlace): Position {
  const { chapterUid, chapterIdx, chapterOffset, progress, updateTime } = wire;
  const position: Position = {
    chapterUid,
    chapterIdx,
    chapterOffset,
    progress,
    updateTime,
    deviceId: wire.deviceId ?? '',
  };
  if (wire.cfi !== undefined) position.cfi = wire.cfi;
  if (wire.textQuote !== undefined) position.textQuote = wire.textQuote;
  return position;
}
