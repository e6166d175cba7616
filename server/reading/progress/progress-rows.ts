// Progress rows on the wire: beside the shelf's books, on their own, and as a bare position.

import type { Static } from 'typebox';
import type { Position, ReadingProgress, ShelfProgress } from '../../../api/nouns/position.ts';
import type { ProgressRow } from '../schema/progress.ts';
import { writeSyncKey } from '../sync-key.ts';
import type { Places, StoredPlace } from './progress-rules.ts';

export function placesOf(row: ProgressRow): Places {
  return { latest: JSON.parse(row.latest) as StoredPlace, furthest: JSON.parse(row.furthest) as StoredPlace };
}

function anchors(place: StoredPlace) {
  return {
    ...(place.cfi === undefined ? {} : { cfi: place.cfi }),
    ...(place.textQuote === undefined ? {} : { textQuote: place.textQuote }),
  };
}

export function shelfProgress(row: ProgressRow, life: number): Static<typeof ShelfProgress> {
  const { latest } = placesOf(row);
  return {
    bookId: row.book_id,
    progress: latest.progress,
    chapterUid: latest.chapterUid,
    chapterOffset: latest.chapterOffset,
    chapterIdx: latest.chapterIdx,
    appId: row.app_id,
    updateTime: latest.updateTime,
    readingTime: row.reading_time,
    synckey: writeSyncKey(row.sync_key, life),
    ...anchors(latest),
    deviceId: latest.deviceId,
  };
}

export function positionOnWire(place: StoredPlace, deviceNames: Map<string, string>): Static<typeof Position> {
  const deviceName = deviceNames.get(place.deviceId);
  return {
    chapterUid: place.chapterUid,
    chapterIdx: place.chapterIdx,
    chapterOffset: place.chapterOffset,
    progress: place.progress,
    ...anchors(place),
    updateTime: place.updateTime,
    deviceId: place.deviceId,
    ...(deviceName ? { deviceName } : {}),
  };
}

export function progressOnWire(
  row: ProgressRow,
  life: number,
  deviceNames: Map<string, string>,
): Static<typeof ReadingProgress> {
  const { latest } = placesOf(row);
  return {
    ...positionOnWire(latest, deviceNames),
    appId: row.app_id,
    bookVersion: latest.bookVersion,
    ...(row.review_id ? { reviewId: row.review_id } : {}),
    synckey: writeSyncKey(row.sync_key, life),
    summary: row.summary,
    readingTime: row.reading_time,
    recordReadingTime: row.reading_time,
    isStartReading: 1,
    ttsTime: row.tts_time,
    startReadingTime: row.started_at,
    installId: row.install_id,
    finishTime: row.finished_at,
  };
}

/** Before the first page of a book was read. */
export function unreadProgress(bookVersion: number): Static<typeof ReadingProgress> {
  return {
    chapterUid: 1,
    chapterIdx: 1,
    chapterOffset: 0,
    progress: 0,
    appId: '',
    bookVersion,
    updateTime: 0,
    synckey: 0,
    summary: '',
    readingTime: 0,
    recordReadingTime: 0,
    isStartReading: 0,
    ttsTime: 0,
    startReadingTime: 0,
    installId: '',
    finishTime: 0,
    deviceId: '',
  };
}
