// Keeps the reader's place: each turn is an event in the store as soon as it is painted, with the seconds read since
// the last one. Writes follow one another, and a turn that comes while one is under way takes the next one along.

import type { Place } from '../../book/book.ts';
import type { Database } from '../../db/database.ts';
import { recordEvent } from '../../db/outbox/record-event.ts';
import { positionOf } from '../turning/places.ts';
import type { ReadingClock } from './reading-clock.ts';

export interface KeeperParts {
  database: Database;
  bookId: string;
  bookVersion: number;
  deviceId: string;
  clock: ReadingClock;
  /** Unix seconds. */
  now: () => number;
  /** Something was recorded and waits to be sent. */
  onChange: () => void;
  /** The store refused; called again with `undefined` once it takes the place. */
  onProblem: (error: unknown) => void;
}

export interface PlaceKeeper {
  /** The reader is here now. Resolves when this place, or a later one, is kept. */
  keep(place: Place): Promise<void>;
  /** Keeps the time read at a place that was not left; nothing when there was none. */
  keepTime(place: Place): Promise<void>;
}

export function createPlaceKeeper(parts: KeeperParts): PlaceKeeper {
  let waiting: Place | undefined;
  let running: Promise<void> | undefined;
  /** Seconds taken from the clock and not in the store yet. */
  let unsaved = 0;

  const record = async (place: Place) => {
    const { database, bookId, bookVersion, deviceId } = parts;
    unsaved += parts.clock.take();
    const readingTime = unsaved;
    const now = parts.now();
    const position = positionOf(place, deviceId, now);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      await recordEvent(database, { kind: 'position', bookId, bookVersion, position, readingTime, timeZone }, now);
    } catch (error) {
      // The next place is tried anew, with these seconds.
      parts.onProblem(error);
      return;
    }
    unsaved -= readingTime;
    parts.onProblem(undefined);
    parts.onChange();
  };
  const drain = async () => {
    while (waiting) {
      const place = waiting;
      waiting = undefined;
      await record(place);
    }
    running = undefined;
  };
  const keep = (place: Place) => {
    waiting = place;
    running ??= drain();
    return running;
  };
  return {
    keep,
    async keepTime(place) {
      unsaved += parts.clock.take();
      if (unsaved > 0) await keep(waiting ?? place);
    },
  };
}
