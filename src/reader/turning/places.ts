// Places as the engine gives them, as the store keeps them, and as the engine finds them again. Pure.

import type { Place, Target } from '../../book/book.ts';
import { furtherPlace, type Position, type PositionRow, placeElsewhere } from '../../db/reading/positions.ts';

/** Longest that the service takes. */
const cfiLimit = 2048;

export function positionOf(place: Place, deviceId: string, updateTime: number): Position {
  const position: Position = {
    chapterUid: place.chapterUid,
    chapterIdx: place.chapterUid,
    chapterOffset: place.chapterOffset,
    progress: place.progress,
    updateTime,
    deviceId,
  };
  if (place.cfi && place.cfi.length <= cfiLimit) position.cfi = place.cfi;
  if (place.textQuote) position.textQuote = place.textQuote;
  return position;
}

/** Found by CFI, else by quote, else by offset; the part of a drawn page by the progress. */
export function targetOf(position: {
  chapterUid: number;
  chapterOffset: number;
  cfi?: string;
  textQuote?: string;
  progress?: number;
}): Target {
  return {
    chapterUid: position.chapterUid,
    offset: position.chapterOffset,
    ...(position.textQuote ? { quote: position.textQuote } : {}),
    ...(position.cfi ? { cfi: position.cfi } : {}),
    ...(position.progress === undefined ? {} : { atProgress: position.progress }),
  };
}

/** A place of another device that the reader may want to go to. */
export interface Offer {
  place: Position;
  why: 'newer' | 'further';
}

/**
 * What to offer in a book that was opened: where another device was after this one, else the furthest place that
 * another one has reached. `declined`: update time of the last place that the reader did not want.
 */
export function offerOf(row: PositionRow | undefined, deviceId: string, declined: number): Offer | undefined {
  const newer = placeElsewhere(row, deviceId);
  if (newer && row?.mine && newer.updateTime > declined) return { place: newer, why: 'newer' };
  const further = row?.furthest;
  if (!further || !row.mine || further.deviceId === deviceId || further.updateTime <= declined) return undefined;
  const reached = furtherPlace(row.mine, further);
  // Less than one per cent ahead is the same place with other page sizes.
  return reached === further && further.progress - row.mine.progress >= 1
    ? { place: further, why: 'further' }
    : undefined;
}

/** Where a book opens: this device's own place, else the latest of any. */
export function openingPlace(row: PositionRow | undefined): Position | undefined {
  return row?.mine ?? row?.latest;
}
