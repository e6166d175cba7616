// What a client says of its reading.

import type { Reported } from './progress-rules.ts';

/** A record as both routes bring it. */
export interface ReadingRecord extends Reported {
  bookId: string;
  deviceId: string;
  random: string;
  chapterUid: number;
  chapterIdx?: number;
  chapterOffset: number;
  progress: number;
  bookVersion?: number;
  cfi?: string;
  textQuote?: string;
  summary?: string;
  appId?: string;
  installId?: string;
  reviewId?: string;
  finish?: 0 | 1;
  recordCreateTimeZone?: string;
}
