// Where the reader is in each book. Three places are kept apart, so that no conflict is ever settled silently:
// this device's own, the latest of all devices, and the furthest of all.

import type { TableSchema } from '../schema.ts';

export const positionsSchema: TableSchema = { name: 'positions', stores: { 1: 'bookId' } };

export interface Position {
  chapterUid: number;
  chapterIdx: number;
  /** UTF-16 units into the chapter's text. */
  chapterOffset: number;
  cfi?: string;
  /** Up to 64 characters from there on. */
  textQuote?: string;
  /** 0–100. */
  progress: number;
  /** Unix seconds. */
  updateTime: number;
  deviceId: string;
}

export interface PositionRow {
  bookId: string;
  /** Where this device was last. */
  mine?: Position;
  /** The newest of all devices. When it is not this device's, the reader offers the jump. */
  latest?: Position;
  furthest?: Position;
}

/** The newer place; of two in the same second the one that came later, as the service decides. */
export function newerPlace(known: Position | undefined, coming: Position): Position {
  return known && known.updateTime > coming.updateTime ? known : coming;
}

/** The place further into the book; of two equally far the one that is known. */
export function furtherPlace(known: Position | undefined, coming: Position): Position {
  if (!known) return coming;
  if (coming.progress !== known.progress) return coming.progress > known.progress ? coming : known;
  if (coming.chapterIdx !== known.chapterIdx) return coming.chapterIdx > known.chapterIdx ? coming : known;
  return coming.chapterOffset > known.chapterOffset ? coming : known;
}

/** A place brought into a row, by whichever way it came. */
export function mergePlace(row: PositionRow, place: Position, from: 'mine' | 'service'): PositionRow {
  const merged = { ...row, latest: newerPlace(row.latest, place), furthest: furtherPlace(row.furthest, place) };
  return from === 'mine' ? { ...merged, mine: place } : merged;
}

/** The place that another device reached after this one was last here; the reader offers to go there. */
export function placeElsewhere(row: PositionRow | undefined, deviceId: string): Position | undefined {
  const latest = row?.latest;
  if (!latest || latest.deviceId === deviceId) return undefined;
  const mine = row.mine;
  return mine && mine.chapterUid === latest.chapterUid && mine.chapterOffset === latest.chapterOffset
    ? undefined
    : latest;
}
