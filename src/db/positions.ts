// Where the reader is in each book. Three places are kept apart, so that no conflict is ever settled silently:
// this device's own, the latest of all devices, and the furthest of all.

import type { TableSchema } from './schema.ts';

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

/** The newer place; at the same second the device's id decides, so that all devices agree. */
export function newerPlace(a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  if (a.updateTime !== b.updateTime) return a.updateTime > b.updateTime ? a : b;
  return a.deviceId >= b.deviceId ? a : b;
}

/** The place further into the book. */
export function furtherPlace(a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  if (a.progress !== b.progress) return a.progress > b.progress ? a : b;
  if (a.chapterIdx !== b.chapterIdx) return a.chapterIdx > b.chapterIdx ? a : b;
  return a.chapterOffset >= b.chapterOffset ? a : b;
}

/** A place brought into a row, by whichever way it came. */
export function mergePlace(row: PositionRow, place: Position, from: 'mine' | 'service'): PositionRow {
  const merged: PositionRow = { ...row };
  const latest = newerPlace(row.latest, place);
  const furthest = furtherPlace(row.furthest, place);
  if (from === 'mine') merged.mine = place;
  if (latest) merged.latest = latest;
  if (furthest) merged.furthest = furthest;
  return merged;
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
