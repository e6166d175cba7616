// Where the reader jumped from, so that there is always a way back, and forward again after it. Pure.

import type { Target } from '../../book/book.ts';

export interface JumpHistory {
  /** Remembers a place that is about to be left by a jump; the way forward ends with it. */
  leave(place: Target): void;
  /** The last place left, which is then forgotten; `here` is the way forward from it. */
  back(here: Target): Target | undefined;
  /** The place that was gone back from last. */
  forward(here: Target): Target | undefined;
  readonly canReturn: boolean;
  readonly canAdvance: boolean;
}

const deepest = 50;

export function createJumpHistory(): JumpHistory {
  const behind: Target[] = [];
  const ahead: Target[] = [];
  return {
    leave(place) {
      behind.push(place);
      if (behind.length > deepest) behind.shift();
      ahead.length = 0;
    },
    back(here) {
      const place = behind.pop();
      if (place) ahead.push(here);
      return place;
    },
    forward(here) {
      const place = ahead.pop();
      if (place) behind.push(here);
      return place;
    },
    get canReturn() {
      return behind.length > 0;
    },
    get canAdvance() {
      return ahead.length > 0;
    },
  };
}
