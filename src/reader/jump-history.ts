// Where the reader jumped from, so that there is always a way back. Pure.

import type { Target } from '../book/book.ts';

export interface JumpHistory {
  /** Remembers a place that is about to be left by a jump. */
  leave(place: Target): void;
  /** The last place left, which is then forgotten. */
  back(): Target | undefined;
  readonly size: number;
}

const deepest = 50;

export function createJumpHistory(): JumpHistory {
  const places: Target[] = [];
  return {
    leave(place) {
      places.push(place);
      if (places.length > deepest) places.shift();
    },
    back: () => places.pop(),
    get size() {
      return places.length;
    },
  };
}
