// What content delivery works with in one process: the store, the threads that read books, and the line to them.

import { availableParallelism } from 'node:os';
import type { Blobs } from '../../base/blobs/blobs.ts';
import type { Log } from '../../base/log.ts';
import { BookParser } from '../import/book-parser.ts';
import type { Reading } from '../reading.ts';
import { WorkLine } from './work-line.ts';

export interface Delivery {
  reading: Reading;
  blobs: Blobs;
  log: Log;
  /** Apart from that of imports: a reader who opens a book does not wait for a thousand others to come in. */
  parser: BookParser;
  line: WorkLine;
}

export function createDelivery(reading: Reading, blobs: Blobs, log: Log): Delivery {
  // At least two: one book that takes its full time must not keep all others waiting.
  const threads = Math.max(2, availableParallelism());
  return { reading, blobs, log, parser: new BookParser({ threads }), line: new WorkLine(threads) };
}
