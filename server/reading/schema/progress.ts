// Rows of reading: positions, records, and time by day and hour.

/** Where a reader is in a book: the newest place and the furthest one. sync_key: counter `shelf`. */
export interface ProgressRow {
  vid: string;
  book_id: string;
  sync_key: number;
  /** JSON of `Place` in progress-rules.ts. */
  latest: string;
  furthest: string;
  update_time: number;
  /** Seconds of all reading, and the part listened to by machine speech or as lecture. */
  reading_time: number;
  tts_time: number;
  lecture_time: number;
  started_at: number;
  finished_at: number;
  install_id: string;
  app_id: string;
  summary: string;
  review_id: string;
}

/** A heartbeat that was applied, by which a repeated one is known. */
export interface ReadingRecordRow {
  vid: string;
  device_id: string;
  random: string;
  book_id: string;
  /** When it was measured, by the device's corrected clock. */
  recorded_at: number;
  received_at: number;
  /** As the device reported them. */
  seconds: number;
  /** Those that count, and since when they can have been read; see `credit.ts`. */
  credited: number;
  window_start: number;
}

/** Seconds per day of the reader's own time zone: all that counted, and what was read or listened to of it. */
export interface ReadingDayRow {
  vid: string;
  book_id: string;
  /** `2026-11-21` */
  day: string;
  total_seconds: number;
  seconds: number;
  listened_seconds: number;
}

export interface ReadingHourRow {
  vid: string;
  day: string;
  hour: number;
  seconds: number;
}

/** What a reader's speed is measured from, by primary language. */
export interface ReadingSpeedRow {
  vid: string;
  language: string;
  characters: number;
  seconds: number;
}

/** All seconds of `reading_days` of a reader. */
export interface ReadingTotalRow {
  vid: string;
  seconds: number;
}

export interface ProgressTables {
  progress: ProgressRow;
  reading_records: ReadingRecordRow;
  reading_days: ReadingDayRow;
  reading_totals: ReadingTotalRow;
  reading_hours: ReadingHourRow;
  reading_speeds: ReadingSpeedRow;
}
