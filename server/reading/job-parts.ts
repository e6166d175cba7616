// What work after an answer needs.

import type { Blobs } from '../base/blobs/blobs.ts';
import type { Log } from '../base/log.ts';
import type { Reading } from './reading.ts';

export interface JobParts {
  reading: Reading;
  blobs: Blobs;
  log: Log;
}
