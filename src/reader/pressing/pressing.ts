// Goes through the links and marks of the page by keys, and presses the one that it stands on. What that does is the
// view's to tell, as after a tap.

import { createStore } from 'zustand/vanilla';
import type { Box, Pressable } from '../../book/book.ts';
import type { Feature, FeatureParts } from '../feature.ts';

export interface PressingState {
  /** Of the part that Enter presses; absent while nothing is chosen. */
  box?: Box | undefined;
}

/** CSS pixels around a part for its frame; no more, so that it stands between words and not on them. */
export const frameRoom = 5;

export class Pressing implements Feature {
  readonly state = createStore<PressingState>(() => ({}));
  readonly #parts: FeatureParts;
  #pressable: readonly Pressable[] = [];
  #at = 0;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
  }

  /** Nothing happens on a page that has neither. */
  begin(): void {
    this.#parts.touch();
    this.#pressable = this.#parts.view.pressable?.() ?? [];
    const [first] = this.#pressable;
    this.#at = 0;
    if (!first) return;
    this.#parts.state.setState({ panel: undefined });
    this.state.setState({ box: first.box });
    this.#intend(first.box);
  }

  /** From the last one on to the first. */
  step(direction: 1 | -1): void {
    this.#parts.touch();
    const before = this.#pressable[this.#at];
    const count = this.#pressable.length;
    this.#at = (this.#at + direction + count) % count;
    const next = this.#pressable[this.#at];
    if (!before || !next || before === next) return;
    this.state.setState({ box: next.box });
    this.#intend(before.box);
    this.#intend(next.box);
  }

  press(): void {
    const part = this.#pressable[this.#at];
    this.end();
    part?.press();
  }

  end(): void {
    this.#parts.touch();
    const { box } = this.state.getState();
    if (!box) return;
    this.close();
    this.#intend(box);
  }

  /** Where the page is another one, or laid out anew, they are elsewhere. */
  turning(): void {
    this.close();
  }

  close(): void {
    this.#pressable = [];
    if (this.state.getState().box) this.state.setState({ box: undefined });
  }

  #intend({ x, y, width, height }: Box): void {
    const room = 2 * frameRoom;
    this.#parts.intend('key', {
      x: x - frameRoom,
      y: y - frameRoom,
      width: width + room,
      height: height + room,
    });
  }
}
