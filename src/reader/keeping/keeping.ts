// Keeps where the reader is and how long was really read: every turn, and when the window goes.

import type { Place } from '../../book/book.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { createPlaceKeeper, type PlaceKeeper } from './place-keeper.ts';
import { createReadingClock, type ReadingClock } from './reading-clock.ts';

export class Keeping implements Feature {
  readonly #parts: FeatureParts;
  readonly #keeper: PlaceKeeper;
  readonly #clock: ReadingClock;
  #turned = false;
  /** Where the reader was last in a chapter that could be shown. */
  #read: Place | undefined;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.#read = readAt(parts.view.place());
    this.#clock = createReadingClock(parts.clock);
    const { database, bookId, bookVersion, deviceId, now, onChange, report, withNextPage } = parts;
    this.#keeper = createPlaceKeeper({
      ...{ database, bookId, bookVersion, deviceId, now, onChange },
      clock: this.#clock,
      onProblem: (error) => {
        if (error) report(error);
        // Shown with the next page: the line below the text never changes by itself.
        withNextPage({ unsaved: error !== undefined });
      },
    });
  }

  /** The reader turned or jumped since the book was opened. */
  get turned(): boolean {
    return this.#turned;
  }

  touched(): void {
    this.#clock.touch();
  }

  seen(visible: boolean): void {
    if (visible) this.#clock.resume();
    else this.#clock.pause();
  }

  placed(place: Place): void {
    this.#turned = true;
    this.#read = readAt(place) ?? this.#read;
    this.#parts.later(place.failed ? this.keepTime(place) : this.#keeper.keep(place));
  }

  /** Keeps the time read at a place that was not left; where its chapter cannot be shown, at the one before. */
  async keepTime(place: Place): Promise<void> {
    const at = readAt(place) ?? this.#read;
    if (at) await this.#keeper.keepTime(at);
  }
}

/** Nobody reads a chapter that cannot be shown, and its place is none to come back to instead of another one. */
function readAt(place: Place | undefined): Place | undefined {
  return place?.failed ? undefined : place;
}
